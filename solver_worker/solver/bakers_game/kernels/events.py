"""The steps of the verdict search: the fewest cards dug out until something happens.

A step digs cards into slots only as far as an event needs: a card goes home, finds the card it
can be built on, becomes one that a waiting card can be built on, or its column is emptied; or a
card is committed to a free column as the base of a run. Digging alone is no step. (Argued, and
tested: until the first event digging does nothing but fill slots, so what is not needed for that
event can as well be dug after it, and so on.) In a column digging stops at the first event, but
goes on beyond commitments, which need no digging further than they say.

A price is how many free slots are taken at most until the event is done: cards above, and the
run on the column's last card, whose cards are parked while the card below them moves. Which
events look superfluous and are not, tests/solver/test_verdict_regressions.py says deal by deal.
"""

from typing import Any

import numpy as np

from solver_worker.solver.bakers_game.bits import run_on
from solver_worker.solver.bakers_game.kernels.board import (
    ROW,
    Board,
    State,
    cut,
    depth_of,
    with_bases,
)
from solver_worker.solver.bakers_game.kernels.children import put
from solver_worker.solver.bakers_game.kernels.digging import dig_events
from solver_worker.solver.bakers_game.kernels.settle import Facts
from solver_worker.solver.compiling import lowest, part, popcount, unsigned


@part
def put_events(board: Board, state: State, facts: Facts, children: Any) -> int:
    """Write where one step can lead, before cards go home, and say how many rows that took.

    `children`, CHILD[MOST_CHILDREN]: `depths`, `loose`, `bases` and `tops` of a state each.
    """
    count = base_events(state, facts, children, int(np.int64(0)))
    if facts.free_columns > 0:
        count = slot_events(state, facts, children, count)
    count, reached = dig_events(board, state, facts, children, count)
    return pair_events(board, state, facts, reached, children, count)


@part
def base_events(state: State, facts: Facts, children: Any, count: int) -> int:
    """Runs in emptied columns: joined to a card, joined to a slot's card, or dissolved.

    A run is dissolved into slots only with a slot to spare: at `followers == room` its first
    card would be stuck in its column, which wrongly wins deals.
    """
    left = state.bases
    while left:
        base = left & -left
        left ^= base
        followers = popcount(run_on(base, facts.attached))
        if followers <= facts.room:
            higher = base >> 1
            others = state.bases ^ base
            if higher & facts.carriers or 0 < followers < facts.room:
                count = put(children, count, with_bases(state, others))
            if facts.free_columns > 0 and (
                higher & facts.slots or (higher & facts.attached and followers < facts.room)
            ):
                count = put(children, count, with_bases(state, others | higher))
    return count


@part
def slot_events(state: State, facts: Facts, children: Any, count: int) -> int:
    """Commitments to a free column that need no digging.

    A card in a slot whose next lower card is in a slot, too, takes the column with it; so does a
    card in the middle of a run, with the cards on it.
    """
    left = facts.slots & (facts.slots >> 1)
    while left:
        card = left & -left
        left ^= card
        count = put(children, count, with_bases(state, state.bases | card))
    left = facts.attached & (facts.attached >> 1)
    while left:
        card = left & -left
        left ^= card
        if popcount(run_on(card, facts.attached)) < facts.room:
            count = put(children, count, with_bases(state, state.bases | card))
    return count


@part
def pair_events(
    board: Board, state: State, facts: Facts, reached: int, children: Any, count: int
) -> int:
    """Two columns dug, or one and a base moved, so that one's card is built on the other's.

    With a free column the higher card may take it first, at one slot more. Where the higher
    card is exposed already, building on it there is an event of a single column.
    """
    left = (reached | state.bases) & (reached << 1)
    if facts.free_columns == 0:
        left &= ~(state.tops << 1)
    while left:
        card = left & -left
        left ^= card
        place = board.places[unsigned(lowest(card >> 1))]
        column, length = place // ROW, place % ROW
        price = _price(board, state, facts, column, length)
        if card & state.bases:
            price += popcount(run_on(card, facts.attached))
            moved = with_bases(state, state.bases ^ card)
        else:
            source = board.places[unsigned(lowest(card))]
            if source // ROW == column:
                continue
            price += _price(board, state, facts, source // ROW, source % ROW)
            moved = cut(board, state, source // ROW, source % ROW - 1)
        if price <= facts.room and not (card >> 1) & state.tops:
            count = put(children, count, cut(board, moved, column, length))
        if facts.free_columns > 0 and price < facts.room:
            both = cut(board, moved, column, length - 1)
            count = put(children, count, with_bases(both, both.bases | (card >> 1)))
    return count


@part
def _price(board: Board, state: State, facts: Facts, column: int, length: int) -> int:
    """How many slots it takes to dig a column down to the last card of a length."""
    depth = depth_of(state.depths, column)
    top = board.cards[unsigned(column * ROW + depth)]
    return depth - length + popcount(run_on(top, facts.attached))
