"""The search for short lines: best-first over positions, by what a line costs and may yet cost."""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from solver_worker.solver.bakers_game.bits import run_on
from solver_worker.solver.bakers_game.kernels.line_board import (
    NOTHING,
    ROW,
    Layout,
    State,
    prepare,
    send_home,
)
from solver_worker.solver.bakers_game.kernels.line_steps import (
    HOLD,
    HOME,
    is_possible,
    look,
    take_step,
    word,
)
from solver_worker.solver.compiling import inner_kernel, kernel, lowest, part, popcount, unsigned

FOUND, EXHAUSTED, POOL_FULL, PAUSED = range(4)
STORED, EXPANDED, BUCKET, GOAL = range(4)  # the numbers in `progress`

MOVE_COST = 16  # costs and estimates count sixteenths of a move
BUCKETS = 8192
MOST_STEPS = 128  # at most two for each card, so a pool with so many free nodes is not full

NODE = np.dtype(
    [
        *((name, np.int64) for name in ("depths", "loose", "bases", "tops", "home")),
        *((name, np.int32) for name in ("parent", "next")),
        ("cost", np.int16),
        *((name, np.int8) for name in ("card", "kind", "buried", "empty", "is_closed")),
    ],
    align=True,
)


class Weights(NamedTuple):
    """What an estimate adds up, in sixteenths of a move.

    For each card that is not home, each buried one, each one in a cell; for the cards that lie
    unburied on the next card home of a suit, over the suits and again where they are fewest; for
    each attached card; for each empty column, and when no cell is free. `join`: what the search
    takes a move from a cell onto a card to cost, since some of them turn out to be needless.
    """

    left: int
    buried: int
    held: int
    covering: int
    covering_least: int
    attached: int
    space: int
    full: int
    join: int


class Pool(NamedTuple):
    """The positions found so far, as nodes with numbers from 0.

    `nodes`, NODE[capacity]: a position as in `State`, the node it was reached from by its step
    (`card`, the first of its run, and `kind`), what that has cost, the next node in its bucket.
    `slots`, int32[a power of 2, at least twice the capacity]: an open hash table of the numbers.
    `buckets`, int32[8192]: the first node for each sum of cost and estimate; the last bucket
    takes all above, so no node is lost. NOTHING ends every chain and marks free slots.
    """

    nodes: NDArray[np.void]
    slots: NDArray[np.int32]
    buckets: NDArray[np.int32]


@part
def estimate(game: Any, layout: Layout, weights: Weights, state: State, view: Any) -> int:
    """What the rest of a line may cost; wrong on either side, and never below 0."""
    left = game.deck & ~state.home
    if left == 0:
        return 0
    total: int = (
        weights.left * popcount(left)
        + weights.buried * state.buried
        + weights.held * (game.cells - view.free)
        + weights.attached * popcount(view.attached)
        - weights.space * view.spaces
    )
    if view.free == 0:
        total += weights.full
    following = left & ~(left >> 1)
    least = ROW
    while following:
        row = layout.rows[lowest(following)]
        following &= following - 1
        column = row // ROW
        depth = (state.depths >> (6 * column)) & 63
        covering: int = layout.cuts[unsigned(column * ROW + depth)].unburied
        covering -= layout.cuts[unsigned(row)].unburied
        total += weights.covering * covering
        least = min(least, covering)
    return max(total + weights.covering_least * least, 0)


@inner_kernel
def slot_of(pool: Pool, depths: int, bases: int) -> int:
    """The slot of the node with this position, or the free one where it belongs."""
    mask = pool.slots.size - 1
    mixed = (depths * -7046029254386353131) ^ (bases * -4417276706812531889)
    mixed = (mixed ^ ((mixed >> 29) & 0x7FFFFFFFF)) * -7046029254386353131
    slot = (mixed >> 24) & mask
    while pool.slots[unsigned(slot)] != NOTHING:
        node = pool.nodes[unsigned(word(pool.slots[unsigned(slot)]))]
        if node.depths == depths and node.bases == bases:
            break
        slot = (slot + 1) & mask
    return slot


