"""Where allauth asks us: guests, the languages of mails, addresses nobody confirmed."""

from __future__ import annotations

import dataclasses
from smtplib import SMTPException
from types import SimpleNamespace
from typing import Any

from allauth.account.adapter import DefaultAccountAdapter
from allauth.account.models import EmailAddress
from allauth.core.exceptions import ImmediateHttpResponse
from allauth.headless.adapter import DefaultHeadlessAdapter
from allauth.headless.base.response import AuthenticationResponse
from allauth.headless.internal.restkit.response import ErrorResponse
from django.conf import settings
from django.contrib.auth.base_user import AbstractBaseUser
from django.contrib.auth.hashers import make_password
from django.core.exceptions import PermissionDenied, ValidationError
from django.db import IntegrityError, transaction
from django.http import HttpRequest
from django.utils.translation import get_language, override
from django.utils.translation import gettext_lazy as _

from accounts.addresses import clean_address
from accounts.models import User
from accounts.services import AddressTaken, free_unconfirmed_address
from accounts.standing import confirm, lock_standing

SERVICE = "Patience"
_ENTRANCES = ("/auth/login", "/auth/signup")


class MailUnavailable(Exception):
    """The mail server did not take the message."""

    code = "temporarily_unavailable"


class AccountAdapter(DefaultAccountAdapter):
    """allauth's account flows, with guests that become full accounts."""

    def new_user(self, request: HttpRequest) -> User:
        """Begin an account in the language it was asked for in."""
        return User(locale=(get_language() or "en")[:2])

    def save_user(
        self, request: HttpRequest, user: AbstractBaseUser, form: Any, commit: bool = True
    ) -> AbstractBaseUser:
        """Store a sign-up; of two at the same moment the second gets a known address's answer."""
        try:
            with transaction.atomic():
                return super().save_user(request, user, form, commit)
        except IntegrityError:
            form.account_already_exists = True
            _nobody, response = form.try_save(request)
            raise ImmediateHttpResponse(
                AuthenticationResponse.from_response(request, response)
            ) from None

    def clean_email(self, email: str) -> str:
        """Return the one spelling of an address; refuse what is none, instead of cutting it."""
        return clean_address(email)

    def confirm_email(self, request: HttpRequest, email_address: EmailAddress) -> bool:
        """Confirm an address: its user is a guest no longer."""
        try:
            with transaction.atomic():
                # Its user was read before the lock; all that follows is to see what is stored.
                user = lock_standing(email_address.user_id, key_changes=True)
                email_address.user = user
                free_unconfirmed_address(user=user, email=email_address.email)
                if not super().confirm_email(request, email_address):
                    raise AddressTaken
                confirm(user)
        except (AddressTaken, IntegrityError, PermissionDenied):
            # Confirmed by somebody else between the form's check and here, or its user is gone.
            refusal = self.validation_error("email_taken")
            raise ImmediateHttpResponse(ErrorResponse(request, exception=refusal)) from None
        if isinstance(request.user, User) and request.user.pk == user.pk:
            # Another object for the same player; the answer is made from it.
            request.user.is_guest, request.user.email = False, user.email
        return True

    def set_password(self, user: AbstractBaseUser, password: str) -> None:
        """Store a new password, and nothing else of what was read of its user before."""
        assert isinstance(user, User)
        user.set_password(password)
        user.save(update_fields=["password", "updated_at"])

    def clean_password(self, password: str, user: AbstractBaseUser | None = None) -> str:
        """Refuse a password to a guest without a confirmed address.

        Setting a password voids the old token. If that reply were lost, a guest whom no address
        leads back to would be lost with it.
        """
        if isinstance(user, User) and user.is_guest:
            raise ValidationError(
                _("Confirm an e-mail address before you set a password."), code="email_required"
            )
        return super().clean_password(password, user=user)

    def send_mail(self, template_prefix: str, email: str, context: dict[str, Any]) -> None:
        """Send a mail in the language of its account; of the request when there is none."""
        if template_prefix == "account/email/account_already_exists" and self._is_signing_up():
            # A new address costs a password hash at sign-up. So must a known one, or the time of
            # the answer would tell which it is.
            make_password("as long as for a new account")
        words = {
            "why": _("You receive this e-mail because somebody gave this address to Patience."),
            "what_to_do": _("If it was you, enter this code where you were asked for it:"),
            "otherwise": _(
                "If it was not you, there is nothing to do: without the code, nothing is done "
                "with your address."
            ),
        }
        # A request may name any host that leads here; who gets the mail did not make the request.
        site = SimpleNamespace(name=SERVICE, domain=settings.PUBLIC_URL)
        with override(self._language(email, context)):
            try:
                super().send_mail(
                    template_prefix, email, {"current_site": site, **words, **context}
                )
            except (SMTPException, OSError) as failure:
                user = context.get("user")
                if template_prefix == "account/email/email_confirmation_signup" and user:
                    # Kept, it would make the address a known one, and signing up again would
                    # answer so instead of mailing a code.
                    user.delete()
                raise MailUnavailable(str(failure)) from failure

    def format_email_subject(self, subject: str) -> str:
        """Begin every subject with the service's name, not with a host."""
        return f"{SERVICE}: {subject}"

    def _is_signing_up(self) -> bool:
        return not self.request.user.is_authenticated

    def _language(self, email: str, context: dict[str, Any]) -> str:
        user = context.get("user")
        if not isinstance(user, User):
            user = User.objects.filter(email=email.lower()).first()
        return user.locale if user else (get_language() or "en")


class HeadlessAdapter(DefaultHeadlessAdapter):
    """What allauth's JSON answers say beside its own."""

    def get_user_dataclass(self) -> type:
        """Add `is_guest` to the user of every answer, and to the specification."""
        is_guest = dataclasses.field(
            default=False,
            metadata={"description": "Whether no address is confirmed yet.", "example": False},
        )
        base = super().get_user_dataclass()
        return dataclasses.make_dataclass("User", [("is_guest", bool, is_guest)], bases=(base,))

    def user_as_dataclass(self, user: AbstractBaseUser) -> Any:
        """Fill in `is_guest`."""
        answer = super().user_as_dataclass(user)
        answer.is_guest = isinstance(user, User) and user.is_guest
        return answer

    def populate_response_meta(self, request: HttpRequest, meta: dict[str, Any]) -> None:
        """Tell a guest who signs in, signs up or resets a password what stays behind.

        allauth answers those calls with 409 as long as the guest's own session is sent along.
        """
        user = getattr(request, "user", None)
        if isinstance(user, User) and user.is_guest and request.path.endswith(_ENTRANCES):
            meta["guest_games_stay_behind"] = str(
                _(
                    "You are playing as a guest. Add an e-mail address to keep this guest's games; "
                    "if you sign in to another account, they stay behind."
                )
            )
