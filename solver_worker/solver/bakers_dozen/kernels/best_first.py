"""One pass of the search: the most promising state first, until one is won or none is left."""

from solver_worker.solver.bakers_dozen.kernels.board import prepare
from solver_worker.solver.bakers_dozen.kernels.events import (
    after,
    event_of,
    moves_of,
    within_reach,
)
from solver_worker.solver.bakers_dozen.kernels.frames import saturated_ranks, scene_of
from solver_worker.solver.bakers_dozen.kernels.known import (
    KNOWN,
    REFUSED,
    Search,
    is_full_of,
    make_room,
    mark_of,
    row_of,
)
from solver_worker.solver.bakers_dozen.kernels.masks import Masks
from solver_worker.solver.bakers_dozen.kernels.orders import NOWHERE, bucket_of
from solver_worker.solver.bakers_dozen.kernels.ranks import RANKS
from solver_worker.solver.bakers_dozen.kernels.settling import Event, next_settled, put_pending
from solver_worker.solver.bakers_dozen.kernels.space import (
    BUCKET,
    EXPANDED,
    GOAL,
    IS_CUT,
    IS_FULL,
    NOTHING,
    STORED,
    USED_ROWS,
    clear,
    put_node,
)
from solver_worker.solver.compiling import (
    lean_inner_kernel,
    lean_kernel,
    lean_part,
    lowest,
    unsigned,
)

EXHAUSTED, FOUND, PAUSED, POOL_FULL = range(4)


@lean_kernel
def start(search: Search, home: int) -> None:
    """Begin with the position in the board's `cards` and `columns`.

    `home` is the part of its frame for the foundations.
    """
    clear(search.space)
    frame, masks = prepare(search.board, home)
    scene = scene_of(search.board, frame)
    no = home & 0  # of the type of a number, lest Numba compile the rest once more
    saturated = saturated_ranks(scene)
    remembered = within_reach(saturated, search.order.reach)
    carriers = scene.loose | scene.tops
    event = Event(no, no, scene.loose, carriers, no, saturated, remembered, no, no)
    _add(search, event, frame, masks, no + NOTHING, no)


@lean_kernel
def go_on(search: Search, until: int) -> int:
    """Search until a state is won, none is left, so many were expanded, or the pool is full."""
    space = search.space
    while space.counts[GOAL] == NOTHING:
        bucket = space.counts[BUCKET]
        while bucket >= 0 and space.heads[unsigned(bucket)] == NOTHING:
            bucket -= 1
        space.counts[BUCKET] = bucket
        if bucket < 0:
            return EXHAUSTED
        if space.counts[EXPANDED] >= until:
            return PAUSED
        space.counts[EXPANDED] += 1
        number = space.heads[unsigned(bucket)]
        space.heads[unsigned(bucket)] = space.nodes[unsigned(number)].next
        _expand(search, number)
        if space.counts[IS_FULL]:
            return POOL_FULL
    return FOUND


@lean_part
def _expand(search: Search, number: int) -> None:
    """Add the states that a node's state leads to."""
    board, space, order = search.board, search.space, search.order
    node = space.nodes[unsigned(number)]
    masks = Masks(node.low, node.mid, node.high)
    scene = scene_of(board, node.frame)
    moves = moves_of(scene, masks)
    left = moves.home | moves.digs
    while left:
        card = left & -left
        left ^= card
        for is_dig in range(2):
            if card & (moves.digs if is_dig else moves.home):
                following, links = after(board, scene, masks, card, is_dig)
                if order.variants != 0 and is_full_of(search, following.frame):
                    space.counts[IS_CUT] = 1
                else:
                    event = event_of(scene, masks, following, card, order.reach)
                    name = 2 * lowest(card) + is_dig
                    _add(search, event, following.frame, links, number, name)


@lean_inner_kernel
def _add(search: Search, event: Event, frame: int, masks: Masks, parent: int, name: int) -> None:
    """Add the states that come of an event, but those that are known or too many.

    `masks` are those of before with the links of the cards that it uncovers.
    """
    space, order = search.space, search.order
    first = 1
    if order.reach == NOWHERE:
        first, masks = RANKS, Masks(0, 0, 0)
    count = put_pending(space.pending, 0, first, 0, masks)
    while count > 0 and space.counts[GOAL] == NOTHING:
        count, is_settled, masks = next_settled(event, space.pending, count)
        if is_settled:
            if space.counts[STORED] > space.counts[USED_ROWS] >> 1:
                make_room(search)
            mark = mark_of(order, frame, masks, event.loose)
            row = row_of(search, mark, frame, masks, event.loose)
            if row == REFUSED:
                space.counts[IS_CUT] = 1
            elif row != KNOWN:
                if space.counts[STORED] >= min(order.nodes, space.nodes.size):
                    space.counts[IS_FULL] = 1
                    return
                bucket = bucket_of(search.board, frame, event.saturated, order)
                node = space.nodes[unsigned(put_node(space, row, mark, bucket))]
                node.frame = frame
                node.low, node.mid, node.high = masks
                node.parent, node.event = parent, name
                node.steps = space.nodes[unsigned(parent)].steps + 1
                if event.carriers == 0:
                    space.counts[GOAL] = space.counts[STORED] - 1
