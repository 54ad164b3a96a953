"""Questions are kept for as long as the setting says after their answer, and no longer."""

from datetime import datetime, timedelta
from typing import Any

import pytest
from django.utils import timezone

from config.celery import app
from config.queues import beat_schedule
from solver_worker.models import Solve
from solver_worker.services import prune
from tests.games.conftest import Player
from tests.solver_worker.conftest import ask

pytestmark = pytest.mark.django_db(transaction=True)


def questions(*over: datetime | None) -> list[Solve]:
    """Questions that were answered then; None is one that still waits."""
    game = Player().start(deal={"scheme": "ms", "number": 1})
    return [
        Solve.objects.create(
            game_id=game["id"],
            kind="verdict",
            version=version,
            status="done" if at else "queued",
            answer={"verdict": "winnable"} if at else None,
            asked_at=timezone.now() - timedelta(days=400),
            finished_at=at,
        )
        for version, at in enumerate(over)
    ]


def test_only_what_was_over_longer_ago_is_removed(settings: Any) -> None:
    settings.SOLVE_DAYS = 3
    now = timezone.now()
    days = [timedelta(days=days) for days in (4, 3, 2)]
    *_, kept, waiting = questions(*(now - each for each in days), None)
    app.tasks["solver_worker.prune_solves"]()
    assert set(Solve.objects.values_list("pk", flat=True)) == {kept.pk, waiting.pk}


def test_a_call_removes_so_many_the_oldest_first() -> None:
    now = timezone.now()
    *_, last = questions(*(now - timedelta(days=100 - ago) for ago in range(5)))
    assert [prune(now, most=2) for _ in range(2)] == [2, 2]
    assert Solve.objects.get().pk == last.pk
    assert prune(now, most=2) == 1
    assert prune(now, most=2) == 0


def test_a_question_that_was_removed_can_be_asked_again() -> None:
    player = Player()
    game = player.start(deal={"scheme": "ms", "number": 1})
    first = ask(player, game, "verdict")
    assert prune(timezone.now() + timedelta(days=31)) == 1
    assert player.get(f"/solves/{first['id']}").status_code == 404
    again = ask(player, game, "verdict")
    assert again["id"] != first["id"]
    assert again["answer"] == first["answer"]


def test_it_is_done_every_hour() -> None:
    (entry,) = [
        each for each in beat_schedule.values() if each["task"] == "solver_worker.prune_solves"
    ]
    assert entry["schedule"] == 3600
