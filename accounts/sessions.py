"""The session engine: Django's database sessions, read together with their user."""

from __future__ import annotations

import re
from datetime import timedelta
from typing import Any

from django.conf import settings
from django.contrib.auth import HASH_SESSION_KEY, SESSION_KEY
from django.contrib.sessions.backends.db import SessionStore as DatabaseStore
from django.utils import timezone
from django.utils.crypto import constant_time_compare

from accounts.models import Session, User

# What `SessionBase` makes. Anything else cannot be a key and never reaches the database,
# where a NUL in a forged cookie would be an error of the server.
_KEY = re.compile(r"[0-9a-z]{32}")


class SessionStore(DatabaseStore):
    """A session whose user comes with it; also what `SESSION_ENGINE` looks for."""

    def __init__(self, session_key: str | None = None) -> None:
        self._row: Session | None = None
        super().__init__(session_key)

    @classmethod
    def get_model_class(cls) -> type[Session]:
        """Keep sessions in this app's table."""
        return Session

    def _validate_session_key(self, key: str | None) -> bool:
        return bool(key) and _KEY.fullmatch(str(key)) is not None

    def _get_session_from_db(self) -> Session | None:
        self._row = (
            Session.objects.select_related("user")
            .filter(session_key=self.session_key, expire_date__gt=timezone.now())
            .first()
        )
        if self._row is None:
            self._session_key = None
        return self._row

    def create_model_instance(self, data: dict[str, Any]) -> Session:
        """Write the user's id into its own column as well."""
        row = super().create_model_instance(data)
        row.user_id = data.get(SESSION_KEY)  # type: ignore[attr-defined]
        return row  # type: ignore[return-value]

    def get_session_cookie_age(self) -> int:
        """Keep a session without a user (a sign-up or a reset under way) for a day."""
        return settings.SESSION_COOKIE_AGE if SESSION_KEY in self else 24 * 60 * 60

    def signed_in_user(self) -> User | None:
        """Return the active user this session belongs to, at the price of its one SELECT.

        A session made before the user's password changed belongs to nobody.
        """
        stored_hash = self.get(HASH_SESSION_KEY)
        user = self._row.user if self._row else None
        return user if user and _opens(stored_hash, user) else None

    @classmethod
    def live_keys(cls, user: User) -> list[str]:
        """Return the keys of all sessions that a user is signed in with, by one SELECT."""
        decode = cls().decode
        rows = Session.objects.filter(user=user, expire_date__gt=timezone.now())
        return [
            row.session_key
            for row in rows
            if _opens(decode(row.session_data).get(HASH_SESSION_KEY), user)
        ]

    def is_due_for_renewal(self) -> bool:
        """Tell whether a day has passed since the session's lifetime last began."""
        if self._row is None:
            return False
        lifetime = timedelta(seconds=settings.SESSION_COOKIE_AGE)
        return self._row.expire_date - timezone.now() < lifetime - timedelta(days=1)

    def renew(self) -> None:
        """Begin the lifetime again, in the table only; a cookie is renewed by saving."""
        if self._row is not None:
            Session.objects.filter(pk=self._row.pk).update(expire_date=self.get_expiry_date())


def _opens(stored_hash: str | None, user: User) -> bool:
    if not (user.is_active and stored_hash):
        return False
    hashes = [user.get_session_auth_hash(), *user.get_session_auth_fallback_hash()]
    return any(constant_time_compare(stored_hash, valid) for valid in hashes)
