"""A caller of allauth's app endpoints, and the codes it is mailed."""

import json
import re
from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.auth.hashers import Argon2PasswordHasher
from django.core import mail
from django.http import HttpResponse
from django.test import Client

PASSWORD = "correct horse battery"


class App:
    """A mobile client: remembers its token and sends it as a bearer token."""

    def __init__(self, token: str | None = None, language: str = "en") -> None:
        self.client = Client(raise_request_exception=False)
        self.token = token
        self.language = language

    def call(self, method: str, path: str, body: Any = None) -> HttpResponse:
        headers = {"Accept-Language": self.language}
        if self.token:
            headers["Authorization"] = f"Bearer {self.token}"
        return self.client.generic(
            method,
            path,
            json.dumps(body) if body is not None else "",
            content_type="application/json",
            headers=headers,
        )

    def auth(self, method: str, path: str, body: Any = None) -> HttpResponse:
        """Call allauth; keep the token it hands out."""
        response = self.call(method, f"/api/auth/app/v1/{path}", body)
        self.token = response.json().get("meta", {}).get("session_token", self.token)
        return response

    def start_as_guest(self) -> str:
        """Become a guest; return its id."""
        response = self.call("POST", "/api/v1/guests", {"client": "app"})
        assert response.status_code == 201
        self.token = response.json()["token"]
        return response.json()["user"]["id"]

    def sign_up(self, email: str, password: str = PASSWORD) -> str:
        """Make a confirmed account; return its id."""
        self.auth("POST", "auth/signup", {"email": email, "password": password})
        response = self.auth("POST", "auth/email/verify", {"key": last_code()})
        assert response.status_code == 200, response.content
        return response.json()["data"]["user"]["id"]

    def me(self) -> dict[str, Any]:
        response = self.call("GET", "/api/v1/me")
        assert response.status_code == 200, response.content
        return response.json()


def last_code() -> str:
    """The code in the mail sent last, on a line of its own."""
    codes = re.findall(r"^([A-Z0-9]{3,}-?[A-Z0-9]{3,})$", mail.outbox[-1].body, re.MULTILINE)
    assert len(codes) == 1, mail.outbox[-1].body
    return codes[0]


@pytest.fixture(autouse=True)
def _quick_hashes(monkeypatch: pytest.MonkeyPatch) -> None:
    """Keep Argon2, at the least cost it can have."""
    monkeypatch.setattr(Argon2PasswordHasher, "time_cost", 1)
    monkeypatch.setattr(Argon2PasswordHasher, "memory_cost", 8)
    monkeypatch.setattr(Argon2PasswordHasher, "parallelism", 1)


@pytest.fixture
def app(db: None) -> App:
    return App()


@pytest.fixture
def new_app(db: None) -> Callable[..., App]:
    return App
