"""A sample of all games is replayed every night."""

import logging
from itertools import chain
from uuid import UUID, uuid4

from celery import shared_task
from django.db import connection, transaction

from games.models import Game
from games.services.verification import games_that_differ
from solver_worker.metrics import FINDINGS
from solver_worker.verification import wins_against_verdicts

SAMPLE = 2000

logger = logging.getLogger("patience.worker")


@shared_task(name="solver_worker.verify_sample")
def verify_sample() -> None:
    """Replay so many games, drawn at random, and report what differs.

    It changes nothing, so twice or a day late it only looks at other games.
    """
    with transaction.atomic(durable=True):
        with connection.cursor() as cursor:
            cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
        sample = Game.objects.filter(pk__in=_drawn())
        for finding in chain(games_that_differ(sample), wins_against_verdicts(sample)):
            FINDINGS.inc()
            logger.error("a stored game differs", extra={"finding": finding})


def _drawn() -> list[UUID]:
    """The ids that follow one drawn at random, in a circle: the lowest come after the highest.

    Ids are the clients' to choose. Without the circle one could be so low that no night came to it.
    """
    start, ids = uuid4(), Game.objects.order_by("pk").values_list("pk", flat=True)
    above = list(ids.filter(pk__gte=start)[:SAMPLE])
    return above + list(ids.filter(pk__lt=start)[: SAMPLE - len(above)])
