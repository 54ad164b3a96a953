"""Exact verdicts: of one position, and of numbered deals in bulk."""

from collections.abc import Iterator
from time import perf_counter
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from games.rules import MICROSOFT_LAST, Position
from solver_worker.solver.bakers_game.encode import deal_microsoft, stems_of
from solver_worker.solver.bakers_game.kernels.best_first import (
    LOST,
    POSITIONS,
    STEPS,
    TABLE_FULL,
    TOO_MANY,
    WON,
    Space,
    new_space,
    search,
)
from solver_worker.solver.bakers_game.kernels.board import Board, new_board, prepare
from solver_worker.solver.compiling import kernel
from solver_worker.solver.solution import Limits, Reason, Solution, Verdict

BATCH = 2_000

OUTCOMES: dict[int, tuple[Verdict, Reason | None]] = {
    WON: (Verdict.WINNABLE, None),
    LOST: (Verdict.UNWINNABLE, None),
    TABLE_FULL: (Verdict.UNKNOWN, Reason.MEMORY_LIMIT),
    TOO_MANY: (Verdict.UNKNOWN, Reason.POSITION_LIMIT),
}


class Batch(NamedTuple):
    """Verdicts of consecutive deals from `first` on, in arrays of one entry a deal.

    `outcomes`, int8, are keys of `OUTCOMES`; `positions` and `steps`, int64, are counters as in
    `Solution`; `seconds` is the time of all of them.
    """

    first: int
    outcomes: NDArray[np.int8]
    positions: NDArray[np.int64]
    steps: NDArray[np.int64]
    seconds: float


def verdict(position: Position, limits: Limits = Limits()) -> Solution:  # noqa: B008
    """Say whether a position can be won, exactly, or which limit was met; it gives no line.

    `positions` are macro positions, of which one stands for many, and `depth` is the steps of
    the way found. Rules and boards that the fast search does not know go to the plain one.
    """
    started = perf_counter()
    encoded = stems_of(position)
    if encoded is None:
        # It pulls in its own kernels, which most callers never need.
        from solver_worker.solver.bakers_game.plain import plain_verdict

        return plain_verdict(position, limits)
    cards, home = encoded
    cells = sum(pile.kind == "cell" for pile in position.rules.piles)
    board, space = new_board(), new_space(limits.megabytes)
    board.cards[:] = cards
    found, reason = OUTCOMES[_solve(board, space, home, cells, limits.positions)]
    return Solution(
        found,
        reason,
        positions=int(space.counts[POSITIONS]),
        depth=int(space.counts[STEPS]),
        seconds=perf_counter() - started,
    )


def ms_verdicts(
    cells: int,
    first: int,
    last: int,
    limits: Limits = Limits(),  # noqa: B008
) -> Iterator[Batch]:
    """Verdicts of the Microsoft deals from `first` to `last`, in order, a batch at a time.

    For eight columns that any card fills. The kernel deals and searches; `limits` hold for each
    deal. Between batches the caller can stop, count and write.
    """
    if not 1 <= first <= last <= MICROSOFT_LAST:
        raise ValueError(f"deals are numbered from 1 to {MICROSOFT_LAST}")
    board, space = new_board(), new_space(limits.megabytes)
    for start in range(first, last + 1, BATCH):
        started = perf_counter()
        size = min(BATCH, last + 1 - start)
        outcomes = np.empty(size, np.int8)
        counts = np.empty((2, size), np.int64)
        _solve_deals(board, space, start, cells, limits.positions, outcomes, counts)
        yield Batch(start, outcomes, counts[POSITIONS], counts[STEPS], perf_counter() - started)


@kernel
def _solve(board: Board, space: Space, home: int, cells: int, most: int) -> int:
    """Solve the board whose stems are in `board.cards`."""
    return search(board, space, prepare(board, home), cells, most)


@kernel
def _solve_deals(
    board: Board, space: Space, first: int, cells: int, most: int, outcomes: Any, counts: Any
) -> None:
    """Solve as many deals as `outcomes`, int8[n], has room for; `counts` is int64[2, n]."""
    deck = np.empty(52, np.int64)
    for at in range(outcomes.size):
        deal_microsoft(first + at, deck, board.cards)
        outcomes[at] = search(board, space, prepare(board, 0), cells, most)
        counts[POSITIONS, at] = space.counts[POSITIONS]
        counts[STEPS, at] = space.counts[STEPS]
