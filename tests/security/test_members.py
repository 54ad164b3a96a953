"""Nobody gives themselves what is not theirs, and the service calls nobody that a request names."""

import ast
from pathlib import Path

import pytest
from django.test import Client

from accounts.models import Session, User
from config.launch.options import CHECKOUT
from tests.accounts.conftest import PASSWORD, App, last_code
from tests.games.conftest import Player

pytestmark = pytest.mark.django_db

MORE = {
    "is_staff": True,
    "is_superuser": True,
    "is_active": False,
    "is_guest": False,
    "id": "00000000-0000-4000-8000-000000000000",
    "confirmed_at": "2026-11-29T00:00:00Z",
    "email_verified": True,
    "user_permissions": [1],
    "groups": [1],
}


def standing(user: User) -> list[object]:
    user.refresh_from_db()
    return [getattr(user, name) for name in ("pk", "is_staff", "is_superuser", "is_active")]


def test_a_profile_takes_its_own_members_alone() -> None:
    player = Player()
    before = standing(player.user)
    for name, value in MORE.items():
        answer = player.client.patch("/api/v1/me", {name: value, "locale": "fr"}, format="json")
        assert answer.status_code == 422
        assert answer.json()["errors"][0]["pointer"] == f"/{name}"
    assert standing(player.user) == before
    assert player.get("/me").json()["locale"] == "en"


def test_signing_up_makes_a_player_and_nothing_more() -> None:
    app = App()
    app.auth("POST", "auth/signup", {"email": "a@example.org", "password": PASSWORD, **MORE})
    user = User.objects.get(email="a@example.org")
    assert (user.is_staff, user.is_superuser, user.is_active) == (False, False, True)
    assert str(user.pk) != MORE["id"]
    assert app.call("GET", "/api/v1/me").status_code == 401  # Until the code is given.
    app.auth("POST", "auth/email/verify", {"key": last_code(), **MORE})
    user.refresh_from_db()
    assert (user.is_staff, user.is_superuser) == (False, False)


def test_signing_in_changes_the_key_of_the_session() -> None:
    """Who planted a cookie in a browser does not know the session that it signs in to."""
    App().sign_up("a@example.org")
    browser = Client()
    browser.get("/")
    planted = "0123456789abcdefghijklmnopqrstuv"
    browser.cookies["sessionid"] = planted
    answer = browser.post(
        "/api/auth/browser/v1/auth/login",
        {"email": "a@example.org", "password": PASSWORD},
        content_type="application/json",
    )
    assert answer.status_code == 200
    key = browser.cookies["sessionid"].value
    assert key != planted
    assert Session.objects.filter(session_key=key, user__email="a@example.org").exists()
    assert not Session.objects.filter(session_key=planted).exists()


# What can call another host; mails and the queue of tasks go through their libraries alone.
CALLERS = {"requests", "httpx", "aiohttp", "urllib3", "urllib.request", "http.client", "socket"}
# Programs that whoever runs the service calls: the launcher's probe, `make demo`.
COMMANDS = ("config/launch/", "games/management/")


def test_the_service_calls_no_address_that_a_request_could_name() -> None:
    for package in ("config", "games", "accounts", "stats", "solver_worker"):
        for file in sorted((CHECKOUT / package).rglob("*.py")):
            place = str(file.relative_to(CHECKOUT))
            if not place.startswith(COMMANDS):
                assert not CALLERS & set(imported(file)), place


def imported(file: Path) -> list[str]:
    names: list[str] = []
    for node in ast.walk(ast.parse(file.read_text())):
        if isinstance(node, ast.Import):
            names += [each.name for each in node.names]
        elif isinstance(node, ast.ImportFrom) and node.module:
            names += [node.module, *(f"{node.module}.{each.name}" for each in node.names)]
    return names
