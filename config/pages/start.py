"""The first page: what can be played, the player's own results, and the games that are open."""

from __future__ import annotations

import json
from typing import Any

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect

from config.pages.asking import ask
from config.pages.choice import Choice, choice_of
from config.pages.figures import if_known, level_figures
from config.pages.frame import TABLE, framed, page
from config.pages.table import TICK, titles
from config.pages.words import clock, knows, number, word

_OPEN = 25  # Games of the API's longest page.
_PAGES = 4  # That are asked for: far more than can be open.


@page
def start(request: HttpRequest) -> HttpResponse:
    """Show what can be played; what this browser chose last is chosen again."""
    # Play was pressed before its module had come, so the browser sent the form by itself.
    is_early = "early" in request.GET
    if is_early and not _is_from_here(request):
        # Else what is asked for from this page next would seem to be pressed here.
        return HttpResponseRedirect(_without_press(request))
    variants = ask(request, "v1/variants")["items"]
    stats, games = [], []
    if request.user.is_authenticated:
        stats = ask(request, "v1/me/stats")["items"]
        games = _active(request)
    own = {(each["variant"], each["level"]): each for each in stats}
    choice = choice_of(request, variants)
    context = {
        "variants": [_variant(each, choice, own) for each in variants],
        "open": [_open(each, variants) for each in games if each["mode"] != "practice"],
        "practice": [_open(each, variants) for each in games if each["mode"] == "practice"],
        "is_early": is_early,
    }
    return framed(request, "start", context, TABLE, {"titles": titles(), "tick": TICK})


def _is_from_here(request: HttpRequest) -> bool:
    """Whether a page of this site led here; a link from elsewhere begins no game.

    The referrer tells, also where a service worker has passed the request on, as
    `Sec-Fetch-Site` does not.
    """
    return request.headers.get("Referer", "").startswith(request.build_absolute_uri("/"))


def _without_press(request: HttpRequest) -> str:
    query = request.GET.copy()
    del query["early"]
    return f"/?{query.urlencode()}"


def _active(request: HttpRequest) -> list[dict[str, Any]]:
    """The open games, the newest first. Mostly they are one page."""
    games: list[dict[str, Any]] = []
    cursor: dict[str, str] = {}
    for _ in range(_PAGES):
        part = ask(request, "v1/games", status="active", limit=_OPEN, **cursor)
        games += part["items"]
        if part["next_cursor"] is None:
            break
        cursor = {"cursor": part["next_cursor"]}
    return games


def _variant(variant: dict[str, Any], choice: Choice, own: dict[Any, Any]) -> dict[str, Any]:
    key, level = variant["key"], choice.level(variant)
    return {
        **variant,
        "is_chosen": key == choice.variant,
        "note": word(f"about.{key}"),
        "switches": [_switch(variant, each, choice) for each in variant["switches"]],
        "levels": [
            {
                **each,
                "is_chosen": each["key"] == level,
                "note": _note(key, each["key"]),
                "figures": _figures(own.get((key, each["key"]))),
            }
            for each in variant["levels"]
        ],
    }


def _note(variant: str, level: str) -> str:
    own = f"level.{variant}.{level}"
    return word(own if knows(own) else f"level.{level}")


def _figures(own: dict[str, Any] | None) -> list[tuple[str, str | None]]:
    if own is None:
        return []
    return [
        *level_figures(own),
        ("stat.time", if_known(own["best_time_ms"], clock)),
        ("stat.score", if_known(own["best_score"], number)),
    ]


def _switch(variant: dict[str, Any], switch: dict[str, Any], choice: Choice) -> dict[str, Any]:
    keys = {json.dumps(value): value for value in switch["values"]}
    wished = choice.switch(variant, switch["name"])
    chosen = wished if wished in keys else json.dumps(switch["default"])
    values = [
        {"key": key, "text": _value(value), "is_chosen": key == chosen}
        for key, value in keys.items()
    ]
    return {"name": switch["name"], "text": word(f"switch.{switch['name']}"), "values": values}


def _value(value: bool | int | str) -> str:
    if isinstance(value, bool):
        return word("yes" if value else "no")
    return number(value) if isinstance(value, int) else word(f"switch.{value}")


def _open(game: dict[str, Any], variants: list[dict[str, Any]]) -> dict[str, Any]:
    variant = next(each for each in variants if each["key"] == game["variant"])
    levels = {level["key"]: level["name"] for level in variant["levels"]}
    level = word("daily") if game["mode"] == "daily" else levels[game["level"]]
    return {
        **game,
        "name": f"{variant['name']}, {level}",
        "time": clock(game["clock"]["elapsed_ms"]),
    }
