"""Reading questions: a player's own, and what waits for the worker."""

from datetime import datetime, timedelta
from uuid import UUID

from django.db.models import Count, Min, QuerySet
from django.utils import timezone

from accounts.models import User
from solver_worker.models import Heartbeat, Solve, UnfinishedTask

# Until then a question is left to the task that was sent for it alone.
WAKE_TIME = timedelta(seconds=2)


class SolveNotFound(LookupError):
    """No question with this id about a game of the player."""

    code = "not_found"


def get_solve(*, player: User, solve_id: UUID) -> Solve:
    """One question about a game of the player; `SolveNotFound` also when it is another's."""
    try:
        return Solve.objects.get(pk=solve_id, game__player_id=player.pk)
    except Solve.DoesNotExist:
        raise SolveNotFound(solve_id) from None


def unanswered() -> QuerySet[Solve]:
    """The questions that somebody still waits for."""
    return Solve.objects.filter(status__in=[Solve.Status.QUEUED, Solve.Status.RUNNING])


def overdue() -> QuerySet[Solve]:
    """The questions that a wake was lost for, or whose worker died; oldest first.

    A running one is among them, as nothing in its row tells whether somebody is at it: its lock
    does.
    """
    return unanswered().filter(asked_at__lt=timezone.now() - WAKE_TIME).order_by("asked_at")


def waiting(now: datetime) -> list[tuple[str, int, float]]:
    """How many questions of each kind have no answer yet, and for how many seconds the oldest."""
    rows = unanswered().values_list("kind").annotate(Count("pk"), Min("asked_at"))
    found = {kind: (number, (now - asked).total_seconds()) for kind, number, asked in rows}
    return [(kind, *found.get(kind, (0, 0.0))) for kind in Solve.Kind.values]


def silences(now: datetime) -> list[tuple[str, float]]:
    """For how many seconds the workers of each queue have done no task."""
    return [(queue, (now - at).total_seconds()) for queue, at in Heartbeat.objects.values_list()]


def given_up() -> int:
    """How many tasks and questions have failed for good, until the staff has them tried again."""
    tasks = UnfinishedTask.objects.filter(status="failed").count()
    return tasks + Solve.objects.filter(status=Solve.Status.FAILED).count()


def are_players_waiting() -> bool:
    """Whether somebody waits for a hint or a verdict, for which longer work makes room."""
    quick = [Solve.Kind.HINT, Solve.Kind.VERDICT]
    return Solve.objects.filter(status=Solve.Status.QUEUED, kind__in=quick).exists()
