"""Statistics as the result screen shows them, and as others see them."""

from typing import Any

import pytest
from django.utils import timezone
from rest_framework.test import APIClient

from accounts.erasure import erase
from accounts.models import User
from tests.games.conftest import Player, nearly_won, stock_up

pytestmark = pytest.mark.django_db


@pytest.fixture
def winner() -> Player:
    stock_up(2)
    player = Player()
    won = nearly_won(player)
    player.play(won.game, *won.last)
    lost = player.start("easy")
    player.post(f"/games/{lost['id']}/resign")
    player.client.patch("/api/v1/me", {"display_name": "Anna"}, format="json")
    return player


def seen(player: Player, client: Any = None) -> Any:
    return (client or APIClient()).get(f"/api/v1/users/{player.user.pk}/stats")


def test_the_result_screen_finds_every_figure(winner: Player) -> None:
    game = winner.get("/games?status=won").json()["items"][0]
    assert {"moves", "clock", "score"} <= set(game)
    stats = winner.stats("easy")
    figures = ("won", "lost", "win_pct", "current_streak", "best_streak", "best_score")
    assert [stats[name] for name in figures] == [1, 1, 50.0, 0, 1, game["score"]["total"]]
    # An average says in its name what it is of.
    averages = {name for name in stats if name.startswith("avg_")}
    assert averages == {"avg_time_ms_of_wins", "avg_moves_of_wins"}
    assert stats["avg_time_ms_of_wins"] == game["clock"]["elapsed_ms"]
    assert stats["avg_moves_of_wins"] == game["moves"]


def test_others_see_the_same_figures(winner: Player) -> None:
    own = winner.get("/me/stats").json()["items"]
    for client in (APIClient(), Player().client, winner.client):
        answer = seen(winner, client)
        assert answer.status_code == 200
        assert answer.json()["items"] == own
        assert answer.json()["user"] == {"id": str(winner.user.pk), "display_name": "Anna"}
        again = client.get(answer.wsgi_request.path, HTTP_IF_NONE_MATCH=answer["ETag"])
        assert again.status_code == 304
    assert seen(winner).json().keys() == {"as_of", "items", "user"}


@pytest.mark.parametrize("change", [{"visibility": "private"}, {"is_active": False}])
def test_of_a_hidden_player_there_are_none(winner: Player, change: dict[str, Any]) -> None:
    User.objects.filter(pk=winner.user.pk).update(**change)
    assert seen(winner).status_code == 404


def test_of_an_erased_player_there_are_none(winner: Player) -> None:
    erase(winner.user, timezone.now())
    assert seen(winner).status_code == 404


def test_of_nobody_there_are_none(winner: Player) -> None:
    place = "/api/v1/users/7b1f6f0e-1111-4222-8333-444455556666/stats"
    assert APIClient().get(place).status_code == 404
    assert APIClient().get(place + "?more=1").status_code == 422
