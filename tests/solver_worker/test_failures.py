"""Redis, workers and beats that fail, one at a time and again and again: nothing is lost."""

import os
import signal
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

import pytest
from django.utils import timezone

from games.models import Game
from solver_worker.models import MOST_TRIES, Solve, UnfinishedTask
from stats.models import GameResult
from tests.games.conftest import stored
from tests.solver_worker.service import SOLVING, Caller, Service
from tests.workers import Workers, age, wait_until

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(scope="module")
def running(django_db_setup: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    """One service for all: that it goes on after each failure is a part of the question."""
    service = Service(tmp_path_factory.mktemp("service"))
    try:
        service.start()
        yield service
    finally:
        service.end()


@pytest.fixture
def service(running: Service) -> Service:
    for file in ("hold", "kill", "solving"):
        (running.hooks / file).unlink(missing_ok=True)
    running.await_life()
    return running


def are_done(questions: int) -> Callable[[], bool]:
    return lambda: Solve.objects.filter(status="done").count() == questions


def assert_each_was_answered_once() -> None:
    assert set(Solve.objects.values_list("status", "attempts")) == {("done", 1)}


def begun(service: Service) -> int:
    """The process that solves, once it does."""
    place = service.hooks / "solving"
    wait_until(lambda: place.exists() and place.read_text(), what="somebody solves")
    return int(place.read_text())


def test_r08_what_was_done_without_redis_has_its_effects_within_30_s_of_its_return(
    service: Service,
) -> None:
    callers = [Caller(service) for _ in range(10)]
    service.redis.stop()
    with ThreadPoolExecutor(10) as pool:
        list(pool.map(lambda caller: [caller.play() for _ in range(10)], callers))
    assert GameResult.objects.count() == Game.objects.exclude(status="active").count() == 100
    assert Solve.objects.filter(status="queued").count() == 200
    service.redis.start()
    wait_until(are_done(200), seconds=30, what="all questions are answered")
    assert_each_was_answered_once()
    assert GameResult.objects.count() == 100


def test_r11_a_solver_that_is_killed_is_replaced_at_once(service: Service) -> None:
    (service.hooks / "hold").touch()
    caller = Caller(service)
    asked = caller.ask(caller.start(1))
    os.kill(begun(service), signal.SIGKILL)
    (service.hooks / "hold").unlink()
    wait_until(are_done(1), seconds=20, what="another process answers")
    asked.refresh_from_db()
    assert asked.attempts == 2


def test_r11_a_worker_that_is_killed_whole_leaves_its_question_to_the_next(
    service: Service,
) -> None:
    (service.hooks / "hold").touch()
    caller = Caller(service)
    asked = caller.ask(caller.start(1))
    begun(service)
    os.killpg(service.workers.processes[SOLVING].pid, signal.SIGKILL)
    service.workers.processes[SOLVING].wait(10)
    (service.hooks / "hold").unlink()
    service.workers.start_one(SOLVING)
    wait_until(are_done(1), seconds=60, what="the next worker answers")
    asked.refresh_from_db()
    assert asked.attempts == 2


def test_r11_a_worker_that_is_asked_to_stop_finishes_what_it_has_begun(service: Service) -> None:
    (service.hooks / "hold").touch()
    callers = [Caller(service) for _ in range(6)]
    for number, caller in enumerate(callers):
        caller.ask(caller.start(1 + number))
    begun(service)
    worker = service.workers.processes[SOLVING]
    worker.send_signal(signal.SIGTERM)
    time.sleep(1)
    assert worker.poll() is None
    (service.hooks / "hold").unlink()
    worker.wait(30)
    service.workers.start_one(SOLVING)
    wait_until(are_done(6), seconds=60, what="all questions are answered")
    assert_each_was_answered_once()


def test_r12_a_task_that_kills_its_worker_ends_after_five_tries(service: Service) -> None:
    service.send("tests.killer", "subject")
    failed = UnfinishedTask.objects.filter(name="tests.killer", status="failed")
    wait_until(failed.exists, seconds=60, what="it has failed")
    assert failed.get().attempts == MOST_TRIES
    service.await_life()


def test_r12_a_question_that_kills_its_worker_holds_up_no_other(service: Service) -> None:
    caller, other = Caller(service), Caller(service)
    game = caller.start(1)
    (service.hooks / "kill").write_text(str(stored(game).playthrough.position))
    poison = caller.ask(game)
    good = [other.ask(other.start(2 + number)) for number in range(3)]
    wait_until(are_done(len(good)), seconds=60, what="the others are answered")
    wait_until(Solve.objects.filter(status="failed").exists, seconds=60, what="it has failed")
    poison.refresh_from_db()
    assert (poison.status, poison.attempts) == ("failed", MOST_TRIES)


def test_r13_workers_take_tasks_again_after_each_of_20_restarts_of_redis(
    service: Service,
) -> None:
    is_over = threading.Event()

    def play(caller: Caller) -> None:
        while not is_over.is_set():
            caller.play()

    probe = Caller(service)
    with ThreadPoolExecutor(3) as pool:
        playing = [pool.submit(play, Caller(service)) for _ in range(3)]
        try:
            for number in range(20):
                service.redis.restart()
                asked = probe.ask(probe.start(1 + number), "verdict")
                answer = Solve.objects.filter(pk=asked.pk, status="done")
                wait_until(answer.exists, seconds=20, what="a task is taken")
                probe.call("POST", f"/games/{asked.game_id}/resign")
                assert max(age("fast"), age("solve")) < timedelta(seconds=60)
        finally:
            is_over.set()
        for each in playing:
            each.result(30)
    questions = Solve.objects.count()
    assert questions > 20
    wait_until(are_done(questions), seconds=30, what="all questions are answered")
    assert_each_was_answered_once()


def test_r14_redis_may_be_emptied_at_any_time(service: Service) -> None:
    callers = [Caller(service) for _ in range(4)]
    with ThreadPoolExecutor(4) as pool:
        playing = [pool.submit(lambda c: [c.play() for _ in range(5)], each) for each in callers]
        while not all(each.done() for each in playing):
            service.redis.empty()
            time.sleep(0.1)
        for each in playing:
            each.result(30)
    assert GameResult.objects.count() == 20
    wait_until(are_done(40), seconds=30, what="all questions are answered")
    assert_each_was_answered_once()


def test_r15_two_beats_after_25_hours_of_silence_catch_up_once(service: Service) -> None:
    beat = service.workers.processes["The beat"]
    beat.terminate()
    beat.wait(20)
    caller = Caller(service)
    yesterday = timezone.now() - timedelta(hours=25)
    games = [caller.start(1 + number) for number in range(15)]
    Solve.objects.bulk_create(
        Solve(game_id=game["id"], kind="verdict", version=0, asked_at=yesterday) for game in games
    )
    second = Workers("The beat", REDIS_URL=service.redis.url)
    with second:
        service.workers.start_one("The beat")
        wait_until(are_done(15), seconds=30, what="what was missed is caught up")
        time.sleep(12)
    assert Solve.objects.count() == 15
    assert_each_was_answered_once()
