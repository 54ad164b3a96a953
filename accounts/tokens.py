"""How allauth's own endpoints read and hand out session tokens."""

from __future__ import annotations

from typing import Any

from allauth.headless.tokens.strategies.sessions import (
    SessionTokenStrategy as AllauthSessionTokenStrategy,
)
from django.contrib.auth import SESSION_KEY
from django.contrib.sessions.backends.base import SessionBase
from django.http import HttpRequest

from accounts.authentication import bearer_token
from accounts.sessions import SessionStore


class BearerTokenStrategy(AllauthSessionTokenStrategy):
    """Session tokens in `Authorization: Bearer`, as everywhere else in the API.

    The token is the session's key. Whoever reads the sessions table could act as its users until
    the sessions end; allauth compares and lists sessions by that key, so it is not kept hashed.
    """

    def get_session_token(self, request: HttpRequest) -> str | None:
        """Prefer the bearer header; allauth's `X-Session-Token` keeps working."""
        return bearer_token(request) or super().get_session_token(request)

    def lookup_session(self, session_token: str) -> SessionBase | None:
        """Return the live session of this token, or None."""
        session = SessionStore(session_token)
        session.get(SESSION_KEY)  # loads: one SELECT, and no key when there is no such row
        return session if session.session_key else None

    @classmethod
    def openapi_spec(cls) -> dict[str, Any]:
        """Describe the bearer header in allauth's own specification."""
        return {
            "securitySchemes": {"Bearer": {"type": "http", "scheme": "bearer"}},
            "security": [{"Bearer": []}, {}],
        }
