"""A month of dailies: its days, and how those of each day stand for the player."""

from __future__ import annotations

from calendar import monthrange
from collections.abc import Iterable, Mapping
from datetime import date, timedelta
from typing import Any

from config.pages.words import day as written
from config.pages.words import word

SIGNS = {
    "won": "●",
    "lost": "×",  # noqa: RUF001  A sign, no letter.
    "active": "◐",
    "none": "○",
    "closed": "·",
    "announced": "",
}
# Any week that begins with a Monday, for the names of its days.
_WEEK = [date(2024, 1, 1 + each).isoformat() for each in range(7)]

Daily = Mapping[str, Any]


def standing(daily: Daily) -> str:
    """How a daily stands for the player, as the words beginning with `attempt.` name it."""
    if daily["my_attempt"]:
        return str(daily["my_attempt"]["status"])
    return str(daily["status"]) if daily["status"] in ("announced", "closed") else "none"


def month_of(
    chosen: date, today: date, dailies: Iterable[Daily], titles: Mapping[str, str]
) -> dict[str, Any]:
    """The month of the chosen day, as the calendar shows it."""
    by_day: dict[str, list[Daily]] = {}
    for daily in dailies:
        by_day.setdefault(daily["date"], []).append(daily)
    first = chosen.replace(day=1)
    length = monthrange(chosen.year, chosen.month)[1]
    dates = [first + timedelta(days=at) for at in range(length)]
    return {
        "first": first.isoformat(),
        "before": (first - timedelta(days=1)).replace(day=1).isoformat(),
        "after": (first + timedelta(days=length)).isoformat(),
        "week": _WEEK,
        "blanks": range(first.weekday()),
        "days": [
            {
                **_day(each.isoformat(), by_day.get(each.isoformat(), []), titles),
                "is_chosen": each == chosen,
                "is_today": each == today,
            }
            for each in dates
        ],
        "legend": [
            (SIGNS[each], f"attempt.{each}") for each in ("won", "lost", "active", "none", "closed")
        ],
    }


def _day(day: str, dailies: list[Daily], titles: Mapping[str, str]) -> dict[str, Any]:
    stands = [standing(each) for each in dailies]
    told = [
        f"{titles[daily['variant']]}: {word(f'attempt.{each}')}"
        for daily, each in zip(dailies, stands, strict=True)
    ]
    return {
        "date": day,
        "number": int(day[-2:]),
        "name": ", ".join([written(day), *told]),
        "signs": [(each, SIGNS[each]) for each in stands],
    }
