"""What shared caches may keep is the same for everybody, and gives nobody's session away."""

from datetime import UTC, datetime, timedelta

import pytest
import time_machine
from django.conf import settings
from django.test import Client

from accounts.models import Session
from tests.games.conftest import Player

pytestmark = pytest.mark.django_db

NOW = datetime(2026, 11, 29, 12, tzinfo=UTC)
CLOSED = "/api/v1/leaderboards/best_score:bakers_game:easy:2026-W40"
PUBLIC = [CLOSED, "/api/v1/variants", "/api/v1/variants/bakers_game", "/api/v1/dumps"]
OWN = ["/api/v1/me", "/api/v1/games", "/api/v1/me/stats", "/api/v1/me/export", "/", "/admin/"]


def browser() -> Client:
    """A signed-in browser whose session is due for renewal."""
    player, client = Player(), Client()
    client.cookies["sessionid"] = player.token
    due = NOW + timedelta(seconds=settings.SESSION_COOKIE_AGE) - timedelta(days=2)
    Session.objects.update(expire_date=due)
    return client


@pytest.mark.parametrize("place", PUBLIC)
def test_what_is_public_sets_no_cookie(place: str) -> None:
    with time_machine.travel(NOW, tick=False):
        signed_in, nobody = browser().get(place), Client().get(place)
    assert signed_in.status_code == nobody.status_code == 200
    assert signed_in.content == nobody.content
    assert nobody["Cache-Control"].startswith("public")
    assert not nobody.cookies
    assert "RateLimit" not in nobody
    assert not signed_in.cookies or signed_in["Cache-Control"] == "private, no-cache"


def test_the_cookie_is_renewed_on_the_way() -> None:
    """Or the test above would show nothing."""
    with time_machine.travel(NOW, tick=False):
        caller = browser()
        assert "sessionid" in caller.get(CLOSED).cookies
        assert caller.get(CLOSED)["Cache-Control"].startswith("public")


@pytest.mark.parametrize("place", OWN)
def test_what_is_somebodys_is_kept_by_no_shared_cache(place: str) -> None:
    with time_machine.travel(NOW, tick=False):
        answer = browser().get(place)
    kept = answer["Cache-Control"]
    assert "public" not in kept
    assert "private" in kept or "no-store" in kept
