"""R21: the days of the dailies are functions of instants in UTC alone."""

import os
import subprocess
import sys
from datetime import UTC, date, datetime, timedelta, timezone

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stats.days import (
    day_closing_at,
    day_of,
    opens_at,
    playable_days,
    ranked_until,
    streak_until,
)

D = date(2026, 11, 29)
NEXT = date(2026, 11, 30)

instants = st.datetimes(
    min_value=datetime(2000, 1, 2), max_value=datetime(2100, 1, 1), timezones=st.just(UTC)
)
zones = st.integers(-12 * 60, 14 * 60).map(lambda minutes: timezone(timedelta(minutes=minutes)))


def at(text: str) -> datetime:
    return datetime.fromisoformat(text).replace(tzinfo=UTC)


@pytest.mark.parametrize(
    ("instant", "today", "playable"),
    [
        ("2026-11-28T23:59:59.999", date(2026, 11, 28), {date(2026, 11, 28)}),
        ("2026-11-29T00:00:00.000", D, {D, date(2026, 11, 28)}),
        ("2026-11-29T11:59:59.999", D, {D, date(2026, 11, 28)}),
        ("2026-11-29T12:00:00.000", D, {D}),
        ("2026-11-29T23:59:59.999", D, {D}),
        ("2026-11-30T00:00:00.000", NEXT, {NEXT, D}),
        ("2026-11-30T11:59:59.999", NEXT, {NEXT, D}),
        ("2026-11-30T12:00:00.000", NEXT, {NEXT}),
        ("2028-02-29T00:00:00.000", date(2028, 2, 29), {date(2028, 2, 29), date(2028, 2, 28)}),
        ("2028-03-01T11:59:59.999", date(2028, 3, 1), {date(2028, 3, 1), date(2028, 2, 29)}),
        ("2027-03-01T00:00:00.000", date(2027, 3, 1), {date(2027, 3, 1), date(2027, 2, 28)}),
        ("2027-01-01T06:00:00.000", date(2027, 1, 1), {date(2027, 1, 1), date(2026, 12, 31)}),
    ],
)
def test_r21_which_days_are_played(instant: str, today: date, playable: set[date]) -> None:
    assert day_of(at(instant)) == today
    assert set(playable_days(at(instant))) == playable
    assert playable_days(at(instant))[0] == today


def test_r21_the_bounds_of_a_day() -> None:
    assert opens_at(D) == at("2026-11-29T00:00:00")
    assert ranked_until(D) == at("2026-11-30T00:00:00")
    assert streak_until(D) == at("2026-11-30T12:00:00")
    assert day_closing_at(streak_until(D)) == D


@given(instants, zones)
def test_r21_the_zone_that_an_instant_is_told_in_changes_nothing(
    instant: datetime, zone: timezone
) -> None:
    assert day_of(instant.astimezone(zone)) == day_of(instant)
    assert playable_days(instant.astimezone(zone)) == playable_days(instant)


@given(st.dates(min_value=date(2000, 1, 2), max_value=date(2100, 1, 1)), zones)
def test_r21_a_local_day_has_ten_hours_for_the_daily_of_its_date(day: date, zone: timezone) -> None:
    begins = datetime(day.year, day.month, day.day, tzinfo=zone)
    ends = begins + timedelta(days=1)
    assert min(ends, streak_until(day)) - max(begins, opens_at(day)) >= timedelta(hours=10)


@given(st.dates(min_value=date(2000, 1, 2), max_value=date(2100, 1, 1)))
def test_r21_days_follow_each_other_without_a_gap(day: date) -> None:
    assert ranked_until(day) == opens_at(day + timedelta(days=1))
    assert day_closing_at(streak_until(day)) == day
    assert day_of(ranked_until(day) - timedelta(microseconds=1)) == day


@pytest.mark.parametrize("zone", ["Asia/Kolkata", "America/St_Johns", "Pacific/Kiritimati"])
def test_r21_the_servers_own_zone_changes_nothing(zone: str) -> None:
    program = (
        "from datetime import UTC, date, datetime\n"
        "from stats.days import day_of, opens_at, streak_until\n"
        "now = datetime(2026, 11, 29, 23, 59, tzinfo=UTC)\n"
        "print(day_of(now), opens_at(day_of(now)).isoformat(), streak_until(day_of(now)))\n"
    )
    told = subprocess.run(
        [sys.executable, "-c", program],
        env={**os.environ, "TZ": zone},
        capture_output=True,
        text=True,
        check=True,
    )
    assert told.stdout.split() == [
        "2026-11-29", "2026-11-29T00:00:00+00:00", "2026-11-30", "12:00:00+00:00",
    ]  # fmt: skip
