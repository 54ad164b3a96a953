"""Every task may run twice, and in four threads at once: what it leaves is the same."""

from collections.abc import Callable
from contextlib import suppress
from typing import Any

import pytest
from celery.exceptions import Ignore
from django.apps import apps
from django.db.models import Model

from config.celery import app
from solver_worker.models import Solve, UnfinishedTask
from tests.games.conftest import Player
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


# What each task is given, after what it works on was made. A task of any app belongs here.
SITUATIONS: dict[str, list[Callable[[], Arguments]]] = {
    "solver_worker.heartbeat": [lambda: ("fast",)],
    "solver_worker.solve.question": [_question(kind) for kind in ("hint", "verdict", "analysis")],
    "solver_worker.solve.sweep": [_overdue],
}
# Marks of time, and what a search cost, are not what a task is for.
PASSING = {"at", "asked_at", "started_at", "finished_at", "seconds", "last_at", "served_at"}
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
