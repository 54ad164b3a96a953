"""A cookie alone changes nothing, whoever sends it; the staff's form leads nowhere else."""

import re

import pytest
from django.test import Client
from drf_spectacular.generators import SchemaGenerator

from accounts.models import User
from games.models import Game
from tests.accounts.conftest import PASSWORD
from tests.games.conftest import Player

pytestmark = pytest.mark.django_db

ZERO = "00000000-0000-4000-8000-000000000000"
FILLED = {"day": "2026-11-29", "variant": "bakers_game"}
WRITING = {"post", "put", "patch", "delete"}
# What a form of another page can send without asking first.
SIMPLE = ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x"]


def operations() -> list[tuple[str, str]]:
    """Every writing operation, with something in the place of its parameters."""
    schema = SchemaGenerator().get_schema(request=None, public=True)
    return [
        (method.upper(), re.sub(r"\{(\w+)\}", lambda part: FILLED.get(part[1], ZERO), path))
        for path, item in schema["paths"].items()
        for method in WRITING & set(item)
    ]


OPERATIONS = sorted(operations())


@pytest.fixture
def browser() -> Client:
    """A signed-in browser that has its CSRF token."""
    client = Client(enforce_csrf_checks=True, raise_request_exception=False)
    client.get("/")
    token = client.cookies["csrftoken"].value
    made = client.post(
        "/api/v1/guests",
        {"client": "browser"},
        content_type="application/json",
        headers={"X-CSRFToken": token},
    )
    assert made.status_code == 201
    return client


@pytest.mark.parametrize(("method", "path"), OPERATIONS)
@pytest.mark.parametrize("origin", ["without a token", "from another origin"])
def test_a_cookie_alone_changes_nothing(
    browser: Client, method: str, path: str, origin: str
) -> None:
    headers = {}
    if origin == "from another origin":
        headers = {
            "Origin": "https://evil.example",
            "X-CSRFToken": browser.cookies["csrftoken"].value,
        }
    answer = browser.generic(method, path, "{}", content_type="application/json", headers=headers)
    assert answer.status_code == 403
    assert answer.json()["code"] == "csrf_failed"


@pytest.mark.parametrize(("method", "path"), OPERATIONS)
@pytest.mark.parametrize("kind", SIMPLE)
def test_no_form_of_another_page_signs_anybody_in_or_does_anything(
    method: str, path: str, kind: str
) -> None:
    stranger = Client(enforce_csrf_checks=True, raise_request_exception=False)
    body = '{"client": "browser", "x": "="}'
    answer = stranger.generic(
        method, path, body, content_type=kind, headers={"Origin": "https://evil.example"}
    )
    assert answer.status_code in {401, 403, 415}
    assert "sessionid" not in answer.cookies
    assert not User.objects.exists()
    assert not Game.objects.exists()


@pytest.mark.parametrize(
    ("method", "path"),
    [
        ("POST", "auth/login"),
        ("POST", "auth/signup"),
        ("POST", "auth/password/request"),
        ("POST", "auth/password/reset"),
        ("POST", "auth/email/verify"),
        ("POST", "account/email"),
        ("POST", "account/password/change"),
        ("DELETE", "auth/session"),
        ("DELETE", "auth/sessions"),
    ],
)
def test_signing_in_and_out_takes_the_token_too(browser: Client, method: str, path: str) -> None:
    answer = browser.generic(
        method, f"/api/auth/browser/v1/{path}", "{}", content_type="application/json"
    )
    assert answer.status_code == 403
    assert browser.get("/api/v1/me").status_code == 200


FAR = ["https://evil.example/", "//evil.example/", "/\\evil.example", "javascript:alert(1)", "///x"]


@pytest.mark.parametrize("place", FAR)
def test_the_staffs_form_leads_to_no_other_place(place: str) -> None:
    User.objects.create_superuser("staff@example.org", PASSWORD)
    client = Client()
    form = {"username": "staff@example.org", "password": PASSWORD, "next": place}
    signed_in = client.post(f"/admin/login/?next={place}", form)
    assert signed_in.status_code == 302
    # Wherever it leads: to a path of this host.
    assert re.match(r"/(?![/\\])", signed_in["Location"])
    for again in (f"/admin/login/?next={place}", f"/admin/logout/?next={place}"):
        answer = client.get(again)
        assert "evil" not in answer.get("Location", "")


def test_nobody_but_the_staff_gets_behind_the_form() -> None:
    player = Player()
    signed_in = Client()
    signed_in.force_login(
        player.user, backend="allauth.account.auth_backends.AuthenticationBackend"
    )
    with_token = Client(headers={"Authorization": f"Bearer {player.token}"})
    places = ["", "accounts/user/", "games/game/", "jsi18n/", "password_change/", "auth/group/add/"]
    for place in places:
        for client in (Client(), signed_in, with_token):
            for call in (client.get, client.post):
                answer = call(f"/admin/{place}")
                assert answer.status_code == 302
                assert answer["Location"].startswith("/admin/login/?next=/admin/")
    # The staff are known there by their cookie alone: a token is no way in.
    User.objects.filter(pk=player.user.pk).update(is_staff=True, is_superuser=True)
    assert with_token.get("/admin/").status_code == 302
    assert signed_in.get("/admin/").status_code == 200
