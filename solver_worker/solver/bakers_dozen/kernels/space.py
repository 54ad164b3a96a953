"""The states that a search has met, and a table to know them again."""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from solver_worker.solver.bakers_dozen.kernels.masks import Masks
from solver_worker.solver.bakers_dozen.kernels.settling import MOST_PENDING, PENDING
from solver_worker.solver.compiling import lean_inner_kernel, lean_part, unsigned
from solver_worker.solver.table import FIRST_ROWS, GROWTH

NODE = np.dtype(
    [(name, np.int64) for name in ("frame", *Masks._fields)]
    + [(name, np.int32) for name in ("parent", "event", "steps", "next")],
    align=True,
)
BUCKETS = 512
NOTHING = 0  # no node: they are numbered from 1 on
KNOWN, REFUSED = -1, -2
STORED, EXPANDED, USED_ROWS, BUCKET, GOAL, IS_CUT, IS_FULL = range(7)


class Space(NamedTuple):
    """The arrays of a search.

    `nodes`, NODE: the states that were met, from number 1 on, each with the one it came from,
    the event that led to it, how many events there were, and the next one of its bucket; NOTHING
    where there is none.
    `table`, int64[rows]: the number of each node, and half of its hash in the upper half; 0 is a
    free row. `heads`, int32[BUCKETS]: the first node of each bucket, or NOTHING. `pending`,
    PENDING: for `settling`. `counts`, int64[7]: the number of the next node, how many were
    expanded, how many rows of the table are in use, the highest bucket that may have a node, the
    node that has won or NOTHING, whether a state was refused that may have been a new one, and
    whether there was no room for another node.
    """

    nodes: NDArray[Any]
    table: NDArray[np.int64]
    heads: NDArray[np.int32]
    pending: NDArray[Any]
    counts: NDArray[np.int64]


def new_space(megabytes: int) -> Space:
    """Arrays of at most this size, of which memory is claimed only as far as they are used."""
    rows = FIRST_ROWS
    while _bytes(2 * rows) <= megabytes * 1_000_000:
        rows *= 2
    return Space(
        np.empty(_most_nodes(rows), NODE),
        np.empty(rows, np.int64),
        np.empty(BUCKETS, np.int32),
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
def hash_of(frame: int, masks: Masks, variants: int) -> int:
    """A number that spreads states over the table, together those that are counted by frame."""
    value = frame * -7046029254386353131
    if variants == 0:
        value = ((value ^ (value >> 31)) + masks.low) * -4417276706812531889
        value = ((value ^ (value >> 29)) + masks.mid) * 8796714831421723037
        value = ((value ^ (value >> 31)) + masks.high) * -7046029254386353131
    return value ^ (value >> 32)


@lean_part
def row_of(space: Space, frame: int, masks: Masks, variants: int) -> int:
    """The free row where a new state belongs; KNOWN, or REFUSED for one too many of its frame."""
    mark = hash_of(frame, masks, variants)
    rows = space.counts[USED_ROWS]
    row = mark & (rows - 1)
    count = 0
    while space.table[unsigned(row)]:
        entry = space.table[unsigned(row)]
        if (entry ^ mark) >> 32 == 0:
            node = space.nodes[unsigned(entry & 0xFFFFFFFF)]
            if node.frame == frame:
                if node.low == masks.low and node.mid == masks.mid and node.high == masks.high:
                    return KNOWN
                count += 1
        row = (row + 1) & (rows - 1)
    return REFUSED if 0 < variants <= count else row


@lean_part
def is_full_of(space: Space, frame: int, variants: int) -> bool:
    """Whether there are as many states of one frame as there may be."""
    mark = hash_of(frame, Masks(0, 0, 0), variants)
    rows = space.counts[USED_ROWS]
    row = mark & (rows - 1)
    count = 0
    while space.table[unsigned(row)]:
        entry = space.table[unsigned(row)]
        if (entry ^ mark) >> 32 == 0:
            count += space.nodes[unsigned(entry & 0xFFFFFFFF)].frame == frame
        row = (row + 1) & (rows - 1)
    return count >= variants


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


@lean_inner_kernel
def make_room(space: Space, variants: int) -> None:
    """Take more rows of the table into use, if there are, and find a row for each node again."""
    if space.counts[USED_ROWS] == space.table.size:
        return
    rows = min(space.counts[USED_ROWS] * GROWTH, space.table.size)
    space.counts[USED_ROWS] = rows
    space.table[:rows] = 0
    for number in range(1, space.counts[STORED]):
        node = space.nodes[unsigned(number)]
        mark = hash_of(node.frame, Masks(node.low, node.mid, node.high), variants)
        row = mark & (rows - 1)
        while space.table[unsigned(row)]:
            row = (row + 1) & (rows - 1)
        space.table[unsigned(row)] = (mark >> 32 << 32) | number
