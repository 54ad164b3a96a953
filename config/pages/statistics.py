"""The player's statistics: figures of a level and a time, pictures of the games, and the games."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import timedelta
from typing import Any

from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.html import format_html

from config.pages.asking import ask
from config.pages.charts import ended, outcome, outcomes, points, times
from config.pages.figures import Figures, if_known, level_figures
from config.pages.frame import PLAIN, framed, page
from config.pages.sheets import Column, chooser, sheet
from config.pages.words import clock, number, word
from stats.models import GameResult
from stats.selectors.ledger import get_results
from stats.totals import fold

_DRAWN = 400  # Results of a level that the pictures of all time show, the latest.
_MOST = 5_000  # Results of a level that are counted of a shorter time: more than one can play.
_LATEST = 50
_PERIODS = {"ever": None, "month": timedelta(days=30), "week": timedelta(days=7)}
# What is counted of the games of a time as the service counts it of all.
_COUNTED = (
    *("played", "won", "lost", "win_pct"),
    *("best_score", "best_time_ms", "best_moves", "avg_time_ms_of_wins"),
)


@page
def statistics(request: HttpRequest) -> HttpResponse:
    """Show the statistics of a level that was played, and of a time, as the query chooses them."""
    totals: dict[str, dict[str, Any]] = {}
    if request.user.is_authenticated:
        totals = {_key(each): each for each in ask(request, "v1/me/stats")["items"]}
    if not totals:
        return framed(request, "stats", {}, PLAIN)
    variants = ask(request, "v1/variants")["items"]
    results = get_results(player_id=ask(request, "v1/me")["id"])
    names = _names(variants)
    level = request.GET.get("level")
    if level not in totals:
        level = _latest_level(results, totals)
    period = request.GET.get("period", "")
    if period not in _PERIODS:
        period = "ever"
    own, span = totals[level], _PERIODS[period]
    chosen = _chosen(results.filter(variant=own["variant"], level=own["level"]), span)
    if span:
        own = own | _counted(chosen)
    context = {
        "choosers": [
            chooser("level", [(key, names.get(key, key)) for key in totals], level),
            chooser("period", [(key, word(f"stats.{key}")) for key in _PERIODS], period),
        ],
        "name": names.get(level, level),
        "figures": _figures(own),
        "charts": _charts([each for each in chosen if not each.is_annulled]),
        "latest": _latest(chosen[:_LATEST]),
    }
    return framed(request, "stats", context, PLAIN)


def _key(own: Mapping[str, Any]) -> str:
    return f"{own['variant']}.{own['level']}"


def _names(variants: list[dict[str, Any]]) -> dict[str, str]:
    return {
        f"{each['key']}.{level['key']}": f"{each['name']}, {level['name']}"
        for each in variants
        for level in each["levels"]
    }


def _latest_level(results: QuerySet[GameResult], totals: Mapping[str, Any]) -> str:
    """The level of the latest game, as `_key` writes it."""
    latest = [_key(each) for each in results.values("variant", "level")[:1]]
    return next(key for key in (*latest, *totals) if key in totals)


def _chosen(results: QuerySet[GameResult], span: timedelta | None) -> list[GameResult]:
    """Results of a level, the newest first; of a time all, since they are counted.

    Read at once: the API's own pages would be as many questions as there are pages.
    """
    if span is None:
        return list(results[:_DRAWN])
    return list(results.filter(finished_at__gt=timezone.now() - span)[:_MOST])


def _counted(results: Sequence[GameResult]) -> dict[str, Any]:
    """The figures of some results, the newest first, named as the service names those of all."""
    tally = fold(reversed(results))
    return {name: getattr(tally, name) for name in _COUNTED}


def _figures(own: dict[str, Any]) -> Figures:
    return [
        ("stat.played", number(own["played"])),
        *level_figures(own),
        ("stat.score", if_known(own["best_score"], number)),
        ("stat.time", if_known(own["best_time_ms"], clock)),
        ("stat.average", if_known(own["avg_time_ms_of_wins"], clock)),
        ("stat.bestMoves", if_known(own["best_moves"], number)),
    ]


def _charts(results: Sequence[GameResult]) -> list[dict[str, Any]]:
    """The pictures of some results, the newest first."""
    latest = results[:_LATEST][::-1]
    won = [each for each in results if each.won][::-1]
    return [
        *([outcomes(latest)] if latest else []),
        *([times(won), points(won[-_LATEST:])] if won else []),
    ]


def _latest(results: Sequence[GameResult]) -> dict[str, Any]:
    columns = [Column(word(key)) for key in ("stats.date", "result")]
    for key in ("figure.moves", "figure.time", "figure.points"):
        columns.append(Column(word(key), is_figure=True))
    rows = [
        [
            ended(each),
            format_html('<a href="/play/{}">{}</a>', each.game_id, outcome(each)),
            number(each.moves),
            clock(each.time_ms),
            "\N{EN DASH}" if each.score is None else number(each.score),
        ]
        for each in results
    ]
    return sheet(word("latest"), columns, rows)
