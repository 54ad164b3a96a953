"""The page of the account as the service writes it, without a browser."""

import json
import re
from typing import Any

import pytest
from allauth.usersessions.models import UserSession
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from accounts.models import Session, User
from tests.accounts.conftest import last_code
from tests.games.conftest import Player
from tests.web.account import PASSWORD
from tests.web.visitors import visitor

pytestmark = pytest.mark.django_db

ADDRESS = "anna@example.org"


def page(client: Client, query: str = "") -> str:
    """The page's HTML."""
    answer = client.get(f"/account{query}")
    assert answer.status_code == 200
    return answer.content.decode()


def acts(html: str) -> list[str]:
    """What can be done on the page, besides following links."""
    return re.findall(r'data-act="(\w+)"', html)


def post(client: Client, path: str, body: dict[str, Any]) -> Any:
    """The answer of allauth."""
    return client.post(
        f"/api/auth/browser/v1/{path}", json.dumps(body), content_type="application/json"
    )


@pytest.fixture
def anna(db: None) -> User:
    """Somebody who has an account."""
    user = User.objects.create_user(ADDRESS, PASSWORD)
    user.emailaddress_set.create(email=ADDRESS, verified=True, primary=True)  # type: ignore[attr-defined]
    return user


def signed_in(agent: str = "") -> Client:
    """A browser in which Anna has signed in."""
    client = visitor(**{"User-Agent": agent})
    assert post(client, "auth/login", {"email": ADDRESS, "password": PASSWORD}).status_code == 200
    return client


@pytest.mark.parametrize(
    ("step", "act"),
    [
        ("", "ask"),
        ("?step=save", "ask"),
        ("?step=anew", "ask"),
        ("?step=signIn", "enter"),
        ("?step=forgot", "forget"),
        ("?step=reset", "reset"),
        ("?step=member", "ask"),
        ("?step=../page", "ask"),
    ],
)
def test_w47_a_visitor_chooses_a_step(step: str, act: str) -> None:
    html = page(visitor(), step)
    assert acts(html)[0] == act
    # Who has chosen a step goes on in its first field; who has come to the page begins above.
    assert (" autofocus" in html) == bool(step)


def test_a_form_sends_nothing_by_itself(player: Player, anna: User) -> None:
    """Else a password that is sent before the modules are there would stand in an address."""
    for html in (page(visitor(player), "?step=signIn"), page(signed_in())):
        methods = re.findall(r'<form [^>]*?method="(\w+)"[^>]*data-act', html)
        assert methods
        assert set(methods) == {"dialog"}
        assert len(methods) == html.count("<form ") - 1  # The last one chooses the language.


def test_w47_looking_at_the_page_is_no_try_of_the_code(player: Player) -> None:
    client = visitor(player)
    assert "ask" in acts(page(client))
    assert post(client, "account/email", {"email": ADDRESS}).status_code == 200
    for _ in range(7):
        html = page(client)
        assert f"A code was sent to {ADDRESS}" in html
        assert acts(html)[:2] == ["confirm", "resend"]
    assert "ask" in acts(page(client, "?step=anew"))
    answer = post(client, "auth/email/verify", {"key": last_code()})
    assert answer.status_code == 200
    html = page(client)
    assert f"{ADDRESS} is confirmed" in html
    assert acts(html) == ["setPassword", "erase"]


def test_a_member_sees_the_devices(anna: User) -> None:
    phone = signed_in("Mozilla/5.0 (iPhone; CPU iPhone OS 17_0) Version/17.0 Safari/604.1")
    signed_in("curl/8.1")
    here = signed_in("Mozilla/5.0 (X11; Linux x86_64; rv:120.0) Firefox/120.0")
    html = page(here, "?step=signIn")
    assert re.findall(r'<span class="name">(.*?)</span>', html) == [
        "Safari iPhone",
        "Unknown device",
        "Firefox Linux",
    ]
    assert html.count("this device") == 1
    assert acts(html).count("end") == 2
    # A session that has ended, in whatever way, is shown no more.
    Session.objects.filter(session_key=phone.cookies["sessionid"].value).delete()
    assert acts(page(here)).count("end") == 1
    assert UserSession.objects.filter(user=anna).count() == 2
    # Nor is one from before the password was changed.
    anna.set_password("another long one")
    anna.save()
    assert acts(page(here)) == ["ask"]
    post(here, "auth/login", {"email": ADDRESS, "password": "another long one"})
    assert acts(page(here)).count("end") == 0


def test_who_goes_is_told_when_and_how_to_stay(player: Player) -> None:
    client = visitor(player)
    assert "erase" in acts(page(client))
    assert player.client.delete("/api/v1/me", {}, format="json").status_code == 202
    html = page(client)
    assert "Your data will be deleted" in html
    assert "stay" in acts(html)
    assert "erase" not in acts(html)


def test_r31_the_page_asks_as_often_however_many_devices_there_are(anna: User) -> None:
    here = signed_in()
    counted = []
    for devices in (1, 6):
        for _ in range(devices):
            signed_in()
        page(here)
        with CaptureQueriesContext(connection) as asked:
            page(here)
        counted.append(len(asked))
    assert counted[0] == counted[1]
