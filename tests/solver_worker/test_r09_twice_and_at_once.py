"""Every task may run twice, and in four threads at once: what it leaves is the same."""

from collections.abc import Callable
from contextlib import suppress
from datetime import timedelta
from typing import Any

import pytest
from celery.exceptions import Ignore
from django.apps import apps
from django.db.models import Model
from django.utils import timezone

from accounts.models import User
from config.celery import app
from games.models import Game
from solver_worker.models import Solve, UnfinishedTask
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


def _idle_game() -> Arguments:
    game = Player().start()
    Game.objects.filter(pk=game["id"]).update(last_op_at=timezone.now() - timedelta(days=31))
    return ()


def _unused_guest() -> Arguments:
    long_ago = timezone.now() - timedelta(days=8)
    User.objects.filter(pk=Player().user.pk).update(created_at=long_ago)
    return ()


def _spare_dailies() -> Arguments:
    stock_up(3, "medium")
    return ()


def _open_daily() -> Arguments:
    _spare_dailies()
    today = timezone.now().date()
    Player().put(f"/dailies/{today}/bakers_game/attempt")
    Game.objects.filter(mode=Game.Mode.DAILY).update(closes_at=timezone.now())
    return ()


# What each task is given, after what it works on was made. A task of any app belongs here.
SITUATIONS: dict[str, list[Callable[[], Arguments]]] = {
    "solver_worker.heartbeat": [lambda: ("fast",)],
    "solver_worker.solve.question": [_question(kind) for kind in ("hint", "verdict", "analysis")],
    "solver_worker.solve.sweep": [_overdue],
    "solver_worker.solve.fill_stock": [lambda: ()],
    "games.expire_idle_games": [_idle_game],
    "games.remove_unused_guests": [_unused_guest],
    "games.lay_dailies": [_spare_dailies],
    "games.close_dailies": [_open_daily],
}
# Marks of time, and what a search cost, are not what a task is for.
PASSING = {"at", "asked_at", "started_at", "finished_at", "seconds", "last_at", "served_at"}
CASES = [
    pytest.param(name, made, id=f"{name}-{number}")
    for name, situations in SITUATIONS.items()
    for number, made in enumerate(situations)
]


@pytest.fixture(autouse=True)
def small_stock(settings: Any) -> None:
    settings.STOCK_SIZE = settings.DAILY_SPARES = 2


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
