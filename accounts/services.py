"""What can be done with accounts: begin one as a guest, sign a client in, change a profile."""

from __future__ import annotations

from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY

from accounts.models import User
from accounts.sessions import SessionStore

_BACKEND = "allauth.account.auth_backends.AuthenticationBackend"


def create_guest(*, locale: str) -> User:
    """Make a player who can play at once and become a full account later, with the same id."""
    return User.objects.create_guest(locale=locale)


def start_session(*, user: User) -> SessionStore:
    """Open a stored session for `user`; its `session_key` is the bearer token."""
    session = SessionStore()
    session[SESSION_KEY] = str(user.pk)
    session[BACKEND_SESSION_KEY] = _BACKEND
    session[HASH_SESSION_KEY] = user.get_session_auth_hash()
    session.save()
    return session
