"""What is counted from a sequence of results, as plain values: the fold behind every total."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Protocol


class Result(Protocol):
    """What the fold reads of one finished game."""

    @property
    def won(self) -> bool:
        """Whether the game was won."""

    @property
    def assisted(self) -> bool:
        """Whether the player had help on the way."""

    @property
    def is_annulled(self) -> bool:
        """Whether it counts for nothing."""

    @property
    def is_on_boards(self) -> bool:
        """Whether boards take it; never true of a loss or of an assisted win."""

    @property
    def is_held(self) -> bool:
        """Whether that waits for a review."""

    @property
    def score(self) -> int | None:
        """The score of a win; a lost game has none."""

    @property
    def time_ms(self) -> int:
        """The official time."""

    @property
    def moves(self) -> int:
        """The moves made, undos among them."""


@dataclass(frozen=True, slots=True)
class Tally:
    """The totals of one player at one level of one variant.

    `won` counts every win; streaks and the bests without a prefix know the unassisted ones only.
    `ranked_streak` counts the wins since the last loss that boards take, and is what they show;
    `pending_streak` those beside it that wait for a review, and may come to count.
    The two sums run over every win.
    """

    won: int = 0
    lost: int = 0
    current_streak: int = 0
    best_streak: int = 0
    ranked_streak: int = 0
    pending_streak: int = 0
    best_score: int | None = None
    best_time_ms: int | None = None
    best_moves: int | None = None
    assisted_won: int = 0
    assisted_best_score: int | None = None
    assisted_best_time_ms: int | None = None
    assisted_best_moves: int | None = None
    time_ms_of_wins: int = 0
    moves_of_wins: int = 0

    @property
    def played(self) -> int:
        """Games with a result."""
        return self.won + self.lost

    @property
    def win_pct(self) -> float | None:
        """Wins per hundred results to one decimal, half up; nothing before the first result."""
        if not self.played:
            return None
        return _divide_half_up(1000 * self.won, self.played) / 10

    @property
    def avg_time_ms_of_wins(self) -> int | None:
        """Mean time of all wins in whole milliseconds, half up; nothing before the first win."""
        return _divide_half_up(self.time_ms_of_wins, self.won) if self.won else None

    @property
    def avg_moves_of_wins(self) -> float | None:
        """Mean moves of all wins to one decimal, half up; nothing before the first win."""
        return _divide_half_up(10 * self.moves_of_wins, self.won) / 10 if self.won else None


def add(tally: Tally, result: Result) -> Tally:
    """Count one more result, the latest in commit order; one that is annulled changes nothing."""
    if result.is_annulled:
        return tally
    if not result.won:
        lost = tally.lost + 1
        return replace(tally, lost=lost, current_streak=0, ranked_streak=0, pending_streak=0)
    tally = replace(
        tally,
        won=tally.won + 1,
        time_ms_of_wins=tally.time_ms_of_wins + result.time_ms,
        moves_of_wins=tally.moves_of_wins + result.moves,
    )
    if result.assisted:
        return replace(
            tally,
            assisted_won=tally.assisted_won + 1,
            assisted_best_score=_highest(tally.assisted_best_score, result.score),
            assisted_best_time_ms=_lowest(tally.assisted_best_time_ms, result.time_ms),
            assisted_best_moves=_lowest(tally.assisted_best_moves, result.moves),
        )
    streak = tally.current_streak + 1
    return replace(
        tally,
        current_streak=streak,
        best_streak=max(tally.best_streak, streak),
        ranked_streak=tally.ranked_streak + (result.is_on_boards and not result.is_held),
        pending_streak=tally.pending_streak + (result.is_on_boards and result.is_held),
        best_score=_highest(tally.best_score, result.score),
        best_time_ms=_lowest(tally.best_time_ms, result.time_ms),
        best_moves=_lowest(tally.best_moves, result.moves),
    )


def fold(results: Iterable[Result]) -> Tally:
    """Count results given in commit order."""
    tally = Tally()
    for result in results:
        tally = add(tally, result)
    return tally


def _divide_half_up(dividend: int, divisor: int) -> int:
    # In integers: 1 win of 16 is 6.25 %, which binary fractions and round() would make 6.2.
    return (2 * dividend + divisor) // (2 * divisor)


def _highest(best: int | None, new: int | None) -> int | None:
    return max((value for value in (best, new) if value is not None), default=None)


def _lowest(best: int | None, new: int) -> int:
    return new if best is None else min(best, new)
