"""A table in which states are found again, each as far as its order tells states apart."""

from typing import NamedTuple

from solver_worker.solver.bakers_dozen.kernels.board import Board
from solver_worker.solver.bakers_dozen.kernels.frames import scene_of
from solver_worker.solver.bakers_dozen.kernels.masks import Masks, joined, stuck_in
from solver_worker.solver.bakers_dozen.kernels.orders import Order
from solver_worker.solver.bakers_dozen.kernels.space import STORED, USED_ROWS, Space
from solver_worker.solver.compiling import lean_inner_kernel, lean_part, unsigned
from solver_worker.solver.table import GROWTH

KNOWN, REFUSED = -1, -2


class Search(NamedTuple):
    """What a search works on."""

    board: Board
    space: Space
    order: Order


@lean_part
def mark_of(order: Order, frame: int, masks: Masks, loose: int) -> int:
    """A number that spreads states over the table, together those that one state looks for.

    That are the states of one frame where they are counted, and those in which the same loose
    cards are stuck where they are joined.
    """
    low, mid, high = masks
    if order.variants != 0:
        low, mid, high = 0, 0, 0
    if order.joins:
        low, mid, high = stuck_in(masks, loose), 0, 0
    mark = frame * -7046029254386353131
    mark = ((mark ^ (mark >> 31)) + low) * -4417276706812531889
    mark = ((mark ^ (mark >> 29)) + mid) * 8796714831421723037
    mark = ((mark ^ (mark >> 31)) + high) * -7046029254386353131
    return mark ^ (mark >> 32)


@lean_part
def row_of(search: Search, mark: int, frame: int, masks: Masks, loose: int) -> int:
    """The free row where a new state belongs; KNOWN, or REFUSED for one too many of its frame.

    Where states are joined, the known one takes over the masks: it stands for both then.
    """
    space, order = search.space, search.order
    rows = space.counts[USED_ROWS]
    row = mark & (rows - 1)
    count = 0
    while space.table[unsigned(row)]:
        entry = space.table[unsigned(row)]
        if (entry ^ mark) >> 32 == 0:
            node = space.nodes[unsigned(entry & 0xFFFFFFFF)]
            if node.frame == frame:
                other = Masks(node.low, node.mid, node.high)
                if order.joins:
                    if stuck_in(other, loose) == stuck_in(masks, loose):
                        node.low, node.mid, node.high = joined(masks, other)
                        return KNOWN
                elif other.low == masks.low and other.mid == masks.mid and other.high == masks.high:
                    return KNOWN
                count += 1
        row = (row + 1) & (rows - 1)
    return REFUSED if 0 < order.variants <= count else row


@lean_part
def is_full_of(search: Search, frame: int) -> bool:
    """Whether there are as many states of one frame as are kept."""
    space, order = search.space, search.order
    mark = mark_of(order, frame, Masks(0, 0, 0), 0)
    rows = space.counts[USED_ROWS]
    row = mark & (rows - 1)
    count = 0
    while space.table[unsigned(row)]:
        entry = space.table[unsigned(row)]
        if (entry ^ mark) >> 32 == 0:
            count += space.nodes[unsigned(entry & 0xFFFFFFFF)].frame == frame
        row = (row + 1) & (rows - 1)
    return count >= order.variants


@lean_inner_kernel
def make_room(search: Search) -> None:
    """Take more rows of the table into use, if there are, and find a row for each node again."""
    space = search.space
    if space.counts[USED_ROWS] == space.table.size:
        return
    rows = min(space.counts[USED_ROWS] * GROWTH, space.table.size)
    space.counts[USED_ROWS] = rows
    space.table[:rows] = 0
    for number in range(1, space.counts[STORED]):
        node = space.nodes[unsigned(number)]
        loose = scene_of(search.board, node.frame).loose
        mark = mark_of(search.order, node.frame, Masks(node.low, node.mid, node.high), loose)
        row = mark & (rows - 1)
        while space.table[unsigned(row)]:
            row = (row + 1) & (rows - 1)
        space.table[unsigned(row)] = (mark >> 32 << 32) | number
