"""A wake is sent after the commit or not at all, and no request fails for it."""

import socket
import time
from collections.abc import Callable

import pytest
from celery import Celery
from django.db import connection, transaction

from accounts import wakes
from accounts.wakes import send, wake
from config.celery import PromptAMQP, app
from config.queues import REDIS_OPTIONS

pytestmark = pytest.mark.django_db(transaction=True)

DOWN = "redis://127.0.0.1:1/0"


@pytest.fixture
def sent(monkeypatch) -> list[tuple]:
    """What was sent, and whether a transaction was open then."""
    found: list[tuple] = []

    def note(task, ids):
        found.append((task, ids, connection.in_atomic_block))

    monkeypatch.setattr(app, "send_task", note)
    return found


@pytest.fixture(autouse=True)
def _no_silence(monkeypatch) -> None:
    monkeypatch.setattr(wakes._Silence, "until", 0.0)


@pytest.fixture
def broker(monkeypatch) -> Callable[[str], None]:
    """Has wakes sent to another broker than the tests' own."""

    def use(url: str) -> None:
        other = Celery("other", amqp=PromptAMQP, set_as_current=False)
        other.config_from_object("config.queues")
        other.conf.update(
            broker_url=url, broker_transport=None, broker_transport_options=REDIS_OPTIONS
        )
        monkeypatch.setattr(wakes, "current_app", other)

    return use


def test_r07_a_wake_is_sent_when_the_row_can_be_read(sent) -> None:
    with transaction.atomic():
        wake("games.something", "id")
        assert sent == []
    assert sent == [("games.something", ("id",), False)]


def test_r07_a_transaction_that_is_rolled_back_sends_nothing(sent) -> None:
    with transaction.atomic():
        wake("games.something", "id")
        transaction.set_rollback(True)
    assert sent == []


def test_r08_without_a_broker_the_transaction_stands_and_nothing_is_raised(broker) -> None:
    broker(DOWN)
    started = time.monotonic()
    with transaction.atomic():
        wake("games.something", "id")
    assert not send("games.something", "id")
    assert time.monotonic() - started < 1


def test_r08_wakes_are_sent_again_as_soon_as_the_broker_is_back(broker, redis_url) -> None:
    broker(DOWN)
    assert not send("games.something", "id")
    broker(redis_url)
    time.sleep(1)
    assert send("games.something", "id")


def test_r08_a_broker_that_does_not_answer_costs_one_caller_some_seconds(broker) -> None:
    with socket.create_server(("127.0.0.1", 0), backlog=8) as deaf:
        broker(f"redis://127.0.0.1:{deaf.getsockname()[1]}/0")
        started = time.monotonic()
        assert not send("games.something", "id")
        first = time.monotonic() - started
        for _ in range(20):
            assert not send("games.something", "id")
    assert first < 6
    assert time.monotonic() - started - first < 0.5


def test_what_goes_wrong_otherwise_is_not_hidden_from_the_tests(monkeypatch) -> None:
    def fail(task, ids):
        raise TypeError("ids alone")

    monkeypatch.setattr(app, "send_task", fail)
    with pytest.raises(TypeError):
        send("games.something", "id")
    with transaction.atomic():
        wake("games.something", "id")  # The request that has committed is answered all the same.
