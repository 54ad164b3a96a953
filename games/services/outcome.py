"""What is recorded of a game that has just ended, and whether the boards take it."""

from datetime import date, datetime, timedelta
from hashlib import sha256

from games.models import Game
from games.rules import PAUSE, SCORING_VERSION, Playthrough
from games.services.plausibility import doubts_about, telling_line
from stats.days import day_closing_at
from stats.models import GameResult


def result_of(game: Game, after: Playthrough, now: datetime, *, is_left: bool) -> GameResult:
    """The result of a counted game as it was stored, itself not stored yet.

    `is_left` says that its player left it, so that a win is auto-finish's and not the player's.
    """
    at_ms = game.since_deal(now)
    is_ranked = after.is_won and not is_left and _is_ranked(game, after, now)
    is_daily = game.mode == Game.Mode.DAILY
    return GameResult(
        game_id=game.pk,
        player_id=game.player_id,
        variant=game.variant,
        level=game.level,
        won=after.is_won,
        reason=game.reason,
        assisted=game.assisted,
        # The points of a lost game are shown while it is there, and never recorded.
        score=after.score(at_ms).total if after.is_won else None,
        time_ms=after.elapsed_ms(at_ms),
        moves=after.moves,
        undos=after.undos,
        scoring_version=SCORING_VERSION,
        finished_at=_finished_at(game, after, now, is_left=is_left),
        daily=_daily_of(game),
        is_ranked=is_ranked,
        doubts=doubts_about(game, after) if is_ranked else [],
        line_key=_line_key(game, after) if is_ranked and is_daily else "",
    )


def _is_ranked(game: Game, after: Playthrough, now: datetime) -> bool:
    """Whether boards take a win: a daily's while its board was open, others by their clock.

    A clock that stood, paused or in a long silence, would let open cards be studied for nothing.
    A pause that was ended in the same moment is one like any other, so that the rule is simple.
    """
    if game.mode == Game.Mode.DAILY:
        return game.unranked_reason(now) is None
    at_ms = game.since_deal(now)
    is_unbroken = after.elapsed_ms(at_ms) >= at_ms and not any(op.text == PAUSE for op in after.log)
    return game.custom is None and not game.assisted and is_unbroken


def _finished_at(game: Game, after: Playthrough, now: datetime, *, is_left: bool) -> datetime:
    """When the result was reached: a win that was left to auto-finish, with its last op.

    So a daily that only auto-finish was missing in is won in time, though ended with its day.
    """
    if is_left and after.is_won:
        return game.created_at + timedelta(milliseconds=after.log[-1].at_ms)
    return now


def _daily_of(game: Game) -> date | None:
    return game.closes_at and day_closing_at(game.closes_at)


def _line_key(game: Game, after: Playthrough) -> str:
    moves = telling_line(game, after)
    return sha256(" ".join(moves).encode("ascii")).hexdigest() if moves else ""
