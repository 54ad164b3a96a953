"""Turns a bearer token or a session cookie into the calling user."""

from __future__ import annotations

from django.http import HttpRequest
from rest_framework import authentication, exceptions
from rest_framework.request import Request

from accounts.models import User
from accounts.sessions import SessionStore


def bearer_token(request: HttpRequest | Request) -> str | None:
    """Return the token of an `Authorization: Bearer` header; None when there is no such header."""
    scheme, _space, token = request.headers.get("Authorization", "").strip().partition(" ")
    return token.strip() if scheme.lower() == "bearer" else None


class BearerAuthentication(authentication.BaseAuthentication):
    """`Authorization: Bearer <session token>`, as apps and scripts send it.

    A token that is unknown, expired or revoked is refused, never taken for an anonymous call.
    """

    def authenticate(self, request: Request) -> tuple[User, SessionStore] | None:
        """Return the token's user and session with one SELECT; renew at most once a day."""
        token = bearer_token(request)
        if token is None:
            return None
        session = SessionStore(token)
        user = session.signed_in_user()
        if user is None:
            raise exceptions.AuthenticationFailed(code="token_invalid")
        if session.is_due_for_renewal():
            session.renew()
        return user, session

    def authenticate_header(self, request: Request) -> str:
        """Name the scheme in `WWW-Authenticate`, which also makes the answer a 401."""
        return "Bearer"


class CookieAuthentication(authentication.SessionAuthentication):
    """The session cookie of the web client, with the CSRF token on every writing request."""

    def authenticate(self, request: Request) -> tuple[User, SessionStore] | None:
        """Return the cookie's user and session with one SELECT."""
        session: SessionStore = request._request.session  # type: ignore[assignment]
        user = session.signed_in_user() if session.session_key else None
        if user is None:
            return None
        self.enforce_csrf(request)
        if session.is_due_for_renewal():
            # Saving writes the new end and sends the cookie again with its new age.
            session.modified = True
        return user, session

    def enforce_csrf(self, request: Request) -> None:
        """Refuse a writing request without the CSRF token, under a code of its own."""
        try:
            super().enforce_csrf(request)
        except exceptions.PermissionDenied as refusal:
            raise exceptions.PermissionDenied(str(refusal.detail), code="csrf_failed") from None
