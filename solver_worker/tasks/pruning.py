"""Questions that were answered long ago are removed."""

import logging
import time

from celery import shared_task
from django.utils import timezone

from solver_worker.services import prune

ROUND_SECONDS = 45

logger = logging.getLogger("patience.worker")


@shared_task(name="solver_worker.prune_solves")
def prune_solves() -> None:
    """Remove the questions whose time is over; what one round does not manage is left to the next.

    It asks the database what is due, so twice, at once or a day late it does what is left to do.
    """
    end, removed = time.monotonic() + ROUND_SECONDS, 0
    while (some := prune(timezone.now())) and time.monotonic() < end:
        removed += some
    if removed:
        logger.info("old questions removed", extra={"rows": removed})
