"""Playing on and giving up: the only writers of a game that is open."""

from collections.abc import Sequence
from datetime import datetime
from uuid import UUID

from django.db import transaction
from django.utils import timezone

from accounts.models import User
from games.metrics import count_end, count_ops
from games.models import Game
from games.rules import GameFinished, Playthrough, RulesViolation
from games.selectors import get_game
from games.services.outcome import result_of
from stats.services.results import record_result


def append_ops(*, player: User, game_id: UUID, base_version: int, ops: Sequence[str]) -> Game:
    """Append a batch, all or nothing; a repeated batch changes nothing.

    Raises what refuses the first illegal op (`pointer` names it), `VersionConflict` when the log
    goes on differently, `GameFinished` when the game is over and the batch is not a repeated one.
    """
    while True:  # a writer that was beaten looks again; each look finds a longer log
        game = get_game(player=player, game_id=game_id)
        now = timezone.now()
        if game.is_overdue(now):
            end_overdue(game)
            continue
        if game.is_over:
            if game.playthrough.has(base_version, ops):
                return game
            raise GameFinished("game_finished", game_status=game.status, version=game.version)
        try:
            after = game.playthrough.append(base_version, ops, game.since_deal(now))
        except RulesViolation as refused:
            refused.members.setdefault("version", game.version)
            raise
        if after.version == game.version:
            return game
        added = after.log[game.version :]
        if _store(game, after, now):
            count_ops(game.variant, added)
            return game


def resign_game(*, player: User, game_id: UUID) -> Game:
    """Give a game up: a loss at its own level, or a win where only auto-finish was missing.

    Resigning again changes nothing; a game that ended otherwise raises `GameFinished`.
    """
    while True:
        game = get_game(player=player, game_id=game_id)
        now = timezone.now()
        if game.is_overdue(now):
            end_overdue(game)
            continue
        if game.is_over:
            if game.reason == Game.Reason.RESIGNED or game.was_finished_by_rule:
                return game
            raise GameFinished("game_finished", game_status=game.status, version=game.version)
        with transaction.atomic():
            if give_up(game, reason=Game.Reason.RESIGNED, now=now):
                return game


def give_up(game: Game, *, reason: str, now: datetime) -> bool:
    """End an open game that its player leaves, in the caller's transaction.

    False when another writer was faster: then nothing was written and the game is to be read
    again.
    """
    after = game.playthrough.left()
    return _finish(game, after, now, reason=None if after.is_won else reason, is_left=True)


def end_overdue(game: Game) -> bool:
    """End a game whose time is over, as of the moment when it was.

    So its result does not depend on who finds it so, the player or a sweep, nor on how late.
    False when another writer was faster.
    """
    reason = Game.Reason.EXPIRED if game.closes_at is None else Game.Reason.DAILY_CLOSED
    with transaction.atomic():
        return give_up(game, reason=reason, now=game.due_at)


def _store(game: Game, after: Playthrough, now: datetime) -> bool:
    if not after.is_won:
        return game.store(after, now)
    with transaction.atomic():
        return _finish(game, after, now, reason=None)


def _finish(
    game: Game, after: Playthrough, now: datetime, *, reason: str | None, is_left: bool = False
) -> bool:
    """Write the end of a game and, unless it was practice, its result."""
    status = Game.Status.WON if after.is_won else Game.Status.LOST
    if not game.store(after, now, status=status, reason=reason):
        return False
    count_end(game)
    if game.mode != Game.Mode.PRACTICE:
        record_result(result_of(game, after, now, is_left=is_left))
    return True
