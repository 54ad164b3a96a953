"""Pictures of results: bars and lines, each with a description and the same as a table."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from config.pages.sheets import Column, sheet
from config.pages.words import clock, instant, number, word
from stats.models import GameResult

_HIGH = 100
_NARROW, _WIDE = 8, 16  # From one bar to the next, of games and of stretches of time.
_RECENT = 10  # Games that a win rate is of.
_MOST_BARS = 12
# Seconds that a bar of times may stand for.
_STEPS = (15, 30, 60, 120, 300, 600, 1200, 3600, 14400)

Chart = dict[str, Any]


def outcome(result: GameResult) -> str:
    """Won or lost, in a word."""
    return word("attempt.won" if result.won else "attempt.lost")


def ended(result: GameResult) -> str:
    """When the game ended."""
    return instant(result.finished_at.isoformat(timespec="milliseconds"))


def outcomes(played: Sequence[GameResult]) -> Chart:
    """Won and lost games, and the win rate of the ten up to each as a line over them."""
    rates = []
    for at in range(len(played)):
        recent = played[max(0, at + 1 - _RECENT) : at + 1]
        rates.append((sum(each.won for each in recent), len(recent)))
    bars = [
        _bar(at, _NARROW, 0 if each.won else _HIGH / 2, _HIGH / 2, "win" if each.won else "loss")
        for at, each in enumerate(played)
    ]
    columns = ("stats.date", "result", "stat.percent")
    rows = [
        [ended(each), outcome(each), f"{number(_percent(*rate))} %"]
        for each, rate in zip(played, rates, strict=True)
    ]
    label = word("picture", n=len(played), won=sum(each.won for each in played))
    return _chart(label, word("stats.rateText"), columns, rows) | {
        "width": max(20, len(played)) * _NARROW,
        "bars": bars,
        "line": _line([won / games for won, games in rates]),
    }


def times(won: Sequence[GameResult]) -> Chart:
    """How many wins took how long."""
    seconds = [each.time_ms / 1000 for each in won]
    longest = max(seconds)
    step = next((each for each in _STEPS if longest / each <= _MOST_BARS), longest / _MOST_BARS)
    counts = [0] * (int(longest / step) + 1)
    for each in seconds:
        counts[int(each / step)] += 1
    most = max(counts)
    starts = [clock(at * step * 1000) for at in range(len(counts) + 1)]
    bars = [
        _bar(at, _WIDE, _HIGH * (1 - count / most), _HIGH * count / most, "win")
        for at, count in enumerate(counts)
    ]
    rows = [
        [f"{starts[at]} \N{EN DASH} {starts[at + 1]}", number(count)]
        for at, count in enumerate(counts)
    ]
    note = word("stats.timesText", **{"from": starts[0], "to": starts[-1], "n": most})
    return _chart(word("stats.times"), note, ("figure.time", "stat.won"), rows) | {
        "width": max(6, len(counts)) * _WIDE,
        "bars": bars,
    }


def points(won: Sequence[GameResult]) -> Chart:
    """The points of wins, one after the other."""
    scores = [each.score or 0 for each in won]
    low, top = min(scores), max(scores)
    rows = [[ended(each), number(each.score or 0)] for each in won]
    note = word("stats.pointsText", low=low, top=top)
    return _chart(word("stats.points"), note, ("stats.date", "figure.points"), rows) | {
        "width": max(20, len(won)) * _NARROW,
        "line": _line([(score - low) / (top - low or 1) for score in scores]),
    }


def _chart(label: str, note: str, columns: Sequence[str], rows: list[list[str]]) -> Chart:
    # Words stand on the left, and the last column has the figures; times stand with them.
    figures = ("stat.percent", "stat.won", "figure.points", "figure.time")
    heads = [Column(word(key), is_figure=key in figures) for key in columns]
    return {"label": label, "note": note, "height": _HIGH, "sheet": sheet(label, heads, rows)}


def _bar(at: int, wide: int, y: float, height: float, kind: str) -> dict[str, str]:
    """A bar in its place; numbers are text here, lest a template writes them as a language does."""
    place = {"x": at * wide + 1, "y": y, "width": wide - 2, "height": height}
    return {name: f"{value:g}" for name, value in place.items()} | {"kind": kind}


def _line(values: Sequence[float]) -> str:
    """The points of a line through values from 0 to 1, with room for its own width."""
    places = [
        (at * _NARROW + _NARROW / 2, 2 + (_HIGH - 4) * (1 - value))
        for at, value in enumerate(values)
    ]
    return " ".join(f"{x:g},{y:g}" for x, y in places)


def _percent(won: int, games: int) -> int:
    """Half up, and in whole numbers, since binary fractions round otherwise."""
    return (200 * won + games) // (2 * games)
