"""The days of the dailies as instants in UTC: one day for everyone, wherever they are.

A day's board is open from 00:00 to the next 00:00 UTC. Wins count for the daily streak until
twelve hours later, so that during a calendar's day anywhere on Earth, from UTC-12 to UTC+14, the
daily of that date can be played for at least ten hours. No time zone, no device's clock and no
setting of the server plays a part: all instants are aware.
"""

from datetime import UTC, date, datetime, time, timedelta

STREAK_GRACE = timedelta(hours=12)
_DAY = timedelta(days=1)


def day_of(instant: datetime) -> date:
    """The day whose board is open at an instant."""
    return instant.astimezone(UTC).date()


def opens_at(day: date) -> datetime:
    """When a day's deals are shown first."""
    return datetime.combine(day, time(), UTC)


def ranked_until(day: date) -> datetime:
    """When a day's boards close; this instant is outside."""
    return opens_at(day) + _DAY


def streak_until(day: date) -> datetime:
    """When a day can be won for the streak no more; this instant is outside."""
    return ranked_until(day) + STREAK_GRACE


def day_closing_at(instant: datetime) -> date:
    """The day whose `streak_until` is this instant."""
    return day_of(instant - STREAK_GRACE - _DAY)


def playable_days(instant: datetime) -> tuple[date, ...]:
    """The days that can be played for the streak at an instant, the latest one first."""
    today = day_of(instant)
    before = today - _DAY
    return (today, before) if instant < streak_until(before) else (today,)
