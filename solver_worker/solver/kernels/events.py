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
def column_events(board: Any, state: Any, facts: Any, spent: Any, children: Any, count: int) -> Any:
    reached = 0
    columns = standing(state.depths)
    while columns:
        shift = lowest(columns)
        columns &= columns - 1
        column = shift // 3
        depth = (state.depths >> shift) & 7
        row = column * ROW
        top = board.cards[unsigned(row + depth)]
        own = run_on(top, facts.attached)
        carriers = facts.carriers & ~(own | top)
        cost = popcount(own)
        spent[unsigned(column)] = cost
        place = depth
        parked = facts.slots
        above = 0
        leaves = -1
        stays = -1
        while cost <= facts.room:
            if place == 0:
                leaves = 0
                break
            card = board.cards[unsigned(row + place)]
            if card & facts.next_home:
                leaves = place
                break
            reached |= card
            onto = card >> 1
            if onto & carriers:
                leaves = place - 1
            if (card << 1) & parked and above != card << 1:
                stays = place
            if facts.free_columns > 0:
                if onto & (parked | own) or (cost < facts.room and onto & facts.attached):
                    dug = cut(board, state, column, place - 1)
                    count = put(children, count, with_bases(dug, dug.bases | onto))
                if cost < facts.room and (card << 1) & (parked | own):
                    dug = cut(board, state, column, place - 1)
                    count = put(children, count, with_bases(dug, dug.bases | card))
            if leaves >= 0 or stays >= 0:
                break
            parked |= card
            above = card
            cost += 1
            place -= 1
        if leaves >= 0:
            count = put(children, count, cut(board, state, column, leaves))
        if stays >= 0:
            count = put(children, count, cut(board, state, column, stays))
    return count, reached


@part
def pair_events(
    board: Any, state: Any, facts: Any, spent: Any, reached: int, children: Any, count: int
) -> int:
    left = (reached | state.bases) & (reached << 1)
    while left:
        card = left & -left
        left ^= card
        onto = card >> 1
        place = board.places[unsigned(lowest(onto))]
        column = place // ROW
        cost = depth_of(state.depths, column) - place % ROW + spent[unsigned(column)]
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
            cost += depth_of(state.depths, source) - mover % ROW + spent[unsigned(source)]
            if cost > facts.room:
                continue
            first = cut(board, state, source, mover % ROW - 1)
        count = put(children, count, cut(board, first, column, place % ROW))
        if facts.free_columns > 0 and cost < facts.room:
            both = cut(board, first, column, place % ROW - 1)
            count = put(children, count, with_bases(both, both.bases | onto))
    return count
