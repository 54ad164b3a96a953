"""Boards as answers carry them."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from stats.boards import Board
from stats.models import BoardEntry
from stats.selectors.boards import board_size, counts_before, place_of, ranks_of


def board_document(board: Board, now: datetime) -> dict[str, Any]:
    """What is told of a board with every part of it."""
    return {
        "board": board.key,
        "status": "closed" if board.is_closed(now) else "open",
        "closes_at": board.closes_at,
        "size": board_size(board.key),
        "as_of": now,
    }


def page_rows(board: Board, entries: Sequence[BoardEntry], now: datetime) -> list[dict[str, Any]]:
    """Neighbouring listed entries as everybody sees them."""
    ranks = ranks_of(board.key, entries)
    is_open = not board.is_closed(now)
    return [
        _row(entry, rank, is_secret=is_open) for entry, rank in zip(entries, ranks, strict=True)
    ]


def own_rows(board: Board, *entries: BoardEntry | None) -> list[dict[str, Any] | None]:
    """Entries of the caller as the caller sees them."""
    there = [entry for entry in entries if entry is not None]
    counts = iter(counts_before(board.key, [place_of(entry) for entry in there]))
    return [_own_row(entry, 1 + next(counts)) if entry else None for entry in entries]


def around_rows(
    board: Board, own: BoardEntry, entries: Sequence[BoardEntry], now: datetime
) -> list[dict[str, Any]]:
    """Entries around the caller's own, which may be an unlisted one among them."""
    at = next(index for index, entry in enumerate(entries) if entry.pk == own.pk)
    listed = [entry for entry in entries if entry.is_listed]
    rows = [{**row, "is_me": False} for row in page_rows(board, listed, now)]
    if own.is_listed:
        del rows[at]
    (before,) = counts_before(board.key, [place_of(own)])
    rows.insert(at, {**_row(own, 1 + before, is_secret=False), "is_me": True})
    return rows


def _row(entry: BoardEntry, rank: int, *, is_secret: bool) -> dict[str, Any]:
    player = entry.player
    shown = {"id": str(player.pk), "name": player.display_name or None}
    return {
        "rank": rank,
        "player": None if player.erased_at else shown,
        "score": entry.score,
        "time_ms": entry.time_ms,
        "moves": entry.moves,
        "undos": entry.undos,
        "streak": entry.streak,
        "finished_at": entry.finished_at,
        "game_id": None if is_secret else str(entry.game_id),
    }


def _own_row(entry: BoardEntry, rank: int) -> dict[str, Any]:
    return {
        **_row(entry, rank, is_secret=False),
        "is_listed": entry.is_listed,
        "unlisted_reason": _unlisted_reason(entry),
    }


def _unlisted_reason(entry: BoardEntry) -> str | None:
    if entry.is_held:
        return "pending"
    if entry.by_guest:
        return "guest"
    return "not_public" if entry.is_withheld else None
