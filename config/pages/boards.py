"""The boards: who stands where, one's own place, and the choice of a board."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.utils import timezone
from django.utils.html import format_html

from config.pages.asking import Refused, ask
from config.pages.board_choice import board_choosers, named_board, wished_board
from config.pages.choice import choice_of
from config.pages.frame import PLAIN, framed, page
from config.pages.sheets import Column, sheet
from config.pages.words import clock, instant, number, word
from stats.days import day_of

_ROWS = 50
_AROUND = 21  # Ten places on either side of one's own.
# What is told of a row, and how it is written.
_FIGURES = {"score": number, "time_ms": clock, "moves": number}
_STREAKS = {"streak": number}


@page
def choose(request: HttpRequest) -> HttpResponse:
    """Lead to the board that is asked for; what is not said is as the browser last chose it."""
    variants = ask(request, "v1/variants")["items"]
    choice = choice_of(request, variants)
    board = wished_board(request.GET.dict(), choice, variants, day_of(timezone.now()))
    return HttpResponseRedirect(f"/boards/{board.key}")


@page
def board(request: HttpRequest, key: str) -> HttpResponse:
    """Show a part of a board and the caller's place; of one that is not there, the choice alone."""
    variants = ask(request, "v1/variants")["items"]
    today = day_of(timezone.now())
    named = named_board(key, choice_of(request, variants), variants, today)
    context: dict[str, Any] = {"choosers": board_choosers(named, variants, today)}
    try:
        part, own = _read(request, key)
    except Refused as refused:
        if refused.problem["code"] != "not_found":
            raise
        response = framed(request, "board", context, PLAIN)
        response.status_code = refused.status
        return response
    context |= {"is_there": True, "state": _state(part, own), "turns": _turns(part)}
    context |= _place(own) | {"sheet": _sheet(named.kind, part, own)}
    return framed(request, "board", context, PLAIN)


def _read(request: HttpRequest, key: str) -> tuple[dict[str, Any], dict[str, Any] | None]:
    """A part of the board, and what is told of the caller's place to those who may have one."""
    is_known = request.user.is_authenticated
    if is_known and "around" in request.GET:
        around = ask(request, f"v1/leaderboards/{key}/around-me", limit=_AROUND)
        return around, around
    cursor = {"cursor": text} if (text := request.GET.get("cursor")) else {}
    part = ask(request, f"v1/leaderboards/{key}", limit=_ROWS, **cursor)
    return part, ask(request, f"v1/leaderboards/{key}/me") if is_known else None


def _state(part: dict[str, Any], own: dict[str, Any] | None) -> Sequence[str]:
    """How many stand there, and until when.

    That nobody does is not said to whoever has a place that others do not see.
    """
    is_alone = not part["size"] and own is not None and bool(_rows(own))
    told: list[str] = [] if is_alone else [word("board.size", n=part["size"])]
    if part["status"] == "closed":
        told.append(word("board.closed"))
    elif part["closes_at"] is not None:
        told.append(word("board.until", time=instant(part["closes_at"])))
    return told


def _turns(part: dict[str, Any]) -> dict[str, Any]:
    """Where one can go from here; what lies around one's own place has no cursors."""
    is_around = "prev_cursor" not in part
    before, after = part.get("prev_cursor"), part.get("next_cursor")
    return {"top": is_around or before is not None, "before": before, "after": after}


def _place(own: dict[str, Any] | None) -> dict[str, Any]:
    """The caller's place, and why others do not see it."""
    if own is None:
        return {"notes": [word("board.nobody")], "may_join": True}
    rows = _rows(own)
    reasons = [row["unlisted_reason"] for row in rows if row["unlisted_reason"]]
    place = word("board.noPlace")
    if rows:
        # A place that only its player sees is counted in.
        size = own["size"] + (rows[0]["unlisted_reason"] is not None)
        place = word("board.place", n=rows[0]["rank"], size=size)
    notes = [word(f"board.{reason}") for reason in reasons]
    return {
        "place": place,
        "notes": notes,
        "may_join": "guest" in reasons,
        "has_place": bool(rows),
    }


def _rows(own: dict[str, Any]) -> list[dict[str, Any]]:
    """What is told of the caller's place: the one that counts, and one that waits for a review."""
    return [row for row in (own["entry"], own["pending"]) if row]


def _sheet(kind: str, part: dict[str, Any], own: dict[str, Any] | None) -> dict[str, Any] | None:
    items = part["items"]
    if not items:
        return None
    me = own["entry"]["player"]["id"] if own and own["entry"] else None
    is_mine = [row.get("is_me", me is not None and _id(row) == me) for row in items]
    has_replays = kind == "daily" and part["status"] == "closed"
    figures = _STREAKS if kind == "best_streak" else _FIGURES
    columns = [Column(word("board.rank"), is_figure=True), Column(word("board.player"))]
    columns += [Column(word(f"board.{name}"), is_figure=True) for name in figures]
    rows = [
        [
            number(row["rank"]),
            _player(row, is_me=mine, has_replay=has_replays),
            *(write(row[name]) for name, write in figures.items()),
        ]
        for row, mine in zip(items, is_mine, strict=True)
    ]
    mine = is_mine.index(True) if True in is_mine else None
    return sheet(word("boards"), columns, rows, mine)


def _id(row: dict[str, Any]) -> str | None:
    return row["player"]["id"] if row["player"] else None


def _player(row: dict[str, Any], *, is_me: bool, has_replay: bool) -> str:
    name = row["player"]["name"] if row["player"] else word("board.gone")
    if is_me:
        name = f"{name} ({word('board.me')})"
    if has_replay and row["game_id"]:
        return format_html('<a href="/replays/{}">{}</a>', row["game_id"], name)
    return str(name)
