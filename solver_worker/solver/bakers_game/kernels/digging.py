"""The events of single columns: digging down, price by price, until something happens."""

from typing import Any

from solver_worker.solver.bakers_game.bits import run_on
from solver_worker.solver.bakers_game.kernels.board import (
    APART,
    ROW,
    UNDER_HIGHER,
    UNDER_LOWER,
    Board,
    State,
    cut,
    depth_of,
    with_bases,
)
from solver_worker.solver.bakers_game.kernels.children import put
from solver_worker.solver.bakers_game.kernels.settle import Facts
from solver_worker.solver.compiling import lowest, part, unsigned


@part
def dig_events(
    board: Board, state: State, facts: Facts, children: Any, count: int
) -> tuple[int, int]:
    """The events of single columns, price by price; also return the cards that were reached.

    `front` is one card a column: the one that can be moved or built on at this price.
    """
    reached, front = 0, 0
    starting = state.tops
    lower_waits = (facts.slots >> 1) | (board.links[APART] & ~(state.loose >> 1))
    for price in range(facts.room + 1):
        later = starting & (facts.attached >> (price + 1))
        front |= starting ^ later
        starting = later
        ready = front & facts.next_home
        front ^= ready
        count = _go_home_events(board, state, ready, children, count)
        reached |= front
        stopped = front & lower_waits
        moving = front & (facts.carriers << 1)
        if stopped | moving:
            count, stopped = _stop_events(board, state, facts, stopped, moving, children, count)
        if facts.free_columns > 0:
            count = _commit_events(board, state, facts, front, price, children, count)
        if price < facts.room:
            count, front = _dig(board, state, front & ~stopped, children, count)
    return count, reached


@part
def _go_home_events(board: Board, state: State, ready: int, children: Any, count: int) -> int:
    """Columns dug down to a card that is next to go home."""
    while ready:
        place = board.places[unsigned(lowest(ready))]
        ready &= ready - 1
        count = put(children, count, cut(board, state, place // ROW, place % ROW))
    return count


@part
def _stop_events(
    board: Board, state: State, facts: Facts, waited: int, moving: int, children: Any, count: int
) -> tuple[int, int]:
    """Columns dug down to a card that a waiting card is built on, or that is built elsewhere.

    Both happen where both can, as two children. A card does not move to the end of its own
    column, which was dug away above it. Also return the cards at which digging stops.
    """
    stopped = waited
    left = waited | moving
    while left:
        card = left & -left
        left ^= card
        place = board.places[unsigned(lowest(card))]
        column = place // ROW
        if card & waited:
            count = put(children, count, cut(board, state, column, place % ROW))
        if card & moving and not _hangs_on(board, state, facts, card >> 1, column):
            count = put(children, count, cut(board, state, column, place % ROW - 1))
            stopped |= card
    return count, stopped


@part
def _hangs_on(board: Board, state: State, facts: Facts, card: int, column: int) -> bool:
    """Whether a card is the last one of a column's stem or in the run on it."""
    top = board.cards[unsigned(column * ROW + depth_of(state.depths, column))]
    return bool(card & (top | run_on(top, facts.attached)))


@part
def _commit_events(
    board: Board, state: State, facts: Facts, front: int, price: int, children: Any, count: int
) -> int:
    """Cards of the front that take a free column, or go there on their next higher card.

    The higher card may be in a slot, dug out of the same column, or the end of a run; the last
    needs a slot to spare unless that run was parked. A card that takes the column itself needs
    one, too, and its next lower card in a slot, dug out of the same column, or on it.
    """
    onto_parked = (facts.slots << 1) | (board.links[UNDER_HIGHER] & ~(state.loose << 1))
    onto_attached = facts.attached << 1
    takes = 0
    if price < facts.room:
        lower_parked = (facts.slots | facts.attached) >> 1
        takes = lower_parked | (board.links[UNDER_LOWER] & ~(state.loose >> 1))
    left = front & (onto_parked | onto_attached | takes)
    while left:
        card = left & -left
        left ^= card
        higher = card >> 1
        place = board.places[unsigned(lowest(card))]
        column = place // ROW
        dug = cut(board, state, column, place % ROW - 1)
        if card & onto_parked or (
            card & onto_attached
            and (price < facts.room or _hangs_on(board, state, facts, higher, column))
        ):
            count = put(children, count, with_bases(dug, dug.bases | higher))
        if card & takes:
            count = put(children, count, with_bases(dug, dug.bases | card))
    return count


@part
def _dig(board: Board, state: State, front: int, children: Any, count: int) -> tuple[int, int]:
    """Dig up the front: columns that are emptied by that, and the next front."""
    below = 0
    while front:
        place = board.places[unsigned(lowest(front))]
        front &= front - 1
        card = board.cards[unsigned(place - 1)]
        below |= card
        if card == 0:
            count = put(children, count, cut(board, state, place // ROW, place % ROW - 1))
    return count, below
