"""R21: daily streaks at every bound of a day, travelling either way, whatever the server's zone."""

import os
import subprocess
import sys
from datetime import UTC, date, datetime, timedelta, timezone

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stats.days import opens_at, streak_until
from stats.streaks import Outcome, best_streak, current_streak, state_of

D = date(2026, 11, 29)
DAY = timedelta(days=1)
INSTANT = timedelta(milliseconds=1)


def at(text: str) -> datetime:
    return datetime.fromisoformat(text).replace(tzinfo=UTC)


def wins(*days: date) -> list[Outcome]:
    """Each won at noon of its day."""
    return [Outcome(day, True, opens_at(day) + DAY / 2) for day in days]


def loss(day: date) -> Outcome:
    return Outcome(day, False, opens_at(day) + DAY / 2)


YESTERDAYS = wins(D - 2 * DAY, D - DAY)


@pytest.mark.parametrize(
    ("now", "without", "with_it"),
    [
        # D is the day; the two before it are won. What the streak is without D and with it.
        ("2026-11-28T23:59:59.999", 2, None),
        ("2026-11-29T00:00:00.000", 2, 3),
        ("2026-11-29T23:59:59.999", 2, 3),
        ("2026-11-30T00:00:00.000", 2, 3),
        ("2026-11-30T11:59:59.999", 2, 3),
        ("2026-11-30T12:00:00.000", 0, None),
    ],
)
def test_r21_a_day_saves_the_streak_until_noon_of_the_next(
    now: str, without: int, with_it: int | None
) -> None:
    assert current_streak(YESTERDAYS, at(now)) == without
    if with_it is not None:
        assert current_streak([*YESTERDAYS, Outcome(D, True, at(now))], at(now)) == with_it
    assert best_streak(YESTERDAYS) == 2


def test_r21_a_win_at_the_bound_is_none() -> None:
    late = Outcome(D, True, at("2026-11-30T12:00:00.000"))
    just = Outcome(D, True, at("2026-11-30T11:59:59.999"))
    now = at("2026-11-30T12:00:00.000")
    assert (current_streak([*YESTERDAYS, late], now), best_streak([*YESTERDAYS, late])) == (0, 2)
    assert (current_streak([*YESTERDAYS, just], now), best_streak([*YESTERDAYS, just])) == (3, 3)


@pytest.mark.parametrize(
    ("outcomes", "now", "status"),
    [
        (wins(D), "2026-12-24T00:00:00", "won"),
        ([loss(D)], "2026-11-29T13:00:00", "lost"),
        ([], "2026-11-29T13:00:00", "open"),
        ([], "2026-11-30T11:59:59.999", "open"),
        ([], "2026-11-30T12:00:00", "missed"),
        (wins(D - DAY), "2026-11-30T12:00:00", "missed"),
    ],
)
def test_r21_what_a_day_is(outcomes: list[Outcome], now: str, status: str) -> None:
    state = state_of(D, outcomes, at(now))
    assert state.status == status
    assert state.is_eligible == (status in ("won", "open"))


def test_r21_a_day_that_was_given_up_ends_the_streak_at_once() -> None:
    now = at("2026-11-29T13:00:00")
    assert current_streak([*YESTERDAYS, loss(D)], now) == 0
    # The day before, lost, while today's is won: only today's counts.
    assert current_streak([*wins(D - 2 * DAY, D), loss(D - DAY)], now) == 1


def test_r21_yesterday_may_be_won_after_today() -> None:
    morning = at("2026-11-29T09:00:00")
    today_first = [*wins(D - 2 * DAY), Outcome(D, True, morning)]
    assert current_streak(today_first, morning) == 2
    both = [*today_first, Outcome(D - DAY, True, morning + DAY / 24)]
    assert current_streak(both, morning + DAY / 12) == 3


