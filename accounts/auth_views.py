"""allauth's views where they differ: addresses of one spelling, codes without account, sessions."""

from __future__ import annotations

from typing import Any

from allauth.account.internal.flows.code_verification import AbstractCodeVerificationProcess
from allauth.account.internal.flows.email_verification_by_code import EmailVerificationProcess
from allauth.account.internal.flows.password_reset_by_code import PasswordResetVerificationProcess
from allauth.headless.account import inputs, views
from allauth.headless.base.response import ConflictResponse
from allauth.headless.usersessions import views as session_views
from allauth.headless.usersessions.response import SessionsResponse
from allauth.usersessions.models import UserSession
from django.http import HttpRequest, HttpResponseBase

from accounts.addresses import clean_address
from accounts.models import User
from accounts.sessions import SessionStore


class LoginInput(inputs.LoginInput):
    """An address and a password."""

    def clean_email(self) -> str:
        """Look for the account under the one spelling of its address."""
        return clean_address(self.cleaned_data["email"])


class LoginView(views.LoginView):
    """Signs in."""

    input_class = LoginInput


class RequestPasswordResetInput(inputs.RequestPasswordResetInput):
    """The address of an account whose password is forgotten."""

    def clean_email(self) -> str:
        """Mail to the one spelling of the address, which is also the one that is confirmed."""
        self.cleaned_data["email"] = clean_address(self.cleaned_data["email"])
        return str(super().clean_email())


class RequestPasswordResetView(views.RequestPasswordResetView):
    """Mails a code for a new password."""

    input_class = RequestPasswordResetInput


def _has_lost_its_account(process: AbstractCodeVerificationProcess | None) -> bool:
    # A newer sign-up, or the owner of its address, has taken its place. A process that never had
    # an account only pretends to be one, so that nobody learns which addresses are known.
    return process is not None and "user_id" in process.state and process.user is None


class VerifyEmailView(views.VerifyEmailView):
    """Confirms an address by its code."""

    def handle(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        """Answer 409, as for any code that is void, when there is no account to confirm."""
        if _has_lost_its_account(EmailVerificationProcess.resume(request)):
            return ConflictResponse(request)
        return super().handle(request, *args, **kwargs)


class ResetPasswordView(views.ResetPasswordView):
    """Sets a new password by the code that was mailed."""

    def handle(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        """Answer 409, as for any code that is void, when there is no account to open."""
        if _has_lost_its_account(PasswordResetVerificationProcess.resume(request)):
            return ConflictResponse(request)
        return super().handle(request, *args, **kwargs)


class SessionsView(session_views.SessionsView):
    """Lists where the caller is signed in, and signs out there."""

    def _respond_session_list(self) -> SessionsResponse:
        """Ask as often however many there are, and forget those that have ended."""
        user = self.request.user
        assert isinstance(user, User)
        known = UserSession.objects.filter(user=user)
        live = SessionStore.live_keys(user)
        known.exclude(session_key__in=live).delete()
        return SessionsResponse(self.request, known.filter(session_key__in=live).order_by("pk"))
