"""The mail to who asked to be deleted: when that will be, and how it is taken back."""

from datetime import datetime

from allauth.account.adapter import get_adapter
from django.utils.translation import gettext_lazy as _

from accounts.models import User

_TEMPLATE = "account/email/deletion_asked"


def mail_of_deletion(user: User, due: datetime) -> None:
    """Tell the account's address, in the account's language; a guest without one is told nothing.

    Raises `MailUnavailable` when the mail server does not take it.
    """
    if not user.email:
        return
    words = {
        "subject": _("Your account will be deleted"),
        "asked": _("Somebody signed in to your account asked for its deletion. It is deleted on"),
        "cancel": _(
            "Until then you can take that back: sign in, and choose to keep the account. If it "
            "was not you who asked, change your password as well."
        ),
        "stays": _("Your games and results will stay, of a player without a name."),
    }
    get_adapter().send_mail(_TEMPLATE, user.email, {"user": user, "due": due, **words})
