"""Which boards there are, when they are open, and the order of their entries; pure.

A key names a board: `daily:2026-11-29:bakers_game`, `best_score:bakers_game:hard`,
`best_time:bakers_game:hard:2026-W48`, `best_streak:baroness:easy`. Those of a best end in an ISO
week or in a month of UTC, or are of all time; a streak has no beginning in a week, so its boards
are of all time only.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, timedelta
from typing import Protocol

from stats.days import day_of, opens_at, ranked_until

# How many buckets make one at the coarser scale, as a power of two.
COARSER = 25
_NAME = r"[a-z0-9_]{1,40}"
_YEAR = r"2[0-9]{3}"
_DAILY = re.compile(rf"daily:({_YEAR}-\d\d-\d\d):({_NAME})", re.ASCII)
_BEST = re.compile(
    rf"(best_score|best_time|best_streak):({_NAME}):({_NAME})"
    rf"(?::({_YEAR}-W\d\d|{_YEAR}-\d\d))?",
    re.ASCII,
)


class Figures(Protocol):
    """What of a won game decides its place."""

    @property
    def score(self) -> int | None:
        """The points."""

    @property
    def time_ms(self) -> int:
        """The official time."""

    @property
    def moves(self) -> int:
        """The moves made, undos among them."""


@dataclass(frozen=True, order=True)
class Place:
    """Where an entry stands, before the moments of finishing are compared; ascending.

    `bucket` never decides: it is a coarse image of the other three, by which entries are counted.
    """

    bucket: int
    first: int
    second: int
    third: int


def score_place(score: int, time_ms: int, moves: int) -> Place:
    """Score down, time up, moves up. A bucket is one score and about four seconds."""
    slot = min(time_ms >> 12, (1 << 20) - 1)
    return Place((-score << 20) + slot, -score, time_ms, moves)


def time_place(time_ms: int, moves: int) -> Place:
    """Time up, moves up. A bucket is about a quarter of a second."""
    return Place((time_ms >> 8) << 17, time_ms, moves, 0)


def streak_place(streak: int) -> Place:
    """Streak down. A bucket is one length."""
    return Place(-streak << 21, -streak, 0, 0)


@dataclass(frozen=True)
class Period:
    """A stretch of time with a name; nothing of it is open at `closes_at` any more."""

    name: str
    opens_at: datetime
    closes_at: datetime


def week_of(day: date) -> Period:
    """The ISO week of a day, from Monday to Sunday."""
    year, week, weekday = day.isocalendar()
    monday = day - timedelta(days=weekday - 1)
    return Period(f"{year}-W{week:02}", opens_at(monday), opens_at(monday + timedelta(days=7)))


def month_of(day: date) -> Period:
    """The calendar month of a day."""
    first = day.replace(day=1)
    next_first = (first + timedelta(days=31)).replace(day=1)
    return Period(f"{day:%Y-%m}", opens_at(first), opens_at(next_first))


@dataclass(frozen=True)
class Board:
    """A board by what its key says. `level` is None for a daily, `period` for all time."""

    kind: str
    variant: str
    level: str | None
    period: Period | None

    @property
    def key(self) -> str:
        """The one spelling of its name."""
        if self.kind == "daily":
            assert self.period is not None
            return f"daily:{self.period.name}:{self.variant}"
        key = f"{self.kind}:{self.variant}:{self.level}"
        return f"{key}:{self.period.name}" if self.period else key

    @property
    def closes_at(self) -> datetime | None:
        """From when on nothing enters it; None for those of all time."""
        return self.period.closes_at if self.period else None

    def is_closed(self, now: datetime) -> bool:
        """Whether its time is over."""
        return self.period is not None and now >= self.period.closes_at

    def has_opened(self, now: datetime) -> bool:
        """Whether its time has begun."""
        return self.period is None or now >= self.period.opens_at

    def place_of(self, result: Figures, streak: int) -> Place:
        """Where a won game stands; `streak` is the length that it brought a streak to."""
        if self.kind == "best_streak":
            return streak_place(streak)
        if self.kind == "best_time":
            return time_place(result.time_ms, result.moves)
        return score_place(result.score or 0, result.time_ms, result.moves)


def daily_board(day: date, variant: str) -> Board:
    """The board of a daily, open on its day."""
    return Board("daily", variant, None, Period(str(day), opens_at(day), ranked_until(day)))


def boards_for(variant: str, level: str, finished_at: datetime, daily: date | None) -> list[Board]:
    """All boards that a ranked win may come on, by key; always in the same order.

    `daily` is the day of the daily that it won, if it was one.
    """
    day = day_of(finished_at)
    streak = Board("best_streak", variant, level, None)
    bests = [
        Board(kind, variant, level, period)
        for kind in ("best_score", "best_time")
        for period in (None, week_of(day), month_of(day))
    ]
    of_the_day = [daily_board(daily, variant)] if daily else []
    return sorted([*bests, streak, *of_the_day], key=lambda board: board.key)


def parse_board(key: str) -> Board | None:
    """The board of a key; None when it names none, or not in its one spelling."""
    try:
        board = _parse(key)
    except ValueError:  # A day, week or month that no calendar has.
        return None
    return board if board and board.key == key else None


def _parse(key: str) -> Board | None:
    if found := _DAILY.fullmatch(key):
        return daily_board(date.fromisoformat(found[1]), found[2])
    found = _BEST.fullmatch(key)
    if found is None:
        return None
    kind, variant, level, period = found.groups()
    board = Board(kind, variant, level, None)
    if period is None:
        return board
    if kind == "best_streak":
        return None
    read: Callable[[str], Period] = _read_week if "W" in period else _read_month
    return replace(board, period=read(period))


def _read_week(text: str) -> Period:
    return week_of(date.fromisocalendar(int(text[:4]), int(text[6:]), 1))


def _read_month(text: str) -> Period:
    return month_of(datetime.strptime(text, "%Y-%m").replace(tzinfo=UTC).date())
