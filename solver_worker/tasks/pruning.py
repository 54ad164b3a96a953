"""Questions that were answered long ago are removed."""

import logging

from celery import shared_task

from games.tasks import repeat
from solver_worker.services import prune

logger = logging.getLogger("patience.worker")


@shared_task(name="solver_worker.prune_solves")
def prune_solves() -> None:
    """Remove the questions whose time is over; what one round does not manage is left to the next.

    It asks the database what is due, so twice, at once or a day late it does what is left to do.
    """
    if removed := repeat(prune):
        logger.info("old questions removed", extra={"rows": removed})
