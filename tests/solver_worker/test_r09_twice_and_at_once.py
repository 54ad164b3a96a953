"""Every task may run twice, and in four threads at once: what it leaves is the same."""

from collections.abc import Callable
from contextlib import suppress
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from celery.exceptions import Ignore
from django.apps import apps
from django.db.models import Model
from django.utils import timezone

from accounts.models import User
from config.celery import app
from games.models import Game
from games.rules import VARIANTS
from games.services import stock
from solver_worker.models import Solve, UnfinishedTask
from stats.days import day_of
from tests.games.conftest import Player, stock_up
from tests.threads import at_once

pytestmark = pytest.mark.django_db(transaction=True)

Arguments = tuple[str, ...]


def _question(kind: str) -> Callable[[], Arguments]:
    def put() -> Arguments:
        player = Player()
        game = player.start(deal={"scheme": "ms", "number": 1})
        if kind == "analysis":
            player.post(f"/games/{game['id']}/resign")
            return (player.get(f"/games/{game['id']}/analysis").json()["id"],)
        return (player.post(f"/games/{game['id']}/{kind}").json()["id"],)

    return put


def _overdue() -> Arguments:
    for kind in ("hint", "verdict", "analysis"):
        _question(kind)()
    Solve.objects.update(asked_at="2026-11-01T00:00:00Z")
    return ()


def _answered_long_ago() -> Arguments:
    for kind in ("hint", "verdict", "analysis"):
        (asked,) = _question(kind)()
        run("solver_worker.solve.question", (asked,))
    newest = Solve.objects.order_by("pk").first()
    assert newest
    Solve.objects.exclude(pk=newest.pk).update(finished_at="2026-01-01T00:00:00Z")
    return ()


def _spares() -> Arguments:
    stock_up(40, "medium")
    return ()


def _left_alone() -> Arguments:
    """Players with a game and a daily's attempt, and a guest without, all of long ago."""
    stock_up(1, "medium")
    for _ in range(3):
        Player()
        player = Player()
        player.start("hard")
        player.put(f"/dailies/{day_of(timezone.now())}/bakers_game/attempt")
    long_ago = timezone.now() - timedelta(days=40)
    User.objects.update(created_at=long_ago)
    Game.objects.update(created_at=long_ago, last_op_at=long_ago)
    Game.objects.filter(mode="daily").update(closes_at=long_ago + timedelta(days=1))
    return ()


def _leaving() -> Arguments:
    """Players with and without games who asked to be erased, one of them not yet due."""
    now = timezone.now()
    for days in (1, 1, -1):
        player = Player()
        player.start("hard")
        User.objects.filter(pk=player.user.pk).update(
            display_name=f"Leaving {player.user.pk}"[:20],
            name_key=str(player.user.pk),
            deletion_at=now - timedelta(days=days),
        )
    return ()


def _months_ago() -> Arguments:
    """A game that ended so long ago that there are months to tell of."""
    player = Player()
    game = player.start("hard")
    player.post(f"/games/{game['id']}/resign")
    Game.objects.update(finished_at=timezone.now() - timedelta(days=100))
    return ()


def _nothing() -> Arguments:
    return ()


@pytest.fixture(autouse=True)
def _small_stock(
    settings: Any, monkeypatch: pytest.MonkeyPatch, one_daily: None, tmp_path: Path
) -> None:
    """A small stock of one game, and time enough to compile the kernels."""
    settings.DUMPS_DIR = tmp_path
    settings.STOCK_SIZE, settings.DAILY_SPARES = 4, 2
    monkeypatch.setattr(stock, "VARIANTS", {"bakers_game": VARIANTS["bakers_game"]})
    monkeypatch.setattr("solver_worker.tasks.stock.SLICE_SECONDS", 300)


# What each task is given, after what it works on was made. A task of any app belongs here.
SITUATIONS: dict[str, list[Callable[[], Arguments]]] = {
    "solver_worker.heartbeat": [lambda: ("fast",)],
    "solver_worker.solve.question": [_question(kind) for kind in ("hint", "verdict", "analysis")],
    "solver_worker.solve.sweep": [_overdue],
    "solver_worker.solve.fill_stock": [_nothing],
    "solver_worker.prune_solves": [_answered_long_ago],
    "games.lay_dailies": [_spares],
    "games.close_dailies": [_left_alone],
    "games.expire_idle_games": [_left_alone],
    "games.remove_unused_guests": [_left_alone],
    "games.erase_players": [_leaving],
    "games.make_dumps": [_months_ago],
    "solver_worker.verify_sample": [_left_alone],
}
# Marks of time, and what a search cost, are not what a task is for.
PASSING = {
    "at", "asked_at", "started_at", "finished_at", "seconds", "last_at", "served_at", "made_at",
}  # fmt: skip
CASES = [
    pytest.param(name, made, id=f"{name}-{number}")
    for name, situations in SITUATIONS.items()
    for number, made in enumerate(situations)
]


def state() -> dict[str, list[dict[str, Any]]]:
    """All rows of our own apps but the marks of time in them."""
    models: list[type[Model]] = [
        model
        for label in ("accounts", "stats", "games", "solver_worker")
        for model in apps.get_app_config(label).get_models()
    ]
    return {
        model.__name__: [
            {name: value for name, value in row.items() if name not in PASSING}
            for row in model._default_manager.order_by("pk").values()
        ]
        for model in models
    }


def run(name: str, arguments: Arguments) -> None:
    """What a worker does with a message."""
    with suppress(Ignore):  # Then others have all five tries under way.
        app.tasks[name](*arguments)


def test_every_task_is_looked_at() -> None:
    app.loader.import_default_modules()
    ours = {name for name in app.tasks if not name.startswith(("celery.", "tests."))}
    assert ours == set(SITUATIONS)


@pytest.mark.parametrize(("name", "made"), CASES)
def test_r09_a_task_run_twice_leaves_what_it_leaves_once(
    name: str, made: Callable[[], Arguments]
) -> None:
    arguments = made()
    run(name, arguments)
    once = state()
    run(name, arguments)
    assert state() == once
    assert not UnfinishedTask.objects.exists()


@pytest.mark.parametrize(("name", "made"), CASES)
def test_r09_a_task_run_in_four_threads_at_once_is_done_once(
    name: str, made: Callable[[], Arguments]
) -> None:
    arguments = made()
    at_once([lambda: run(name, arguments)] * 4)
    together = state()
    run(name, arguments)
    assert state() == together
    assert not UnfinishedTask.objects.exists()
    assert set(Solve.objects.values_list("status", "attempts")) <= {("done", 1)}
