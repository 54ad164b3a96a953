"""Reading questions: a player's own, and what waits for the worker."""

from datetime import timedelta
from uuid import UUID

from django.db.models import QuerySet
from django.utils import timezone

from accounts.models import User
from solver_worker.models import Solve

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


def overdue() -> QuerySet[Solve]:
    """The questions that a wake was lost for, or whose worker died; oldest first.

    A running one is among them, as nothing in its row tells whether somebody is at it: its lock
    does.
    """
    is_open = Solve.objects.filter(status__in=[Solve.Status.QUEUED, Solve.Status.RUNNING])
    return is_open.filter(asked_at__lt=timezone.now() - WAKE_TIME).order_by("asked_at")


def are_players_waiting() -> bool:
    """Whether somebody waits for a hint or a verdict, for which longer work makes room."""
    quick = [Solve.Kind.HINT, Solve.Kind.VERDICT]
    return Solve.objects.filter(status=Solve.Status.QUEUED, kind__in=quick).exists()
