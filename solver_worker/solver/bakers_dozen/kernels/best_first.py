"""The search for a verdict: the most promising state first, until one is won or none is left."""

from typing import NamedTuple

from solver_worker.solver.bakers_dozen.kernels.board import COLUMNS, NO_SUIT, Board, prepare
from solver_worker.solver.bakers_dozen.kernels.events import after, event_of, moves_of
from solver_worker.solver.bakers_dozen.kernels.frames import home_of, saturated_ranks, scene_of
from solver_worker.solver.bakers_dozen.kernels.masks import Masks
from solver_worker.solver.bakers_dozen.kernels.ranks import RANKS
from solver_worker.solver.bakers_dozen.kernels.settling import Event, next_settled, put_pending
from solver_worker.solver.bakers_dozen.kernels.space import (
    BUCKET,
    BUCKETS,
    EXPANDED,
    GOAL,
    IS_CUT,
    IS_FULL,
    KNOWN,
    NOTHING,
    REFUSED,
    STORED,
    USED_ROWS,
    Space,
    clear,
    hash_of,
    is_full_of,
    make_room,
    put_node,
    row_of,
)
from solver_worker.solver.compiling import (
    lean_inner_kernel,
    lean_kernel,
    lean_part,
    lowest,
    popcount,
    unsigned,
)

EXHAUSTED, FOUND, PAUSED, POOL_FULL = range(4)


class Order(NamedTuple):
    """Which states are promising, and how many are kept.

    Weights: for a card home; for a card of a core above the next card of a foundation, above the
    one after that, and above any lower one; and for a saturated rank. `variants`: how many states
    are kept of one frame, 0 for all. `nodes`: how many are kept in all. `is_relaxed`: 1 to forget
    masks.
    """

    home: int
    above_next: int
    above_later: int
    above_lower: int
    saturated: int
    variants: int
    nodes: int
    is_relaxed: int


class Search(NamedTuple):
    """What a search works on."""

    board: Board
    space: Space
    order: Order


@lean_kernel
def start(search: Search, home: int) -> None:
    """Begin with the position in the board's `cards` and `columns`.

    `home` is the part of its frame for the foundations.
    """
    clear(search.space)
    frame, masks = prepare(search.board, home)
    scene = scene_of(search.board, frame)
    no = home & 0  # of the type of a number, lest Numba compile the rest once more
    carriers = scene.loose | scene.tops
    event = Event(no, no, scene.loose, carriers, no, saturated_ranks(scene), no, no)
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
    board, space, variants = search.board, search.space, search.order.variants
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
                if variants > 0 and is_full_of(space, following.frame, variants):
                    space.counts[IS_CUT] = 1
                else:
                    event = event_of(scene, masks, following, card)
                    name = 2 * lowest(card) + is_dig
                    _add(search, event, following.frame, links, number, name)


@lean_inner_kernel
def _add(search: Search, event: Event, frame: int, masks: Masks, parent: int, name: int) -> None:
    """Add the states that come of an event, but those that are known or too many.

    `masks` are those of before with the links of the cards that it uncovers.
    """
    space, order = search.space, search.order
    first = 1
    if order.is_relaxed:
        first, masks = RANKS, Masks(0, 0, 0)
    count = put_pending(space.pending, 0, first, 0, masks)
    while count > 0 and space.counts[GOAL] == NOTHING:
        count, is_settled, masks = next_settled(event, space.pending, count)
        if is_settled:
            if space.counts[STORED] > space.counts[USED_ROWS] >> 1:
                make_room(space, order.variants)  # or nothing, where all of the table is in use
            row = row_of(space, frame, masks, order.variants)
            if row == REFUSED:
                space.counts[IS_CUT] = 1
            elif row != KNOWN:
                if space.counts[STORED] == min(order.nodes, space.nodes.size):
                    space.counts[IS_FULL] = 1
                    return
                bucket = bucket_of(search.board, frame, event.saturated, order)
                number = put_node(space, row, hash_of(frame, masks, order.variants), bucket)
                node = space.nodes[unsigned(number)]
                node.frame = frame
                node.low, node.mid, node.high = masks
                node.parent, node.event = parent, name
                node.steps = space.nodes[unsigned(parent)].steps + 1
                if event.carriers == 0:
                    space.counts[GOAL] = number


@lean_part
def bucket_of(board: Board, frame: int, saturated: int, order: Order) -> int:
    """How promising a state is, from 0."""
    worth = BUCKETS // 2 - order.saturated * popcount(saturated)
    for suit in range(4):
        home = home_of(frame, suit)
        if home != NO_SUIT:
            worth += order.home * home
            worth -= order.above_next * _above(board, frame, 4 * home + suit)
            worth -= order.above_later * _above(board, frame, 4 * home + 4 + suit)
    for at in range(COLUMNS):
        column = board.columns[unsigned(at)]
        depth = (frame >> column.shift) & column.field
        worth -= order.above_lower * board.cuts[unsigned(column.row + depth)].blocking
    return min(max(worth, 0), BUCKETS - 1)


@lean_part
def _above(board: Board, frame: int, card: int) -> int:
    """How many cards of its core lie above a card; 0 where it is in none."""
    place = board.places[unsigned(card)]
    return int(max(((frame >> place.shift) & place.field) - place.length, 0))
