"""A request waits a second for its answer, and never takes the threads of others for it."""

import threading
import time
from collections.abc import Callable
from threading import BoundedSemaphore

import pytest
from django.db import connection

from solver_worker import services
from solver_worker.management.kernels import load_all
from solver_worker.tasks.questions import question
from tests.games.conftest import Player
from tests.threads import at_once

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def _waiting(_no_waiting: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(services, "WAIT_SECONDS", 1.0)


@pytest.fixture(scope="module", autouse=True)
def _kernels() -> None:
    """As a worker has them before its first question."""
    load_all()


@pytest.fixture
def worker(monkeypatch: pytest.MonkeyPatch) -> Callable[[float], None]:
    """Has every question answered by another thread some seconds after it is put."""

    def start(seconds: float) -> None:
        def answer(solve_id: str) -> None:
            try:
                question(solve_id)
            finally:
                connection.close()

        def wake(_: str, solve_id: str) -> None:
            timer = threading.Timer(seconds, answer, [solve_id])
            timer.start()
            timers.append(timer)

        monkeypatch.setattr(services, "wake", wake)

    timers: list[threading.Timer] = []
    yield start
    for timer in timers:
        timer.cancel()
        timer.join()


def asked(player: Player) -> tuple[int, float]:
    """The status of a question's answer and how long it took."""
    game = player.start(deal={"scheme": "ms", "number": 1})
    started = time.monotonic()
    return player.post(f"/games/{game['id']}/hint").status_code, time.monotonic() - started


def test_an_answer_that_comes_in_time_is_given_at_once(player: Player, worker) -> None:
    worker(0.2)
    status, seconds = asked(player)
    assert status == 200
    assert seconds >= 0.2


def test_one_that_comes_later_is_not_waited_for(player: Player, worker) -> None:
    worker(60)
    status, seconds = asked(player)
    assert status == 202
    assert 1 <= seconds < 60


def test_when_enough_requests_wait_the_next_does_not(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(services, "_waiting", BoundedSemaphore(2))
    monkeypatch.setattr(services, "wake", lambda *_: None)
    players = [Player() for _ in range(5)]
    seconds = sorted(took for _, took in at_once([lambda p=p: asked(p) for p in players]))
    assert sum(each >= 1 for each in seconds) == 2
    assert asked(players[0])[1] >= 1  # The places are free again.
