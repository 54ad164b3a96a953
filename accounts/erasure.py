"""Leaving: a player asks to be deleted, may take that back for a week, and is then erased."""

from datetime import datetime, timedelta
from uuid import UUID

from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.utils import timezone

from accounts.farewell import mail_of_deletion
from accounts.models import User, Visibility
from accounts.privacy import all_personal
from accounts.standing import standing_changed

DAYS_TO_CANCEL = 7
MOST_ERASED = 100


class ReauthRequired(Exception):
    """The account's password is needed, and this is not it."""

    code = "reauth_required"
    pointer = "/password"
    reason = "reauth_required"
    auth_header = "Bearer"


def ask_for_deletion(*, user: User, password: str) -> datetime:
    """Have the player erased in seven days; asked again, the day stays the same.

    An account with a password is asked for it: raises `ReauthRequired`. One without, as every
    guest's, is known by its token alone, so there is nothing else to ask for. Members of the
    staff are removed by the staff: raises `PermissionDenied`. Who asks first is sent a mail, if
    there is an address: raises `MailUnavailable`, and nothing is changed, if it cannot be sent.
    """
    if user.is_staff:
        raise PermissionDenied
    if user.has_usable_password() and not user.check_password(password):
        raise ReauthRequired
    due = timezone.now() + timedelta(days=DAYS_TO_CANCEL)
    with transaction.atomic():
        # Of two who ask at once the second waits here, and then has nothing to change.
        if User.objects.filter(pk=user.pk, deletion_at__isnull=True).update(deletion_at=due):
            mail_of_deletion(user, due)
    user.refresh_from_db(fields=["deletion_at"])
    return user.deletion_at or due


def cancel_deletion(*, user: User) -> None:
    """Stay; nothing happens if nobody asked to be deleted."""
    User.objects.filter(pk=user.pk, erased_at__isnull=True).update(deletion_at=None)


def erase_due(now: datetime, *, most: int = MOST_ERASED) -> int:
    """Erase those whose week is over, at most so many; tells how many were erased."""
    due = User.objects.filter(deletion_at__lte=now, erased_at__isnull=True).order_by("deletion_at")
    return sum(_erase_one(user_id, now) for user_id in due.values_list("pk", flat=True)[:most])


def _erase_one(user_id: UUID, now: datetime) -> bool:
    # Who takes it back at this moment holds the row; whoever comes second finds it changed.
    due = User.objects.filter(pk=user_id, deletion_at__lte=now, erased_at__isnull=True)
    with transaction.atomic():
        user = due.select_for_update(of=("self",), skip_locked=True).first()
        if user is None:
            return False
        erase(user, now)
        return True


def erase(user: User, now: datetime) -> None:
    """Take everything of the person away, in the caller's transaction.

    Games, results and places on boards stay, of a player without a name.
    """
    user.set_unusable_password()
    user.erased_at = now
    if not user.is_active:
        # Nobody erased is active, so that this one was not to be seen must be known otherwise.
        user.visibility = Visibility.PRIVATE
    user.save(update_fields=["password", "erased_at", "visibility", "updated_at"])
    for each in all_personal():
        if each.is_removed:
            each.rows_of(user.pk).delete()
        elif each.blank:
            each.rows_of(user.pk).update(**each.blank)
    user.refresh_from_db()
    standing_changed(user)
