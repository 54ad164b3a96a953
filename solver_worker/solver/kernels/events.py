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

from solver_worker.solver.bits import lowest, part, popcount, run_on, unsigned
from solver_worker.solver.kernels.board import (
    APART,
    ROW,
    UNDER_HIGHER,
    UNDER_LOWER,
    cut,
    depth_of,
    with_bases,
)

CHILD = np.dtype([(name, np.int64) for name in ("depths", "loose", "bases", "tops")], align=True)
# At most 2 for each of 8 bases, 1 for each of 52 cards in slots or attached, 4 for each card of
# a stem, 1 for each column and 2 for each of 51 pairs: 386.
MOST_CHILDREN = 512


@part
def put_events(board: Any, state: Any, facts: Any, children: Any) -> int:
    """Write where one step can lead, before cards go home, and say how many rows that took.

    `children`, CHILD[MOST_CHILDREN]: `depths`, `loose`, `bases` and `tops` of a state each.
    """
    count = base_events(state, facts, children, np.int64(0))
    if facts.free_columns > 0:
        count = slot_events(state, facts, children, count)
    count, reached = dig_events(board, state, facts, children, count)
    return pair_events(board, state, facts, reached, children, count)


@part
def put(children: Any, count: int, child: Any) -> int:
    """Write a child; return how many there are."""
    row = children[unsigned(count)]
    row.depths = child.depths
    row.loose = child.loose
    row.bases = child.bases
    row.tops = child.tops
    return count + 1


@part
def base_events(state: Any, facts: Any, children: Any, count: int) -> int:
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
def slot_events(state: Any, facts: Any, children: Any, count: int) -> int:
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
def dig_events(board: Any, state: Any, facts: Any, children: Any, count: int) -> Any:
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
def _go_home_events(board: Any, state: Any, ready: int, children: Any, count: int) -> int:
    """Columns dug down to a card that is next to go home."""
    while ready:
        place = board.places[unsigned(lowest(ready))]
        ready &= ready - 1
        count = put(children, count, cut(board, state, place // ROW, place % ROW))
    return count


@part
def _stop_events(
    board: Any, state: Any, facts: Any, waited: int, moving: int, children: Any, count: int
) -> Any:
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
def _hangs_on(board: Any, state: Any, facts: Any, card: int, column: int) -> bool:
    """Whether a card is the last one of a column's stem or in the run on it."""
    top = board.cards[unsigned(column * ROW + depth_of(state.depths, column))]
    return (card & (top | run_on(top, facts.attached))) != 0


@part
def _commit_events(
    board: Any, state: Any, facts: Any, front: int, price: int, children: Any, count: int
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
def _dig(board: Any, state: Any, front: int, children: Any, count: int) -> Any:
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


@part
def pair_events(board: Any, state: Any, facts: Any, reached: int, children: Any, count: int) -> int:
    """Two columns dug, or one and a base moved, so that one's card is built on the other's.

    With a free column the higher card may take it first, at one slot more. Without one, a
    higher card that is exposed already is left to the events of single columns.
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
        if price <= facts.room:
            count = put(children, count, cut(board, moved, column, length))
        if facts.free_columns > 0 and price < facts.room:
            both = cut(board, moved, column, length - 1)
            count = put(children, count, with_bases(both, both.bases | (card >> 1)))
    return count


@part
def _price(board: Any, state: Any, facts: Any, column: int, length: int) -> int:
    """How many slots it takes to dig a column down to the last card of a length."""
    depth = depth_of(state.depths, column)
    top = board.cards[unsigned(column * ROW + depth)]
    return depth - length + popcount(run_on(top, facts.attached))