@inner_kernel
def store(pool: Any, progress: Any, slot: int, state: Any, cost: int, total: int) -> Any:
    """Make a node for a state and put it into its bucket; the node, for its step to be noted."""
    number = progress[STORED]
    progress[STORED] += 1
    bucket = min(total, BUCKETS - 1)
    pool.slots[unsigned(slot)] = number
    node = pool.nodes[unsigned(number)]
    node.depths, node.loose, node.bases = state.depths, state.loose, state.bases
    node.tops, node.home = state.tops, state.home
    node.buried, node.empty = state.buried, state.empty
    node.cost, node.is_closed = cost, 0
    node.next = pool.buckets[unsigned(bucket)]
    pool.buckets[unsigned(bucket)] = number
    progress[BUCKET] = min(progress[BUCKET], bucket)
    return node


@part
def state_at(node: Any) -> Any:
    """The state that a node holds, in numbers of one type."""
    return State(
        node.depths,
        node.loose,
        node.bases,
        node.tops,
        node.home,
        word(node.buried),
        word(node.empty),
    )


@part
def expand(board: Any, weights: Any, pool: Any, progress: Any, number: int) -> None:
    """Take all steps from a node; store what is new, or was reached at a higher cost before."""
    game, layout = board
    state = state_at(pool.nodes[unsigned(number)])
    view = look(game, state)
    cards = state.tops | state.bases
    if view.spaces > 0:
        cards |= (view.held | view.attached) & game.fillers
    while cards:
        card = cards & -cards
        cards ^= card
        run = card | run_on(card, view.attached)
        for kind in range(HOME):
            if not is_possible(game, state, view, card, kind):
                continue
            after = take_step(game, layout, state, card, kind)
            seen = look(game, after)
            moves = popcount(run) if kind == HOLD else 1
            moves += popcount(after.home) - popcount(state.home)
            held = (view.held | run if kind == HOLD else view.held) & ~after.bases
            cost = word(pool.nodes[unsigned(number)].cost) + MOVE_COST * moves
            cost += weights.join * popcount(held & seen.attached)
            slot = slot_of(pool, after.depths, after.bases)
            known = word(pool.slots[unsigned(slot)])
            if known != NOTHING:
                if pool.nodes[unsigned(known)].cost <= cost:
                    continue
                pool.nodes[unsigned(known)].is_closed = 1
            total = cost + estimate(game, layout, weights, after, seen)
            node = store(pool, progress, slot, after, cost, total)
            node.parent, node.card, node.kind = number, lowest(card), kind


@kernel
def start(game: Any, tables: Any, layout: Any, pool: Any, progress: Any) -> int:
    """Fill the layout from `tables[0]`, the pool with its position; how many cards went home."""
    pool.slots[:] = NOTHING
    pool.buckets[:] = NOTHING
    progress[:] = 0
    laid = prepare(game, tables[0], layout)
    state = send_home(game, layout, laid)
    slot = slot_of(pool, state.depths, state.bases)
    node = store(pool, progress, slot, state, word(0), word(0))
    node.parent, node.card, node.kind = NOTHING, 0, HOME
    return popcount(state.home) - popcount(laid.home)


@kernel
def search(board: Any, weights: Any, pool: Any, progress: Any, until: int) -> int:
    """Expand nodes until the deck is home, none is left, the pool is full or `until` are expanded.

    Goes on where it stopped; for that the pool may be a larger copy with its slots filled anew.
    """
    game, _ = board
    while True:
        bucket = progress[BUCKET]
        while bucket < BUCKETS and pool.buckets[bucket] == NOTHING:
            bucket += 1
        progress[BUCKET] = bucket
        if bucket == BUCKETS:
            return EXHAUSTED
        number = word(pool.buckets[bucket])
        node = pool.nodes[unsigned(number)]
        if node.is_closed == 0:
            if node.home == game.deck:
                progress[GOAL] = number
                return FOUND
            if progress[STORED] + MOST_STEPS > pool.nodes.size:
                return POOL_FULL
            if progress[EXPANDED] >= until:
                return PAUSED
            progress[EXPANDED] += 1
        pool.buckets[bucket] = node.next
        if node.is_closed == 0:
            node.is_closed = 1
            expand(board, weights, pool, progress, number)


@kernel
def fill_slots(pool: Any, progress: Any) -> None:
    """Fill the slots of a pool from its nodes; later nodes take the place of dearer ones."""
    pool.slots[:] = NOTHING
    for number in range(progress[STORED]):
        node = pool.nodes[unsigned(number)]
        pool.slots[unsigned(slot_of(pool, node.depths, node.bases))] = number
