"""The dailies: a month at a glance, what can be played of a day, and the streaks."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date, datetime
from typing import Any
from urllib.parse import urlencode

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.utils.html import format_html
from django.utils.safestring import SafeString

from config.pages.asking import ask
from config.pages.frame import TABLE, framed, page
from config.pages.month import month_of, standing
from config.pages.table import TICK, titles
from config.pages.words import clock, instant, number, word
from stats.days import ranked_until


@page
def daily(request: HttpRequest) -> HttpResponse:
    """Show a day, today unless another is named, and its month."""
    now = ask(request, "v1/dailies")
    moment = datetime.fromisoformat(now["server_time"])
    today = moment.date()
    chosen = _day(request.GET.get("day", "")) or today
    month = ask(request, "v1/dailies", month=f"{chosen:%Y-%m}")["items"]
    # Yesterday's can still be won for the streak for a while, so they are shown with today's.
    own = now["items"] if chosen == today else month
    shown = [
        each
        for each in own
        if (each["status"] != "announced" if chosen == today else each["date"] == str(chosen))
    ]
    streaks = ask(request, "v1/me/streaks")["dailies"] if request.user.is_authenticated else []
    names = titles()
    midnight = ranked_until(today)
    context = {
        "chosen": str(chosen),
        "entries": [_entry(each, names[each["variant"]]) for each in shown],
        "month": month_of(chosen, today, month, names),
        "left": _left((midnight - moment).total_seconds() * 1000),
        "midnight": midnight.isoformat(),
        "streaks": [
            (names[each["variant"]], f"{number(each['current'])} / {number(each['best'])}")
            for each in streaks
        ],
        "saved_until": _saved_until(streaks, str(today)),
    }
    boot = {"titles": names, "tick": TICK}
    return framed(request, "daily", context, (*TABLE, "daily"), boot)


@page
def named(request: HttpRequest, day: str) -> HttpResponse:
    """Lead to a day that stands in the address as the days of boards do."""
    if _day(day) is None:
        raise Http404
    return HttpResponseRedirect(f"/daily?{urlencode({'day': day})}")


def _day(spelled: str) -> date | None:
    """The day that is meant, if it is one of a month that the API knows, as are its neighbours."""
    try:
        day = date.fromisoformat(spelled)
    except ValueError:
        return None
    return day if 1000 < day.year < 9999 else None


def _left(milliseconds: float) -> SafeString:
    spelled = clock(milliseconds)
    return format_html('<span data-left="{}">{}</span>', int(milliseconds), spelled)


def _entry(daily: Mapping[str, Any], name: str) -> dict[str, Any]:
    stands = standing(daily)
    is_open = stands in ("active", "none")
    notes = [word(f"attempt.{stands}")]
    if is_open and daily["status"] == "grace":
        notes.append(word("daily.grace", time=instant(daily["streak_until"])))
        if daily["recommended"]:
            notes.append(word("recommended"))
    return {
        **daily,
        "name": name,
        "stands": stands,
        "notes": notes,
        "is_main": is_open and daily["recommended"],
    }


def _saved_until(streaks: list[Mapping[str, Any]], today: str) -> str | None:
    """Until when a day before today can still be won for a streak, if one can."""
    days = [day for each in streaks for day in each["days"]]
    late = (day for day in days if day["date"] < today and day["status"] == "open")
    return next((day["streak_until"] for day in late), None)
