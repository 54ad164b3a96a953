"""The states that a search has met, and a table to know them again."""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from solver_worker.solver.bakers_dozen.kernels.masks import Masks
from solver_worker.solver.bakers_dozen.kernels.settling import MOST_PENDING, PENDING
from solver_worker.solver.compiling import lean_part, unsigned
from solver_worker.solver.table import FIRST_ROWS

NODE = np.dtype(
    [(name, np.int64) for name in ("frame", *Masks._fields)]
    + [(name, np.int32) for name in ("parent", "event", "steps", "next")],
    align=True,
)
BUCKETS = 512
MOST_ROWS = 1 << 31  # numbers of nodes are kept in 32 bits
NOTHING = 0  # no node: they are numbered from 1 on
STORED, EXPANDED, USED_ROWS, BUCKET, GOAL, IS_CUT, IS_FULL = range(7)


class Space(NamedTuple):
    """The arrays of a search.

    `nodes`, NODE: the states that were met, from number 1 on, each with the one it came from,
    the event that led to it, how many events there were, and the next one of its bucket; NOTHING
    where there is none.
    `table`, int64[rows]: the number of each node, and half of its hash in the upper half; 0 is a
    free row. `heads`, int64[BUCKETS]: the first node of each bucket, or NOTHING. `pending`,
    PENDING: for `settling`. `counts`, int64[7]: the number of the next node, how many were
    expanded, how many rows of the table are in use, the highest bucket that may have a node, the
    node that has won or NOTHING, whether a state was refused that may have been a new one, and
    whether there was no room for another node.
    """

    nodes: NDArray[Any]
    table: NDArray[np.int64]
    heads: NDArray[np.int64]
    pending: NDArray[Any]
    counts: NDArray[np.int64]


def new_space(megabytes: int) -> Space:
    """Arrays of at most this size, of which memory is claimed only as far as they are used."""
    rows = FIRST_ROWS
    while 2 * rows <= MOST_ROWS and _bytes(2 * rows) <= megabytes * 1_000_000:
        rows *= 2
    return Space(
        np.empty(_most_nodes(rows), NODE),
        np.empty(rows, np.int64),
        np.empty(BUCKETS, np.int64),
        np.empty(MOST_PENDING, PENDING),
        np.zeros(7, np.int64),
    )


def _most_nodes(rows: int) -> int:
    """As many as the largest table takes; smaller ones are only half filled."""
    return rows // 4 * 3


def _bytes(rows: int) -> int:
    return rows * 8 + _most_nodes(rows) * NODE.itemsize


@lean_part
def clear(space: Space) -> None:
    """Forget everything."""
    space.heads[:] = NOTHING
    space.counts[:] = 0
    space.counts[USED_ROWS] = FIRST_ROWS
    space.counts[STORED] = 1
    space.table[:FIRST_ROWS] = 0
    space.nodes[NOTHING].steps = -1  # so that the first node has made none


@lean_part
def put_node(space: Space, row: int, mark: int, bucket: int) -> int:
    """Make a node, the first one of its bucket, whose state the caller writes; its number."""
    number = int(space.counts[STORED])
    space.counts[STORED] += 1
    space.table[unsigned(row)] = (mark >> 32 << 32) | number
    space.nodes[unsigned(number)].next = space.heads[unsigned(bucket)]
    space.heads[unsigned(bucket)] = number
    space.counts[BUCKET] = max(space.counts[BUCKET], bucket)
    return number
