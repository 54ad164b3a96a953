"""The address that a guest has given and not confirmed yet."""

from __future__ import annotations

from allauth.account.internal.flows.email_verification_by_code import EmailVerificationProcess
from django.http import HttpRequest


def pending_address(request: HttpRequest) -> str | None:
    """Return the address whose code can still be entered; allauth's own answer counts as a try."""
    process = EmailVerificationProcess.resume(request)
    return process.email if process else None
