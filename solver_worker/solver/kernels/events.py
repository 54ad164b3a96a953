"""The moves of the verdict search: the fewest cards dug out of a column until something happens."""

from typing import Any, NamedTuple

import numpy as np

from solver_worker.solver.bits import ACES, lowest, part, popcount, run_on, unsigned
from solver_worker.solver.kernels.board import ROW, State, cut, depth_of, standing

CHILD = np.dtype([(name, np.int64) for name in ("depths", "loose", "bases", "tops")], align=True)


class Facts(NamedTuple):
    """What follows from a state."""

    attached: int
    slots: int
    carriers: int
    next_home: int
    free_columns: int
    room: int


@part
def put(children: Any, count: int, child: Any) -> int:
    row = children[unsigned(count)]
    row.depths = child.depths
    row.loose = child.loose
    row.bases = child.bases
    row.tops = child.tops
    return count + 1


@part
def with_bases(state: Any, bases: int) -> Any:
    return State(state.depths, state.loose, bases, state.tops, state.home)


@part
def base_events(state: Any, facts: Any, children: Any, count: int) -> int:
    left = state.bases
    while left:
        base = left & -left
        left ^= base
        followers = popcount(run_on(base, facts.attached))
        if followers <= facts.room:
            onto = base >> 1
            others = state.bases ^ base
            if onto & facts.carriers or (followers > 0 and followers < facts.room):
                count = put(children, count, with_bases(state, others))
            if facts.free_columns > 0 and (
                onto & facts.slots or (onto & facts.attached and followers < facts.room)
            ):
                count = put(children, count, with_bases(state, others | onto))
    return count


@part
def slot_events(state: Any, facts: Any, children: Any, count: int) -> int:
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
def attached_to_own(board: Any, state: Any, facts: Any, card: int, column: int) -> bool:
    top = board.cards[unsigned(column * ROW + depth_of(state.depths, column))]
    return (card & (top | run_on(top, facts.attached))) != 0


@part
def dig_events(board: Any, state: Any, facts: Any, children: Any, count: int) -> Any:
    reached, front = 0, 0
    starts = state.tops
    targets = (facts.slots >> 1) | (board.links[0] & ~(state.loose >> 1))
    for price in range(facts.room + 1):
        longer = starts & (facts.attached >> (price + 1))
        front |= starts ^ longer
        starts = longer
        ready = front & facts.next_home
        front ^= ready
        while ready:
            place = board.places[unsigned(lowest(ready))]
            ready &= ready - 1
            count = put(children, count, cut(board, state, place // ROW, place % ROW))
        reached |= front
        moving = front & (facts.carriers << 1)
        stopped = front & targets
        left = moving | stopped
        while left:
            card = left & -left
            left ^= card
            place = board.places[unsigned(lowest(card))]
            column = place // ROW
            if card & stopped:
                count = put(children, count, cut(board, state, column, place % ROW))
            if card & moving and not attached_to_own(board, state, facts, card >> 1, column):
                count = put(children, count, cut(board, state, column, place % ROW - 1))
                stopped |= card
        if facts.free_columns > 0:
            count = commit_events(board, state, facts, front, price, children, count)
        if price == facts.room:
            break
        left = front & ~stopped
        front = 0
        while left:
            place = board.places[unsigned(lowest(left))]
            left &= left - 1
            below = board.cards[unsigned(place - 1)]
            front |= below
            if below == 0:
                count = put(children, count, cut(board, state, place // ROW, 0))
    return count, reached


@part
def commit_events(
    board: Any, state: Any, facts: Any, front: int, price: int, children: Any, count: int
) -> int:
    onto_parked = front & ((facts.slots << 1) | (board.links[2] & ~(state.loose << 1)))
    onto_attached = front & (facts.attached << 1)
    under = 0
    if price < facts.room:
        under = front & (
            ((facts.slots | facts.attached) >> 1) | (board.links[1] & ~(state.loose >> 1))
        )
    left = onto_parked | onto_attached | under
    while left:
        card = left & -left
        left ^= card
        onto = card >> 1
        place = board.places[unsigned(lowest(card))]
        column = place // ROW
        dug = cut(board, state, column, place % ROW - 1)
        if card & onto_parked or (
            card & onto_attached
            and (price < facts.room or attached_to_own(board, state, facts, onto, column))
        ):
            count = put(children, count, with_bases(dug, dug.bases | onto))
        if card & under:
            count = put(children, count, with_bases(dug, dug.bases | card))
    return count


@part
def followers_of(board: Any, state: Any, facts: Any, column: int) -> int:
    top = board.cards[unsigned(column * ROW + depth_of(state.depths, column))]
    return popcount(run_on(top, facts.attached))


@part
def pair_events(
    board: Any, state: Any, facts: Any, reached: int, children: Any, count: int
) -> int:
    left = (reached | state.bases) & (reached << 1)
    if facts.free_columns == 0:
        left &= ~(state.tops << 1)
    while left:
        card = left & -left
        left ^= card
        onto = card >> 1
        place = board.places[unsigned(lowest(onto))]
        column = place // ROW
        cost = depth_of(state.depths, column) - place % ROW + followers_of(board, state, facts, column)
        if card & state.bases:
            cost += popcount(run_on(card, facts.attached))
            if cost > facts.room:
                continue
            first = with_bases(state, state.bases ^ card)
        else:
            mover = board.places[unsigned(lowest(card))]
            source = mover // ROW
            if source == column:
                continue
            cost += depth_of(state.depths, source) - mover % ROW + followers_of(board, state, facts, source)
            if cost > facts.room:
                continue
            first = cut(board, state, source, mover % ROW - 1)
        count = put(children, count, cut(board, first, column, place % ROW))
        if facts.free_columns > 0 and cost < facts.room:
            both = cut(board, first, column, place % ROW - 1)
            count = put(children, count, with_bases(both, both.bases | onto))
    return count
