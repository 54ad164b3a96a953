"""Which board is meant: by its key, by what was chosen above it, or by neither."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from typing import Any

from config.pages.choice import Choice, Variants
from config.pages.sheets import chooser
from config.pages.words import word
from stats.boards import Board, daily_board, month_of, parse_board, week_of

KINDS = ("daily", "best_score", "best_time", "best_streak")


def wished_board(
    wishes: Mapping[str, str], choice: Choice, variants: Variants, today: date
) -> Board:
    """The board of the wishes by name; for those that are missing or void, what was chosen last."""
    kind = wishes.get("kind", "")
    if kind not in KINDS:
        kind = "best_score"
    variant = next(each for each in variants if each["key"] == choice.variant)
    if kind == "daily":
        daily = parse_board(f"daily:{wishes.get('day', '')}:{variant['key']}")
        return daily or daily_board(today, variant["key"])
    levels = list(_levels(variant))
    wished = (wishes.get("level"), choice.level(variant))
    level = next((each for each in wished if each in levels), levels[0])
    period = wishes.get("period", "")
    name = _periods(today).get(period, period)
    of_all_time = Board(kind, variant["key"], level, None)
    return parse_board(f"{of_all_time.key}:{name}") or of_all_time


def named_board(key: str, choice: Choice, variants: Variants, today: date) -> Board:
    """The board of a key; if that names none, what was chosen last."""
    board = parse_board(key)
    if board is None or board.variant not in {each["key"] for each in variants}:
        return wished_board({}, choice, variants, today)
    return board


def board_choosers(board: Board, variants: Variants, today: date) -> list[dict[str, Any]]:
    """The choices above a board: those that boards of its kind have."""
    variant = next(each for each in variants if each["key"] == board.variant)
    choosers = [
        chooser("variant", [(each["key"], each["name"]) for each in variants], board.variant),
        chooser("kind", [(kind, word(f"board.{kind}")) for kind in KINDS], board.kind),
    ]
    if board.kind == "daily":
        assert board.period is not None
        return [*choosers, _day_chooser(board.period.name, today)]
    choosers.append(chooser("level", _levels(variant).items(), str(board.level)))
    if board.kind != "best_streak":
        choosers.append(_period_chooser(board.period.name if board.period else "", today))
    return choosers


def _levels(variant: dict[str, Any]) -> dict[str, str]:
    """The levels that are the same for all, by key."""
    levels = {level["key"]: level["name"] for level in variant["levels"]}
    return {key: name for key, name in levels.items() if key != "custom"}


def _periods(today: date) -> dict[str, str]:
    """The stretches of time that have names of their own here, as keys of boards spell them."""
    return {"ever": "", "week": week_of(today).name, "month": month_of(today).name}


def _period_chooser(period: str, today: date) -> dict[str, Any]:
    names = {name: key for key, name in _periods(today).items()}
    options: list[tuple[str, str]] = [(key, word(f"board.{key}")) for key in names.values()]
    if period not in names:
        options.append((period, period))
    return chooser("period", options, names.get(period, period))


def _day_chooser(day: str, today: date) -> dict[str, Any]:
    return {"name": "day", "text": word("board.day"), "day": day, "today": str(today)}
