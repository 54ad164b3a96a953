"""Questions to the solver: asked once, begun by one worker at a time, answered or given up."""

import time
from datetime import datetime, timedelta
from threading import BoundedSemaphore
from typing import Any
from uuid import UUID

from django.conf import settings
from django.db import transaction
from django.db.models import F
from django.utils import timezone

from accounts.hiding import told
from accounts.models import User
from accounts.wakes import wake
from games.models import Game
from games.selectors import get_game
from games.services.help import mark_assisted, require_open_to_analysis, require_open_to_help
from games.services.play import end_overdue
from solver_worker.metrics import count_failure, count_solve, verdict_of
from solver_worker.models import MOST_TRIES, Solve
from solver_worker.selectors import unanswered

TASK = "solver_worker.solve.question"
# How many rows one call removes, so that a worker is never busy with it for long.
MOST_PRUNED = 1000

WAIT_SECONDS = 1.0
_FIRST_PAUSE, _LONGEST_PAUSE = 0.015, 0.05
# Threads that wait for the solver answer nobody else: half of them never do.
_waiting = BoundedSemaphore(max(1, settings.WEB_THREADS // 2))


def ask(*, player: User, game_id: UUID, kind: str) -> Solve:
    """Put a question about a game as it stands, or find it where it was put before.

    A hint or verdict marks the game as assisted in the same transaction; an op that comes between
    has the question put about the new version. Raises what `require_open_to_help` and
    `require_open_to_analysis` do.
    """
    while True:  # a question that was beaten looks again; each look finds a longer log, or the end
        game = get_game(player=player, game_id=game_id)
        if game.is_overdue(timezone.now()):
            end_overdue(game)
            continue
        is_help = kind != Solve.Kind.ANALYSIS
        (require_open_to_help if is_help else require_open_to_analysis)(player=player, game=game)
        with transaction.atomic():
            if is_help and not mark_assisted(game):
                continue
            return _put(game, kind)


def _put(game: Game, kind: str) -> Solve:
    question = {"game": game, "kind": kind, "version": game.version}
    Solve.objects.bulk_create([Solve(**question)], ignore_conflicts=True)
    solve = Solve.objects.get(**question)
    if solve.status == Solve.Status.QUEUED:
        wake(TASK, str(solve.pk))
    return solve


def await_answer(solve: Solve) -> Solve:
    """Give the worker a second, and read the question as it stands then.

    It is asked again and again, with pauses that grow from 15 to 50 ms: that costs a few
    indexed SELECTs, works behind every connection pooler, and leaves no state on the connection,
    where LISTEN would save some ten milliseconds and do neither. When too many requests wait
    already, this one does not.
    """
    if solve.is_over or not _waiting.acquire(blocking=False):
        return solve
    is_over = Solve.objects.filter(pk=solve.pk, status__in=[Solve.Status.DONE, Solve.Status.FAILED])
    try:
        end, pause = time.monotonic() + WAIT_SECONDS, _FIRST_PAUSE
        while time.monotonic() < end:
            time.sleep(pause)
            if is_over.exists():
                solve.refresh_from_db()
                break
            pause = min(pause * 1.25, _LONGEST_PAUSE)
    finally:
        _waiting.release()
    return solve


def begin(solve_id: str) -> Solve | None:
    """Count a try before it is made and give the question, in the hands of whoever is alone at it.

    None when it is answered, or has now been tried often enough: then it has failed.
    """
    now = timezone.now()
    is_open = unanswered().filter(pk=solve_id)
    is_begun = is_open.filter(attempts__lt=MOST_TRIES).update(
        status=Solve.Status.RUNNING, attempts=F("attempts") + 1, started_at=now
    )
    if is_begun:
        return Solve.objects.select_related("game__deal").get(pk=solve_id)
    if is_open.update(status=Solve.Status.FAILED, finished_at=now):
        count_failure(Solve.objects.get(pk=solve_id).kind)
    return None


def finish(solve: Solve, answer: dict[str, Any], line: str = "") -> None:
    """Write the answer, with what it cost; one that is there already stays."""
    is_written = _write(
        solve,
        status=Solve.Status.DONE,
        answer=answer,
        line=line,
        progress=None,
        error="",
        finished_at=timezone.now(),
    )
    if is_written:
        count_solve(solve.kind, verdict_of(answer), solve.seconds)


def pause(solve: Solve, progress: dict[str, Any]) -> None:
    """Keep what was found so far, and let the next task go on; that is no failed try."""
    with transaction.atomic():
        _write(solve, status=Solve.Status.QUEUED, progress=progress, attempts=0)
        wake(TASK, str(solve.pk))


def set_back(solve: Solve, problem: Exception) -> None:
    """Queue the question again after a try that went wrong, until there were five."""
    is_last = solve.attempts >= MOST_TRIES
    is_written = _write(
        solve,
        status=Solve.Status.FAILED if is_last else Solve.Status.QUEUED,
        error=told(problem),
        finished_at=timezone.now() if is_last else None,
    )
    if is_last and is_written:
        count_failure(solve.kind)


def retry(solve: Solve) -> None:
    """Give a question that has failed five tries more."""
    failed = Solve.objects.filter(pk=solve.pk, status=Solve.Status.FAILED)
    with transaction.atomic():
        if failed.update(status=Solve.Status.QUEUED, attempts=0, finished_at=None):
            wake(TASK, str(solve.pk))


def prune(now: datetime, *, most: int = MOST_PRUNED) -> int:
    """Remove questions that were over so long ago, at most so many; tells how many were removed.

    Whoever asks one of them again has it answered anew.
    """
    is_old = Solve.objects.filter(finished_at__lte=now - timedelta(days=settings.SOLVE_DAYS))
    chosen = list(is_old.order_by("finished_at").values_list("pk", flat=True)[:most])
    # Looked at again, for the staff may have had one tried again meanwhile.
    removed, _ = is_old.filter(pk__in=chosen).delete()
    return removed


def _write(solve: Solve, **changes: Any) -> bool:
    # Only over the try that this worker began: it may have lost its lock with its connection.
    ours = Solve.objects.filter(pk=solve.pk, status=Solve.Status.RUNNING, attempts=solve.attempts)
    return bool(ours.update(positions=solve.positions, seconds=solve.seconds, **changes))
