"""Tables of figures, and the choices above them, as templates draw them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from config.pages.words import word


@dataclass(frozen=True)
class Column:
    """What stands over a column; figures stand right, and so does what they stand under."""

    text: str
    is_figure: bool = False


def sheet(
    label: str, columns: Sequence[Column], rows: Iterable[Sequence[str]], mine: int | None = None
) -> dict[str, Any]:
    """A table with a name; `mine` is the place of a row that stands out."""
    figures = [column.is_figure for column in columns]
    return {
        "label": label,
        "columns": columns,
        "rows": [
            {"cells": zip(row, figures, strict=True), "is_mine": at == mine}
            for at, row in enumerate(rows)
        ],
    }


def chooser(name: str, options: Iterable[tuple[str, str]], chosen: str) -> dict[str, Any]:
    """A choice by name, of values and their texts."""
    told = [{"value": value, "text": text, "is_chosen": value == chosen} for value, text in options]
    return {"name": name, "text": word(f"board.{name}"), "options": told}
