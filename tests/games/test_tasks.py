"""R9, R15: the scheduled tasks do what is due, however often and however late they run."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
import time_machine

from accounts.models import User
from config.celery import app
from config.queues import beat_schedule
from games import tasks
from games.models import Daily, Game
from games.services import abandonment
from solver_worker.models import UnfinishedTask
from stats.models import GameResult
from stats.selectors.ledger import totals_that_differ
from tests.games.conftest import Player, stock_up
from tests.threads import at_once

START = datetime(2026, 11, 1, 9, tzinfo=UTC)
LATE = START + timedelta(days=30, hours=25)
TASKS = (
    tasks.lay_dailies,
    tasks.close_dailies,
    tasks.expire_idle_games,
    tasks.remove_unused_guests,
)


@pytest.fixture
def left_alone(one_daily: None) -> Iterator[None]:
    """Six players with a game and a daily's attempt, six guests without, a month and a day ago."""
    stock_up(40, "medium")
    with time_machine.travel(START, tick=False):
        for _ in range(6):
            Player()
            player = Player()
            player.start("hard")
            player.put("/dailies/2026-11-01/bakers_game/attempt")
    with time_machine.travel(LATE, tick=False):
        yield


def require_all_done_once() -> None:
    assert Daily.objects.filter(date__gte=LATE.date()).count() == 31
    assert Game.objects.filter(status="lost", reason="expired").count() == 6
    assert Game.objects.filter(status="lost", reason="daily_closed").count() == 6
    assert GameResult.objects.count() == 12
    assert User.objects.count() == 6
    assert not list(totals_that_differ())
    assert not UnfinishedTask.objects.exists()


def test_every_task_is_scheduled() -> None:
    app.loader.import_default_modules()
    scheduled = {entry["task"] for entry in beat_schedule.values()}
    assert {task.name for task in TASKS} <= scheduled
    assert scheduled <= set(app.tasks)


@pytest.mark.django_db
def test_r09_r15_after_a_long_silence_everything_is_caught_up_once(left_alone: None) -> None:
    for _ in range(2):
        for task in TASKS:
            task()
        require_all_done_once()


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("task", TASKS, ids=lambda task: task.name)
def test_r09_r15_in_four_threads_at_once(left_alone: None, task: Any) -> None:
    at_once([task] * 4)
    # One more round, and the tasks that are not under test here.
    for each in TASKS:
        each()
    require_all_done_once()


@pytest.mark.django_db
def test_a_task_goes_on_until_nothing_is_left(
    left_alone: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    for sweep in ("close_dailies", "expire_idle_games", "remove_unused_guests"):
        whole = getattr(abandonment, sweep)
        monkeypatch.setattr(abandonment, sweep, lambda now, whole=whole: whole(now, most=2))
    for task in TASKS:
        task()
    require_all_done_once()
