"""Leaving: a player asks to be deleted, may take that back for a week, and is then erased."""

from datetime import datetime, timedelta
from uuid import UUID

from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.utils import timezone

from accounts.farewell import mail_of_deletion
from accounts.models import Session, User, Visibility
from accounts.privacy import all_personal
from accounts.standing import lock_standing, standing_changed

DAYS_TO_CANCEL = 7
MOST_ERASED = 100
# Longer than a request may take and than it is until the next sweep.
LOOKED_AT_AGAIN = timedelta(hours=3)


class ReauthRequired(Exception):
    """The account's password is needed."""

    code = "reauth_required"
    pointer = "/password"
    reason = "reauth_required"
    auth_header = "Bearer"


class WrongPassword(Exception):
    """This is not the account's password."""

    code = "validation_failed"
    pointer = "/password"
    reason = "wrong_password"


def ask_for_deletion(*, user: User, password: str) -> datetime:
    """Have the player erased in seven days; asked again, the day stays the same.

    An account with a password is asked for it: raises `ReauthRequired`, or `WrongPassword` for
    another. One without, as every guest's, is known by its token alone, so there is nothing else to
    ask for. Members of the staff are removed by the staff: raises `PermissionDenied`, as for one
    who is erased already.
    Who asks first is sent a mail, if there is an address: raises `MailUnavailable`, and nothing is
    changed, if it cannot be sent.
    """
    if user.is_staff:
        raise PermissionDenied
    if user.has_usable_password() and not user.check_password(password):
        raise WrongPassword if password else ReauthRequired
    due = timezone.now() + timedelta(days=DAYS_TO_CANCEL)
    with transaction.atomic():
        # Of two who ask at once the second waits here, and then has nothing to change.
        locked = lock_standing(user.pk)
        if locked.deletion_at is None:
            locked.deletion_at = due
            locked.save(update_fields=["deletion_at"])
            mail_of_deletion(locked, due)
    return locked.deletion_at


def cancel_deletion(*, user: User) -> None:
    """Stay; nothing happens if nobody asked to be deleted.

    Raises `PermissionDenied` when it is too late: the player was erased a moment ago.
    """
    if not User.objects.filter(pk=user.pk, erased_at__isnull=True).update(deletion_at=None):
        raise PermissionDenied


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
    _wipe(user.pk)
    user.refresh_from_db()
    standing_changed(user)


def wipe_again(now: datetime) -> None:
    """Wipe what came to be while its player was erased; also sessions whose time is over.

    A request that had found the player signed in may write after the erasure: a session's address
    of the network, an address to be confirmed. Sessions of nobody, in which somebody is signing up
    or has forgotten a password, have an address in them.
    """
    for user_id in User.objects.filter(erased_at__gt=now - LOOKED_AT_AGAIN).values_list("pk"):
        with transaction.atomic():
            _wipe(*user_id)
    Session.objects.filter(expire_date__lte=now).delete()


def _wipe(user_id: UUID) -> None:
    for each in all_personal():
        if each.is_removed:
            each.rows_of(user_id).delete()
        elif each.blank:
            each.rows_of(user_id).update(**each.blank)
