"""Waking the worker: after the commit, soon, and never at the price of a request."""

import logging
import time

from celery import current_app
from django.db import transaction
from kombu.exceptions import OperationalError

logger = logging.getLogger("patience.wakes")

# For so long nobody tries again what has just failed: a broker that does not answer at all costs
# one request its patience and not every one.
QUIET_SECONDS = 1.0


class _Silence:
    """Until when the broker is left alone, in this process."""

    until = 0.0


def wake(task: str, *ids: str) -> None:
    """Send a task, by its name and with ids alone, once the caller's transaction is committed.

    It may be lost, and it may come twice: the row that the caller has written is the message, and
    the task's sweep finds what no wake was sent for. A rolled-back transaction sends nothing.
    """
    # A lambda: where a robust callback fails, Django's report of it asks for a function's name.
    transaction.on_commit(lambda: send(task, *ids), robust=True)


def send(task: str, *ids: str) -> bool:
    """Send a task now, and say whether the broker took it; at most a second or two is tried."""
    if time.monotonic() < _Silence.until:
        return False
    try:
        current_app.send_task(task, ids)
    except (OperationalError, OSError) as problem:
        _Silence.until = time.monotonic() + QUIET_SECONDS
        logger.warning("The broker did not take %s: %s", task, problem)
        return False
    return True
