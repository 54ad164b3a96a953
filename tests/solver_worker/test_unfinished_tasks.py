"""Tasks are counted before they run; after five tries one is a dead letter until it is retried."""

from datetime import timedelta

import pytest
import time_machine
from celery import shared_task
from celery.exceptions import Ignore
from django.test import Client
from django.utils import timezone

from accounts.models import User
from solver_worker.models import MOST_TRIES, UnfinishedTask
from solver_worker.tasks.questions import question
from tests.games.conftest import Player
from tests.solver_worker.conftest import ask, row
from tests.threads import at_once

pytestmark = pytest.mark.django_db

done: list[str] = []


@shared_task(name="tests.fragile")
def fragile(*ids: str) -> None:
    """Fails for every subject that is called bad."""
    if "bad" in ids:
        raise ValueError("it is bad")
    done.append("".join(ids))


@pytest.fixture(autouse=True)
def _nothing_done() -> None:
    done.clear()


def fail(*ids: str, times: int = 1) -> None:
    for _ in range(times):
        with pytest.raises(ValueError, match="bad"):
            fragile(*ids)


def unfinished() -> UnfinishedTask:
    return UnfinishedTask.objects.get()


def test_what_goes_well_leaves_nothing() -> None:
    fragile("good")
    assert done == ["good"]
    assert not UnfinishedTask.objects.exists()


def test_what_fails_is_kept_with_its_reason() -> None:
    fail("bad", "2026-11-29", times=2)
    left = unfinished()
    assert (left.name, left.args) == ("tests.fragile", '["bad", "2026-11-29"]')
    assert (left.attempts, left.status, left.error) == (2, "running", "ValueError: it is bad")


def test_r12_after_five_tries_it_has_failed_and_is_run_no_more() -> None:
    fail("bad", times=MOST_TRIES)
    assert (unfinished().attempts, unfinished().status) == (5, "failed")
    with pytest.raises(Ignore):
        fragile("bad")
    assert unfinished().attempts == 5
    fragile("good")
    assert done == ["good"]


def test_r12_a_task_that_kills_its_worker_is_counted_too() -> None:
    # What such a task leaves: it was begun, and nothing was heard of it again.
    for _ in range(MOST_TRIES):
        assert UnfinishedTask.objects.begin("tests.fragile", ["killer"])
    with pytest.raises(Ignore):
        fragile("killer")
    assert (unfinished().attempts, unfinished().status) == (5, "failed")


@pytest.mark.django_db(transaction=True)
def test_r09_who_ends_a_task_stops_nobody_who_begins_it() -> None:
    def again_and_again() -> list[bool]:
        begun = []
        for _ in range(50):
            begun.append(UnfinishedTask.objects.begin("tests.fragile", []))
            UnfinishedTask.objects.end("tests.fragile", [])
        return begun

    assert at_once([again_and_again] * 4) == [[True] * 50] * 4
    assert not UnfinishedTask.objects.exists()


def test_a_task_without_a_subject_is_tried_again_after_an_hour(monkeypatch) -> None:
    def sweep() -> bool:
        return bool(UnfinishedTask.objects.begin("tests.sweep", []))

    with time_machine.travel(timezone.now(), tick=False) as clock:
        assert [sweep() for _ in range(6)] == [True] * 5 + [False]
        clock.shift(timedelta(minutes=59))
        assert not sweep()
        clock.shift(timedelta(minutes=2))
        assert sweep()


class TestAdmin:
    @pytest.fixture
    def staff(self) -> Client:
        user = User.objects.create_superuser(email="staff@example.org", password="a long one 1")
        client = Client()
        client.force_login(user, backend="allauth.account.auth_backends.AuthenticationBackend")
        return client

    def test_dead_letters_are_listed_and_tried_again(self, staff: Client, monkeypatch) -> None:
        fail("bad", times=MOST_TRIES)
        sent = []
        monkeypatch.setattr("solver_worker.admin.send", lambda *task: sent.append(task))
        place = "/admin/solver_worker/unfinishedtask/"
        page = staff.get(f"{place}?status=failed").content.decode()
        assert "tests.fragile" in page
        assert "it is bad" in page
        chosen = {"action": "retry", "_selected_action": [unfinished().pk]}
        assert staff.post(place, chosen).status_code == 302
        assert sent == [("tests.fragile", "bad")]
        assert (unfinished().attempts, unfinished().status) == (0, "running")
        fail("bad")

    def test_questions_that_failed_are_tried_again(self, staff: Client, monkeypatch) -> None:
        player = Player()
        game = player.start(deal={"scheme": "ms", "number": 1})
        with monkeypatch.context() as patch:
            patch.setattr("solver_worker.tasks.hints.answer", lambda _: 1 / 0)
            for _ in range(MOST_TRIES):
                asked = player.post(f"/games/{game['id']}/hint").json()
                question(asked["id"])
        failed = row(asked)
        assert (failed.status, failed.attempts) == ("failed", 5)
        assert failed.error == "ZeroDivisionError: division by zero"
        shown = player.post(f"/games/{game['id']}/hint")
        assert (shown.status_code, shown.json()["status"]) == (200, "failed")
        place = "/admin/solver_worker/solve/"
        assert staff.get(f"{place}?status=failed").status_code == 200
        chosen = {"action": "retry", "_selected_action": [str(failed.pk)]}
        assert staff.post(place, chosen).status_code == 302
        assert ask(player, game, "hint")["status"] == "done"

    def test_a_question_shows_nothing_of_the_cards(self, staff: Client) -> None:
        player = Player()
        hint = row(ask(player, player.start(deal={"scheme": "ms", "number": 1}), "hint"))
        page = staff.get(f"/admin/solver_worker/solve/{hint.pk}/change/").content.decode()
        assert str(hint.game_id) in page
        assert hint.line not in page
        assert "moves_left" not in page

    def test_players_do_not_try_again(self) -> None:
        fail("bad", times=MOST_TRIES)
        client = Client()
        client.force_login(
            Player().user, backend="allauth.account.auth_backends.AuthenticationBackend"
        )
        chosen = {"action": "retry", "_selected_action": [unfinished().pk]}
        client.post("/admin/solver_worker/unfinishedtask/", chosen)
        assert unfinished().status == "failed"
