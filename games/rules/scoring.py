"""Points and official time, as running sums over a game's log.

Every full 30 seconds cost 30 points, taken when they are over and before an op of the same
moment, but never below zero: once the shown score is zero a tick takes nothing. An undo takes
back just what its cards brought, which may leave a hidden debt, so that a card played, charged
for, undone and played again does not pay twice.
"""

from collections.abc import Iterable
from dataclasses import dataclass

SCORING_VERSION = 1
CARD_POINTS = 10
TICK_MS = 30_000
TICK_POINTS = 30
LONGEST_SILENCE_MS = 5 * 60_000


@dataclass(frozen=True, slots=True)
class Score:
    """The parts of a score; `bonus` is paid for a win alone."""

    cards: int
    time_charge: int
    bonus: int = 0

    @property
    def total(self) -> int:
        """What is shown: never below zero."""
        return max(0, self.cards - self.time_charge) + self.bonus


def time_passed(silence_ms: int, *, paused: bool, ranked: bool) -> int:
    """How much a stretch without ops counts on the official clock.

    A ranked clock never stops. A casual one stands while paused, and counts a silence of more
    than five minutes as five.
    """
    if ranked:
        return silence_ms
    return 0 if paused else min(silence_ms, LONGEST_SILENCE_MS)


def ticks_between(before_ms: int, after_ms: int) -> int:
    """How many times the clock charged between two of its readings, the later one included."""
    return after_ms // TICK_MS - before_ms // TICK_MS


def charge(cards: int, time_charge: int, ticks: int) -> int:
    """The time charge after some ticks; cards and charge are points so far."""
    return time_charge + max(0, min(cards - time_charge, ticks * TICK_POINTS))


def win_bonus(dividend: int, elapsed_ms: int) -> int:
    """The dividend over the full seconds used, at least one, rounded down."""
    return dividend // max(1, elapsed_ms // 1000)


def worked_score(events: Iterable[tuple[int, int]], at_ms: int, dividend: int = 0) -> Score:
    """The score of a timeline, for clients that check their own sums.

    An event is a moment on the official clock in milliseconds and the number of cards that went
    home then, negative when an undo took them back. A dividend above 0 says that the game is won
    at `at_ms`.
    """
    cards = time_charge = before_ms = 0
    for event_ms, cards_moved in (*events, (at_ms, 0)):
        time_charge = charge(cards, time_charge, ticks_between(before_ms, event_ms))
        cards += CARD_POINTS * cards_moved
        before_ms = event_ms
    return Score(cards, time_charge, win_bonus(dividend, at_ms) if dividend else 0)
