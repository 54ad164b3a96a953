"""A worker goes on taking messages whatever Redis did while it was at work."""

from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from kombu import Connection, Queue
from kombu.transport import redis as kombu_redis

from config import broker
from tests.workers import Redis, wait_until

QUEUE = Queue("test", exchange="", routing_key="test")


@pytest.fixture
def redis(tmp_path: Path) -> Iterator[Redis]:
    server = Redis(str(tmp_path))
    server.start()
    yield server
    server.stop()


def take_one(server: Redis, transport: Any) -> tuple[Any, Any]:
    """A message that is being worked at, and the channel, which takes no second one meanwhile."""
    connection = Connection(server.url, transport=transport)
    channel = connection.channel()
    channel.basic_qos(0, 1, False)
    connection.Producer(channel).publish({"n": 1}, routing_key="test", declare=[QUEUE])
    found: list[Any] = []
    consumer = connection.Consumer(
        QUEUE, channel=channel, callbacks=[lambda _, message: found.append(message)]
    )
    consumer.consume()

    def is_there() -> bool:
        with suppress(TimeoutError):
            connection.drain_events(timeout=0.2)
        return bool(found)

    wait_until(is_there)
    assert not channel.qos.can_consume()
    return found[0], channel


@pytest.mark.parametrize("end", ["ack", "reject", "requeue"])
def test_r13_work_whose_end_redis_did_not_hear_is_not_under_way_for_ever(
    redis: Redis, end: str
) -> None:
    message, channel = take_one(redis, broker.Transport)
    redis.stop()
    with pytest.raises(channel.connection_errors):
        message.reject(requeue=end == "requeue") if end != "ack" else message.ack()
    assert channel.qos.can_consume()


def test_kombu_still_needs_this(redis: Redis) -> None:
    """When this fails, `config/broker.py` can go."""
    message, channel = take_one(redis, kombu_redis.Transport)
    redis.stop()
    with pytest.raises(channel.connection_errors):
        message.ack()
    assert not channel.qos.can_consume()
    channel.qos.restore_at_shutdown = False


def test_work_whose_end_redis_heard_is_gone_from_it(redis: Redis) -> None:
    message, channel = take_one(redis, broker.Transport)
    message.ack()
    assert channel.qos.can_consume()
    assert channel.client.keys("unacked*") == []
