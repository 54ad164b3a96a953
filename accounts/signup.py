"""The part of allauth's sign-up that is ours: an address that nobody confirmed is free again."""

from __future__ import annotations

from typing import Any

from allauth.core import context
from django import forms
from django.contrib.auth.base_user import AbstractBaseUser
from django.http import HttpRequest

from accounts.services import free_abandoned_address


class SignupForm(forms.Form):
    """What allauth's form of a sign-up is built on."""

    account_already_exists: bool

    def signup(self, request: HttpRequest, user: AbstractBaseUser) -> None:
        """Add nothing to the new account."""

    def clean(self) -> dict[str, Any]:
        """Begin anew with an address whose only account was never confirmed."""
        cleaned = super().clean() or self.cleaned_data
        is_signing_up = not (self.errors or context.request.user.is_authenticated)
        if is_signing_up and self.account_already_exists:
            self.account_already_exists = not free_abandoned_address(email=cleaned["email"])
        return cleaned
