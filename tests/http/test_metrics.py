"""Metrics are for whoever has the token, move by what is done, and have no labels made up."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.db import OperationalError, connection
from django.test import Client
from django.utils import timezone
from prometheus_client.parser import text_string_to_metric_families

from config.http.metrics import REQUESTS
from games.models import StockDeal
from solver_worker.models import Heartbeat, Solve
from solver_worker.tasks.questions import question
from tests.games.conftest import Player, stock_up

TOKEN = "only for whoever watches"
pytestmark = pytest.mark.django_db(transaction=True)

Read = Callable[..., float]


def exposed() -> str:
    answer = Client().get("/metrics", headers={"Authorization": f"Bearer {TOKEN}"})
    assert answer.status_code == 200
    assert answer["Content-Type"].startswith("text/plain; version=")
    return answer.content.decode()


def value(name: str, **labels: str) -> float:
    """A sample as it is now; 0 when there is none."""
    return sum(
        sample.value
        for family in text_string_to_metric_families(exposed())
        for sample in family.samples
        if sample.name == name and labels.items() <= sample.labels.items()
    )


@pytest.fixture(autouse=True)
def _token(settings: Any) -> None:
    settings.METRICS_TOKEN = TOKEN


@pytest.fixture
def growth() -> Callable[..., Callable[[], float]]:
    """How much a sample has grown since it was asked for."""

    def since(name: str, **labels: str) -> Callable[[], float]:
        before = value(name, **labels)
        return lambda: value(name, **labels) - before

    return since


@pytest.mark.parametrize(
    "given",
    [None, "", "Bearer", "Bearer ", f"Bearer {TOKEN[:-1]}", f"Bearer {TOKEN}x", TOKEN, "Bearer é"],
)
def test_without_the_token_there_is_nothing(given: str | None) -> None:
    answer = Client().get("/metrics", headers={} if given is None else {"Authorization": given})
    assert answer.status_code == 404
    assert answer.json()["code"] == "not_found"


def test_without_a_token_that_is_set_there_is_nothing_for_anybody(settings: Any) -> None:
    settings.METRICS_TOKEN = ""
    for given in ("", "Bearer ", "Bearer", f"Bearer {TOKEN}"):
        answer = Client().get("/metrics", headers={"Authorization": given})
        assert answer.status_code == 404


def test_players_cannot_read_them() -> None:
    assert Player().client.get("/metrics").status_code == 404


def test_requests_are_counted_by_the_pattern_of_their_address(growth: Any) -> None:
    route = "api/v1/games/<id:game_id>/ops"
    player = Player()
    game = player.start()
    taken = growth("patience_http_requests_total", method="POST", route=route, status="200")
    refused = growth("patience_http_requests_total", method="POST", route=route, status="422")
    timed = growth("patience_http_request_seconds_count", method="POST", route=route)
    player.play(game, game["legal_moves"][0]["move"])
    player.send(game, "11", version=1)
    assert (taken(), refused(), timed()) == (1, 1, 2)


def test_no_caller_makes_up_a_label() -> None:
    series = {tuple(sample.labels.values()) for sample in next(iter(REQUESTS.collect())).samples}
    client = Client()
    for number in range(5):
        client.generic(f"BREW{number}", f"/pot/{number}")
        client.get(f"/api/v1/games/{number}")
        client.get(f"/pot/{number}", headers={"Host": f"pot{number}.example"})
    now = {tuple(sample.labels.values()) for sample in next(iter(REQUESTS.collect())).samples}
    assert all(method in {"other", "GET"} for method, _, _ in now - series)
    assert len(now - series) <= 6
    assert "pot/" not in exposed()


def test_ops_and_the_ends_of_games_are_counted(growth: Any) -> None:
    ops = {op: growth("patience_ops_total", variant="bakers_game", op=op) for op in ("move", "z")}
    ended = {
        outcome: growth(
            "patience_games_ended_total", variant="bakers_game", level="medium", outcome=outcome
        )
        for outcome in ("resigned", "replaced", "won")
    }
    player = Player()
    game = player.start()
    move = game["legal_moves"][0]["move"]
    game = player.play(game, move, "z")
    player.send(game, move, "z", version=0)  # A repeated batch is no second one.
    player.send(game, "11")
    player.start(abandon_active=True)
    player.post(f"/games/{player.start(abandon_active=True)['id']}/resign")
    assert {op: grown() for op, grown in ops.items()} == {"move": 1, "z": 1}
    assert {name: grown() for name, grown in ended.items()} == {
        "resigned": 1,
        "replaced": 2,
        "won": 0,
    }


def test_a_win_is_counted(growth: Any) -> None:
    stock_up(1)
    line = StockDeal.objects.get().line.split()
    won = growth("patience_games_ended_total", level="easy", mode="casual", outcome="won")
    player = Player()
    game = player.play(player.start("easy"), *line)
    if game["status"] == "active":
        player.play(game, "x")
    assert won() == 1


def test_questions_are_counted_with_their_verdict_and_their_time(
    growth: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("solver_worker.services.WAIT_SECONDS", 0)
    solved = growth("patience_solves_total", kind="verdict", verdict="winnable")
    timed = growth("patience_solve_seconds_count", kind="verdict")
    seconds = growth("patience_solve_seconds_sum", kind="verdict")
    player = Player()
    game = player.start(deal={"scheme": "ms", "number": 1})
    asked = player.post(f"/games/{game['id']}/verdict").json()["id"]
    assert value("patience_questions_waiting", kind="verdict") == 1
    Solve.objects.update(asked_at=timezone.now() - timedelta(minutes=5))
    assert 300 <= value("patience_questions_oldest_seconds", kind="verdict") < 330
    question(asked)
    question(asked)
    assert (solved(), timed()) == (1, 1)
    assert seconds() == pytest.approx(Solve.objects.get().seconds)
    assert value("patience_questions_waiting", kind="verdict") == 0
    assert value("patience_questions_oldest_seconds", kind="verdict") == 0
    Solve.objects.update(status="failed", answer=None)
    assert value("patience_given_up") == 1


def test_gauges_are_what_the_rows_are_now(settings: Any) -> None:
    settings.STOCK_SIZE = 7
    assert value("patience_stock_deals", variant="bakers_game", level="easy") == 0
    stock_up(2)
    Heartbeat.objects.create(queue="solve", at=timezone.now() - timedelta(minutes=2))
    assert value("patience_stock_deals", variant="bakers_game", level="easy") == 2
    Player().start("easy")
    assert value("patience_stock_deals", variant="bakers_game", level="easy") == 1
    assert value("patience_stock_wanted_deals", variant="bakers_game", level="easy") == 7
    assert 120 <= value("patience_worker_silence_seconds", queue="solve") < 150
    assert value("patience_dailies_days") == 0
    assert value("patience_database_up") == 1


def test_a_database_that_is_away_is_told_and_hides_no_counts(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    Client().get("/health/live")

    def refuse(*_: object) -> None:
        raise OperationalError("connection refused")

    monkeypatch.setattr(connection, "cursor", refuse)
    shown = exposed()
    assert "patience_database_up 0.0" in shown
    assert "patience_stock_deals" not in shown
    assert "patience_http_requests_total{" in shown
