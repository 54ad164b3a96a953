"""Keeping the stock of proven deals full."""

from celery import shared_task

from accounts.locks import alone
from games.services.stock import missing_stock, wanted_stock
from solver_worker.tasks.slices import Slice

SLICE_SECONDS = 20
# By so many deals at a time the levels take turns, so that a slow one does not hold up the others.
BATCH = 10


@shared_task(name="solver_worker.solve.fill_stock")
def fill_stock() -> None:
    """Fill the stock of every level, or go as far as a slice of time lasts.

    What is missing is counted, not told: a message that is lost or doubled changes nothing. One
    worker at a time fills a level, so that none is filled beyond its size.
    """
    # Late, for the solver takes memory and a second to load: not every worker needs it.
    from solver_worker.tasks.proving import CannotProve

    time_left = Slice(SLICE_SECONDS)
    levels = list(wanted_stock())
    while levels and not time_left.is_over():
        for each in levels.copy():
            try:
                if not _add_some(*each, time_left):
                    levels.remove(each)
            except CannotProve:
                levels.remove(each)


def _add_some(variant: str, level: str, time_left: Slice) -> bool:
    """Add a batch to a level; False when it is full, or another worker is at it."""
    from solver_worker.tasks.proving import prove_one

    with alone(f"stock of {variant} {level}") as is_alone:
        missing = missing_stock(variant=variant, level=level) if is_alone else 0
        wanted = min(BATCH, missing)
        while wanted and not time_left.is_over():
            wanted -= prove_one(variant, level)
    return missing > BATCH
