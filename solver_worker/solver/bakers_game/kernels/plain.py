"""The plain search: every position that can be reached, best first, each of them once.

Positions are the two integers of `plain_moves`. The table of known ones compares them whole.
"""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from solver_worker.solver.bakers_game.kernels.plain_moves import (
    AT_BASE,
    IN_CELL,
    MOST_SUCCESSORS,
    NOTHING,
    ON_SUCCESSOR,
    Board,
    Integers,
    cards_home,
    count_in_place,
    successors,
)
from solver_worker.solver.bakers_game.supported import CELLS, COLUMNS
from solver_worker.solver.compiling import inner_kernel, kernel

Indices = npt.NDArray[np.int32]

# The best score there is: 52 cards home, all columns empty, all cells free.
BUCKETS = 4 * 52 + 3 * COLUMNS + 4 * CELLS + 1

WON, EXHAUSTED, TABLE_FULL, POOL_FULL, PAUSED = range(5)
STORED, EXPANDED, BEST_BUCKET, WINNER = range(4)

_MIXER = -7046029254386353131  # 2^64 divided by the golden ratio, as a signed integer


class Pool(NamedTuple):
    """All positions found, by number, in the order in which they were found.

    `low` and `high` are the position, `parent` the number of the one it was found from, `after`
    the next one in its bucket; `bucket[score]` is the first waiting position with this score.
    """

    low: Integers
    high: Integers
    parent: Indices
    after: Indices
    bucket: Indices


@inner_kernel
def score(board: Board, low: int, high: int) -> int:
    """How promising a position looks: it decides the order of the search and nothing else."""
    home = cards_home(board, low, high)
    free_cells = board.cells - count_in_place(low, high, IN_CELL)
    free_columns = board.columns - count_in_place(low, high, AT_BASE)
    return 4 * home + 4 * free_cells + 3 * free_columns + count_in_place(low, high, ON_SUCCESSOR)


@inner_kernel
def _slot(low: int, high: int, size: int) -> int:
    mixed = (low ^ (high * _MIXER)) * _MIXER
    return ((mixed ^ (mixed >> 32)) >> 8) & (size - 1)


@kernel
def add(
    board: Board, pool: Pool, table: Indices, progress: Integers, position: Integers, parent: int
) -> None:
    """Store a position that is not known yet; it then waits in its bucket.

    `table` holds numbers of positions plus one, 0 where free; its size is a power of two. The
    slot is only where to begin to look: positions are compared whole.
    """
    low, high = position[0], position[1]
    at = _slot(low, high, table.size)
    while table[at]:
        known = table[at] - 1
        if pool.low[known] == low and pool.high[known] == high:
            return
        at = (at + 1) & (table.size - 1)
    number = progress[STORED]
    progress[STORED] += 1
    table[at] = number + 1
    pool.low[number], pool.high[number], pool.parent[number] = low, high, parent
    if cards_home(board, low, high) == board.ranks * board.suits:
        progress[WINNER] = number
    bucket = score(board, low, high)
    pool.after[number] = pool.bucket[bucket]
    pool.bucket[bucket] = number
    progress[BEST_BUCKET] = max(progress[BEST_BUCKET], bucket)


@kernel
def fill_table(pool: Pool, table: Indices, stored: int) -> None:
    """Enter all stored positions into an empty table."""
    for number in range(stored):
        at = _slot(pool.low[number], pool.high[number], table.size)
        while table[at]:
            at = (at + 1) & (table.size - 1)
        table[at] = number + 1


@inner_kernel
def _best_bucket(pool: Pool, progress: Integers) -> int:
    best = int(progress[BEST_BUCKET])
    while best >= 0 and pool.bucket[best] == NOTHING:
        best -= 1
    progress[BEST_BUCKET] = best
    return best


@kernel
def search(board: Board, pool: Pool, table: Indices, progress: Integers, until: int) -> int:
    """Expand waiting positions, best first, until one wins or none is left.

    Stops before that, ready to go on, when the table is half full, the pool may not hold another
    position's successors, or `until` positions have been expanded in all. `progress` holds the
    counts at `STORED`, `EXPANDED`, `BEST_BUCKET` and the winning position's number at `WINNER`.
    """
    found = np.empty((MOST_SUCCESSORS, 2), np.int64)
    while progress[WINNER] == NOTHING:
        bucket = _best_bucket(pool, progress)
        if bucket < 0:
            return EXHAUSTED
        if progress[STORED] + MOST_SUCCESSORS > pool.low.size:
            return POOL_FULL
        if (progress[STORED] + MOST_SUCCESSORS) * 2 > table.size:
            return TABLE_FULL
        if progress[EXPANDED] >= until:
            return PAUSED
        number = pool.bucket[bucket]
        pool.bucket[bucket] = pool.after[number]
        progress[EXPANDED] += 1
        count = successors(board, pool.low[number], pool.high[number], found)
        for at in range(count):
            add(board, pool, table, progress, found[at], number)
    return WON
