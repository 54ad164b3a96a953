"""The worker's part in the questions that pages put."""

from solver_worker.models import Solve
from solver_worker.tasks.questions import question
from tests.web.screen import Screen


def answer(screen: Screen) -> None:
    """Do the worker's part for the question that the page has put."""
    for _ in range(50):
        waiting = Solve.objects.filter(status=Solve.Status.QUEUED).first()
        if waiting:
            question(str(waiting.pk))
            return
        screen.page.wait_for_timeout(100)
    raise AssertionError("nothing was asked")
