"""Answering questions: each by one worker at a time, and those that nobody was woken for."""

import logging
import time

from celery import shared_task

from accounts.locks import alone
from solver_worker.models import Solve
from solver_worker.selectors import overdue
from solver_worker.services import TASK, begin, set_back

logger = logging.getLogger("patience.worker")

SWEEP_SECONDS = 10


@shared_task(name=TASK, counted=False)
def question(solve_id: str) -> None:
    """Answer one question, unless somebody else is at it; its row counts the tries."""
    with alone(f"solve {solve_id}") as is_alone:
        if not is_alone:
            return
        # What is running under a lock that was free lost its worker: it is begun again.
        solve = begin(solve_id)
        if solve is not None:
            _try(solve)


@shared_task(name="solver_worker.solve.sweep", counted=False)
def sweep() -> None:
    """Answer what is overdue, oldest first, until the next sweep is due."""
    end = time.monotonic() + SWEEP_SECONDS
    for solve in overdue().only("id"):
        if time.monotonic() > end:
            return
        question(str(solve.pk))


def _try(solve: Solve) -> None:
    # Late, for the solver takes memory and a second to load: not every worker needs it.
    from solver_worker.tasks import analysis, hints

    answerer = analysis if solve.kind == Solve.Kind.ANALYSIS else hints
    try:
        answerer.answer(solve)
        facts = {"solve": str(solve.pk), "kind": solve.kind, "seconds": round(solve.seconds, 4)}
        logger.info("question worked on", extra=facts)
    except Exception as problem:
        logger.exception("%s failed, try %s", solve, solve.attempts)
        set_back(solve, problem)
