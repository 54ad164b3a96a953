"""Figures as pages show them."""

from __future__ import annotations

from typing import Any

from config.pages.words import number

Figures = list[tuple[str, str | None]]


def level_figures(own: dict[str, Any]) -> Figures:
    """The figures of a level that are shown wherever it is spoken of, under their words."""
    percent = own["win_pct"]
    return [
        ("stat.won", number(own["won"])),
        ("stat.lost", number(own["lost"])),
        ("stat.percent", None if percent is None else f"{number(percent)} %"),
        ("stat.streak", f"{number(own['current_streak'])} / {number(own['best_streak'])}"),
    ]
