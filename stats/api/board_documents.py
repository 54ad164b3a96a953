"""Boards as answers carry them."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from accounts.names import public_name
from stats.boards import Board
from stats.models import BoardEntry
from stats.selectors.boards import count_entries, place_of, ranks_and_size

Rows = list[dict[str, Any]]


def board_document(board: Board, size: int, now: datetime) -> dict[str, Any]:
    """What is told of a board with every part of it."""
    return {
        "board": board.key,
        "status": "closed" if board.is_closed(now) else "open",
        "closes_at": board.closes_at,
        "size": size,
        "as_of": now,
    }


def page_rows(board: Board, entries: Sequence[BoardEntry], now: datetime) -> tuple[Rows, int]:
    """Neighbouring listed entries as everybody sees them, and how many the board has."""
    ranks, size = ranks_and_size(board.key, entries)
    is_open = not board.is_closed(now)
    rows = [
        _row(entry, rank, is_secret=is_open) for entry, rank in zip(entries, ranks, strict=True)
    ]
    return rows, size


def own_rows(board: Board, *own: BoardEntry | None) -> tuple[list[dict[str, Any] | None], int]:
    """Entries of the caller, or None, as the caller sees them, and how many the board has."""
    counted = count_entries(board.key, [place_of(entry) for entry in own if entry])
    before = iter(counted.before)
    return [_own_row(entry, 1 + next(before)) if entry else None for entry in own], counted.size


def around_rows(
    board: Board, own: BoardEntry, own_rank: int, entries: Sequence[BoardEntry], now: datetime
) -> Rows:
    """Entries around the caller's own, which may be an unlisted one among them."""
    at = next(index for index, entry in enumerate(entries) if entry.pk == own.pk)
    listed, _ = page_rows(board, [entry for entry in entries if entry.is_listed], now)
    rows = [{**row, "is_me": False} for row in listed]
    mine = {**_row(own, own_rank, is_secret=False), "is_me": True}
    return [*rows[:at], mine, *rows[at + own.is_listed :]]


def _row(entry: BoardEntry, rank: int, *, is_secret: bool) -> dict[str, Any]:
    player = entry.player
    shown = {"id": str(player.pk), "name": public_name(player)}
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
