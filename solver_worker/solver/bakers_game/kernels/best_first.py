"""The search for a verdict: the most promising state first, until one is won or none is left."""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from solver_worker.solver.bakers_game.bits import ALL_CARDS
from solver_worker.solver.bakers_game.kernels.board import Board, State
from solver_worker.solver.bakers_game.kernels.children import CHILD, MOST_CHILDREN
from solver_worker.solver.bakers_game.kernels.events import put_events
from solver_worker.solver.bakers_game.kernels.settle import (
    Facts,
    facts_of,
    go_home,
    is_dead,
    key_of,
    release_singles,
)
from solver_worker.solver.compiling import inner_kernel, part, popcount, unsigned
from solver_worker.solver.table import FIRST_ROWS, GROWTH, new_table, refill, row_of

NODE = np.dtype([(name, np.int64) for name in (*State._fields, "key", "steps", "next")], align=True)
BUCKETS = 512
LOST, WON, TABLE_FULL, TOO_MANY = range(4)
POSITIONS, STEPS = range(2)


class Space(NamedTuple):
    """The arrays of a search.

    `table`, int64[rows]: the keys of all nodes. `nodes`, NODE: the states that were met, each
    with its key, its distance from the first in events, and the next node of its bucket or -1.
    `heads`, int64[BUCKETS]: the first node of each bucket, or -1. `children`, CHILD: what one
    state leads to. `counts`, int64[2]: what the last search has to tell, `POSITIONS` and `STEPS`.
    """

    table: NDArray[np.int64]
    nodes: NDArray[Any]
    heads: NDArray[np.int64]
    children: NDArray[Any]
    counts: NDArray[np.int64]


def new_space(megabytes: int) -> Space:
    """Arrays of at most this size, of which memory is claimed only as far as they are used."""
    rows = FIRST_ROWS
    while _bytes(2 * rows) <= megabytes * 1_000_000:
        rows *= 2
    return Space(
        new_table(rows),
        np.empty(rows // 2 + MOST_CHILDREN, NODE),
        np.empty(BUCKETS, np.int64),
        np.empty(MOST_CHILDREN, CHILD),
        np.zeros(2, np.int64),
    )


def _bytes(rows: int) -> int:
    """What a table of so many rows takes with its nodes; half of the rows are used at most."""
    return rows * 8 + (rows // 2 + MOST_CHILDREN) * NODE.itemsize


@part
def push(space: Space, count: int, state: State, key: int, steps: int, bucket: int) -> None:
    """Make a node, the first one of its bucket, of a new state."""
    node = space.nodes[unsigned(count)]
    node.depths = state.depths
    node.loose = state.loose
    node.bases = state.bases
    node.tops = state.tops
    node.home = state.home
    node.key = key
    node.steps = steps
    node.next = space.heads[unsigned(bucket)]
    space.heads[unsigned(bucket)] = count


@part
def bucket_of(state: State, facts: Facts) -> int:
    """How promising a state is, from 0; the weights are the best that were found by trying."""
    worth = 4 * popcount(state.home) - 4 * popcount(facts.slots)
    worth += 3 * facts.free_columns + popcount(facts.attached)
    return min(max(256 + worth, 0), BUCKETS - 1)


@inner_kernel
def search(board: Board, space: Space, first: State, cells: int, most: int) -> int:
    """Whether the game is won from a state: `WON`, `LOST`, or the limit that was met.

    Exact as far as the events lose no win: every state met is expanded once before `LOST`.
    At most `most` states are expanded.
    """
    # Numbers, not literals, for which Numba would compile the parts once more.
    zero = int(np.int64(0))
    rows, count, expanded, steps = zero + FIRST_ROWS, zero + 1, zero, zero
    space.heads[:] = -1
    state = release_singles(go_home(board, first), cells)
    bucket = bucket_of(state, facts_of(state, cells))
    push(space, zero, state, key_of(state), steps, bucket)
    refill(space.table, rows, space.nodes, count)
    outcome = WON if state.home == ALL_CARDS else LOST
    while outcome == LOST:
        while bucket >= 0 and space.heads[unsigned(bucket)] < 0:
            bucket -= 1
        if bucket < 0:
            break
        if expanded == most:
            outcome = TOO_MANY
            break
        if count > rows // 2:
            if rows == space.table.size:
                outcome = TABLE_FULL
                break
            rows = min(rows * GROWTH, space.table.size)
            refill(space.table, rows, space.nodes, count)
        expanded += 1
        node = space.nodes[unsigned(space.heads[unsigned(bucket)])]
        space.heads[unsigned(bucket)] = node.next
        state = State(node.depths, node.loose, node.bases, node.tops, node.home)
        steps = node.steps + 1
        for at in range(put_events(board, state, facts_of(state, cells), space.children)):
            row = space.children[unsigned(at)]
            child = State(row.depths, row.loose, row.bases, row.tops, state.home)
            child = go_home(board, child)
            if child.home == ALL_CARDS:
                outcome = WON
                break
            child = release_singles(child, cells)
            facts = facts_of(child, cells)
            if facts.room == 0 and facts.free_columns == 0 and is_dead(board, child, facts):
                continue
            key = key_of(child)
            slot = row_of(space.table, rows, key)
            if space.table[unsigned(slot)] == key:
                continue
            space.table[unsigned(slot)] = key
            promise = bucket_of(child, facts)
            push(space, count, child, key, steps, promise)
            count += 1
            bucket = max(bucket, promise)
    space.counts[POSITIONS] = expanded
    space.counts[STEPS] = steps if outcome == WON else 0
    return outcome
