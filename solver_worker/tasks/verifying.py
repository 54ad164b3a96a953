"""A sample of all games is replayed every night."""

import logging
from itertools import chain

from celery import shared_task

from accounts.snapshots import one_snapshot
from games.models import Game
from games.services.verification import games_that_differ
from solver_worker.metrics import FINDINGS
from solver_worker.verification import wins_against_verdicts

SAMPLE = 2000

logger = logging.getLogger("patience.worker")


@shared_task(name="solver_worker.verify_sample")
def verify_sample() -> None:
    """Replay so many games, drawn at random, and report what differs.

    Drawn one by one: ids are made by clients, which may make them all alike.
    It changes nothing, so twice or a day late it only looks at other games.
    """
    with one_snapshot():
        drawn = list(Game.objects.order_by("?").values_list("pk", flat=True)[:SAMPLE])
        sample = Game.objects.filter(pk__in=drawn)
        for finding in chain(games_that_differ(sample), wins_against_verdicts(sample)):
            FINDINGS.inc()
            logger.error("a stored game differs", extra={"finding": finding})
