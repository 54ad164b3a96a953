"""The set of states that were met: open addressing in an array that is used as far as needed."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from solver_worker.solver.compiling import part, unsigned

FIRST_ROWS = 1 << 11  # 16 KB, which stay in the first cache and are enough for most deals
GROWTH = 4


def new_table(rows: int) -> NDArray[np.int64]:
    """A table that may grow up to this number of rows, a power of two.

    Keys are positive; 0 is a free row. The memory is claimed by the rows that come into use.
    """
    return np.empty(rows, np.int64)


@part
def row_of(table: Any, rows: int, key: int) -> int:
    """The row that holds the key, or else the free one where it belongs."""
    row = ((key * -7046029254386353131) >> 20) & (rows - 1)
    while table[unsigned(row)] != 0 and table[unsigned(row)] != key:
        row = (row + 1) & (rows - 1)
    return row


@part
def refill(table: Any, rows: int, nodes: Any, count: int) -> None:
    """Use this many rows, for the keys of the first nodes and nothing else."""
    table[:rows] = 0
    for at in range(count):
        key = nodes[unsigned(at)].key
        table[unsigned(row_of(table, rows, key))] = key
