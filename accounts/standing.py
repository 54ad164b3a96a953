"""How a player stands: guest or confirmed, suspended, hidden, erased; and who follows that.

Rows of other apps are shown or not as their player stands. Those apps are above this one, so they
say at start-up that they follow it, and are called in the transaction in which it changes.
"""

from collections.abc import Callable
from uuid import UUID

from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.utils import timezone

from accounts.models import User

_followers: list[Callable[[User], None]] = []


def follow(follower: Callable[[User], None]) -> None:
    """Have a function called with every player whose standing has changed."""
    _followers.append(follower)


def lock_standing(user_id: UUID, *, key_changes: bool = False) -> User:
    """The player as stored now, locked until the transaction ends: what to change the standing of.

    What was read before the lock may have changed meanwhile, so nothing is decided by it. Raises
    `PermissionDenied` for a player who is gone. `key_changes` says that a unique column will be
    written: that needs the stronger lock, which must not be asked for while holding the weaker.
    """
    there = User.objects.filter(pk=user_id, erased_at__isnull=True)
    locked = there.select_for_update(of=("self",), no_key=not key_changes).first()
    if locked is None:
        raise PermissionDenied
    return locked


def standing_changed(user: User) -> None:
    """Tell all who follow; in the transaction of the change, which has locked the player's row."""
    for follower in _followers:
        follower(user)


def confirm(locked: User) -> None:
    """Make a guest a full account, for good; the caller has locked the row.

    A later address of a full account changes nothing of when it became one.
    """
    if locked.is_guest:
        locked.is_guest, locked.confirmed_at = False, timezone.now()
        locked.save(update_fields=["is_guest", "confirmed_at", "updated_at"])
        standing_changed(locked)


def suspend(user: User) -> None:
    """Let a player in no more; what others see of the player is taken down."""
    _set_active(user, False)


def restore(user: User) -> None:
    """End a suspension."""
    _set_active(user, True)


def _set_active(user: User, is_active: bool) -> None:
    with transaction.atomic():
        locked = User.objects.select_for_update(no_key=True).get(pk=user.pk)
        locked.is_active = is_active
        locked.save(update_fields=["is_active", "updated_at"])
        standing_changed(locked)
    user.is_active = is_active
