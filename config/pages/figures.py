"""Figures as pages show them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from config.pages.words import number

Figures = list[tuple[str, str | None]]


def if_known(value: float | None, write: Callable[[float], str]) -> str | None:
    """A figure as it is written; None if there is none yet."""
    return None if value is None else write(value)


def level_figures(own: dict[str, Any]) -> Figures:
    """The figures of a level that are shown wherever it is spoken of, under their words."""
    return [
        ("stat.won", number(own["won"])),
        ("stat.lost", number(own["lost"])),
        ("stat.percent", if_known(own["win_pct"], lambda percent: f"{number(percent)} %")),
        ("stat.streak", f"{number(own['current_streak'])} / {number(own['best_streak'])}"),
    ]