@pytest.mark.parametrize(
    ("days", "now", "length"),
    [
        ([date(2028, 2, 28), date(2028, 2, 29), date(2028, 3, 1)], "2028-03-01T13:00:00", 3),
        ([date(2028, 2, 28), date(2028, 3, 1)], "2028-03-01T13:00:00", 1),
        ([date(2027, 2, 28), date(2027, 3, 1)], "2027-03-01T13:00:00", 2),
        ([date(2026, 12, 31), date(2027, 1, 1)], "2027-01-01T13:00:00", 2),
    ],
)
def test_r21_the_calendar_has_no_gap(days: list[date], now: str, length: int) -> None:
    assert current_streak(wins(*days), at(now)) == length


def local(day: date, hour: int, offset: float) -> datetime:
    """An hour of a local day, so many hours east of Greenwich."""
    zone = timezone(timedelta(hours=offset))
    return datetime(day.year, day.month, day.day, hour, tzinfo=zone)


@pytest.mark.parametrize(
    ("offsets", "hour"),
    [
        ((-8, -8, -8, -8), 23),
        ((-8, -8, 9, 9), 20),
        ((9, 9, -8, -8), 20),
        ((14, 5.5, -3.5, -12), 18),
        ((-12, -3.5, 5.5, 14), 18),
    ],
)
def test_r21_travel_in_either_direction_keeps_the_streak(
    offsets: tuple[float, ...], hour: int
) -> None:
    """Who wins the daily of each local date, in the evening, wherever that is."""
    outcomes = [
        Outcome(D + number * DAY, True, local(D + number * DAY, hour, offset))
        for number, offset in enumerate(offsets)
    ]
    for outcome in outcomes:
        assert opens_at(outcome.day) <= outcome.at < streak_until(outcome.day)
    lengths = [
        current_streak(outcomes[: number + 1], outcome.at)
        for number, outcome in enumerate(outcomes)
    ]
    assert lengths == [1, 2, 3, 4]


@given(
    first=st.dates(min_value=date(2000, 1, 2), max_value=date(2099, 1, 1)),
    delays=st.lists(st.integers(0, 36 * 3600 * 1000 - 1), min_size=1, max_size=12),
)
def test_r21_winning_every_day_never_breaks_a_streak(first: date, delays: list[int]) -> None:
    outcomes = [
        Outcome(first + number * DAY, True, opens_at(first + number * DAY) + delay * INSTANT)
        for number, delay in enumerate(delays)
    ]
    last = outcomes[-1]
    assert best_streak(outcomes) == len(outcomes)
    for now in (max(each.at for each in outcomes), streak_until(last.day + DAY) - INSTANT):
        assert current_streak(outcomes, now) == len(outcomes)
    assert current_streak(outcomes, streak_until(last.day + DAY)) == 0


@given(st.lists(st.tuples(st.integers(0, 20), st.booleans()), unique_by=lambda each: each[0]))
def test_r21_best_never_shrinks(days: list[tuple[int, bool]]) -> None:
    outcomes = [wins(D + n * DAY)[0] if won else loss(D + n * DAY) for n, won in days]
    bests = [best_streak(outcomes[:count]) for count in range(len(outcomes) + 1)]
    assert bests == sorted(bests)
    assert current_streak(outcomes, opens_at(D + 25 * DAY)) <= bests[-1]


@pytest.mark.parametrize("zone", ["Asia/Kolkata", "America/St_Johns"])
def test_r21_the_servers_own_zone_changes_no_streak(zone: str) -> None:
    program = (
        "import sys, time; time.tzset()\n"
        "import tests.stats.test_r21_streaks as module\n"
        "for case in module.test_r21_a_day_saves_the_streak_until_noon_of_the_next.pytestmark[0]"
        ".args[1]:\n"
        "    module.test_r21_a_day_saves_the_streak_until_noon_of_the_next(*case)\n"
        "print('same')\n"
    )
    environment = {**os.environ, "TZ": zone, "DJANGO_SETTINGS_MODULE": "config.settings"}
    program = f"import django; django.setup()\n{program}"
    told = subprocess.run(
        [sys.executable, "-c", program], env=environment, capture_output=True, text=True, check=True
    )
    assert told.stdout.split() == ["same"]
