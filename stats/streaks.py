"""Daily streaks, as pure functions of days and instants in UTC.

A day counts once its daily is won before its `streak_until`. A day that can still be won breaks
no streak, whether or not it will be; one that was given up, or passed without a win, does.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta

from stats.days import day_of, playable_days, streak_until

_DAY = timedelta(days=1)


@dataclass(frozen=True)
class Outcome:
    """How an attempt at a day's daily ended, and when."""

    day: date
    won: bool
    at: datetime


@dataclass(frozen=True)
class DayState:
    """What became of a day: `won`, `lost`, `missed`, or `open` while it can still be won."""

    day: date
    status: str

    @property
    def is_eligible(self) -> bool:
        """Whether it counts for the streak, or will if it is won in time."""
        return self.status in ("won", "open")


def state_of(day: date, outcomes: Iterable[Outcome], now: datetime) -> DayState:
    """What a day is for the streak; `outcomes` may be of other days too."""
    of_day = [outcome for outcome in outcomes if outcome.day == day]
    if any(outcome.won and outcome.at < streak_until(day) for outcome in of_day):
        return DayState(day, "won")
    if of_day:
        return DayState(day, "lost")
    return DayState(day, "open" if day in playable_days(now) else "missed")


def current_streak(outcomes: Sequence[Outcome], now: datetime) -> int:
    """How many days in a row are won up to now, those that are still open passed over."""
    states = {outcome.day: state_of(outcome.day, [outcome], now) for outcome in outcomes}
    day, length = day_of(now), 0
    while True:
        status = (states.get(day) or state_of(day, [], now)).status
        if status not in ("won", "open"):
            return length
        length += status == "won"
        day -= _DAY


def best_streak(outcomes: Iterable[Outcome]) -> int:
    """The longest row of days that were ever won; more outcomes never make it shorter."""
    won = sorted({each.day for each in outcomes if each.won and each.at < streak_until(each.day)})
    best = length = 0
    before: date | None = None
    for day in won:
        length = length + 1 if before == day - _DAY else 1
        best, before = max(best, length), day
    return best
