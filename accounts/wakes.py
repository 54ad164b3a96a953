"""Waking the worker: after the commit, soon, and never at the price of a request."""

import logging
import time

from celery import current_app
from django.db import transaction
from kombu.exceptions import OperationalError

logger = logging.getLogger("patience.wakes")

# A broker that could not be reached is left alone for so many times as long as that took, up to a
# limit: one that does not answer at all costs a request now and then its patience, not every one.
_SILENCE, _LONGEST_SILENCE = 10, 10.0


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
    """Send a task now, and say whether the broker took it; it is given four seconds at most."""
    started = time.monotonic()
    if started < _Silence.until:
        return False
    try:
        current_app.send_task(task, ids)
    except (OperationalError, OSError) as problem:
        ended = time.monotonic()
        _Silence.until = ended + min(_SILENCE * (ended - started), _LONGEST_SILENCE)
        logger.warning("The broker did not take %s: %s", task, problem)
        return False
    return True
