"""What can be done with accounts: begin one as a guest, sign a client in, change a profile."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from allauth.account.models import EmailAddress
from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.db import IntegrityError, transaction
from django.utils import timezone

from accounts.models import Report, User
from accounts.names import (
    DAYS_BETWEEN_NAMES,
    NameDenied,
    NameTaken,
    RenamedLately,
    name_key,
    normalise_name,
)
from accounts.sessions import SessionStore
from accounts.standing import lock_standing, standing_changed

BACKEND = "allauth.account.auth_backends.AuthenticationBackend"


class AddressTaken(Exception):
    """Somebody else's account has this confirmed address."""


def create_guest(*, locale: str) -> User:
    """Make a player who can play at once and become a full account later, with the same id."""
    return User.objects.create_guest(locale=locale, last_login=timezone.now())


def start_session(*, user: User) -> SessionStore:
    """Open a stored session for `user`; its `session_key` is the bearer token."""
    session = SessionStore()
    session[SESSION_KEY] = str(user.pk)
    session[BACKEND_SESSION_KEY] = BACKEND
    session[HASH_SESSION_KEY] = user.get_session_auth_hash()
    session.save()
    return session


def update_profile(
    *,
    user: User,
    display_name: str | None = None,
    locale: str | None = None,
    visibility: str | None = None,
) -> User:
    """Change what is given and nothing else, all or nothing; return the player as stored.

    Raises NameNotAllowed, also for a name that the staff took from this player and for a second
    change within 30 days, NameTaken, or PermissionDenied for a player who was erased meanwhile.
    """
    given: dict[str, Any] = {}
    if display_name is not None:
        name = normalise_name(display_name)
        given |= {"display_name": name, "name_key": name_key(name)}
    if locale is not None:
        given["locale"] = locale
    if visibility is not None:
        given["visibility"] = visibility
    try:
        with transaction.atomic():
            locked = lock_standing(user.pk, key_changes="name_key" in given)
            if "name_key" in given:
                _require_allowed_now(locked, given["display_name"])
                if locked.display_name not in ("", given["display_name"]):
                    given["renamed_at"] = timezone.now()
            for field, value in given.items():
                setattr(locked, field, value)
            locked.save(update_fields=[*given, "updated_at"])
            if visibility is not None:
                standing_changed(locked)
    except IntegrityError as refusal:
        # Two players may ask for one name at the same moment; the constraint lets one have it.
        if "name_key" in str(refusal):
            raise NameTaken from None
        raise
    return locked


def _require_allowed_now(locked: User, name: str) -> None:
    """Who has no name, or lost it, may choose one at any time; it is changed now and then."""
    if name_key(name) in _names_taken_away(locked):
        raise NameDenied
    if locked.display_name in ("", name) or locked.renamed_at is None:
        return
    if timezone.now() - locked.renamed_at < timedelta(days=DAYS_BETWEEN_NAMES):
        raise RenamedLately


def _names_taken_away(user: User) -> set[str]:
    upheld = Report.objects.filter(about=user, is_upheld=True)
    return {name_key(name) for name in upheld.values_list("name", flat=True)}


def free_unconfirmed_address(*, user: User, email: str) -> None:
    """Take `email`, which `user` has just proven to own, from accounts that never confirmed it.

    Such an account was signed up for by somebody who never entered the code, so it was never
    signed in to and has no games: it is removed. Raise AddressTaken if it is a real account.
    """
    holder = User.objects.select_for_update().filter(email=email).exclude(pk=user.pk).first()
    if holder is None:
        return
    if not _has_proved_nothing(holder):
        raise AddressTaken
    holder.delete()


def free_abandoned_address(*, email: str) -> bool:
    """Take `email` from a sign-up whose code ran out unused, and say whether it is free now.

    Earlier than that nobody else can end it: the code that its owner is about to enter stays good.
    """
    code_lasts = timedelta(seconds=settings.ACCOUNT_EMAIL_VERIFICATION_BY_CODE_TIMEOUT)
    with transaction.atomic():
        holder = User.objects.select_for_update().filter(email=email).first()
        if holder is None:  # Another sign-up was quicker to take it away.
            return not EmailAddress.objects.filter(email=email).exists()
        if holder.created_at > timezone.now() - code_lasts or not _has_proved_nothing(holder):
            return False
        holder.delete()
        return True


def _has_proved_nothing(holder: User) -> bool:
    # A password set by a mailed code confirms the address as well, without signing in.
    is_confirmed = EmailAddress.objects.filter(user=holder, verified=True).exists()
    return not (holder.is_staff or holder.last_login or is_confirmed)
