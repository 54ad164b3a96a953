"""The two ways on from a state: a card of a core is dug, or a card goes home."""

from typing import NamedTuple

from solver_worker.solver.bakers_dozen.kernels.board import Board
from solver_worker.solver.bakers_dozen.kernels.frames import (
    Scene,
    free_ranks,
    home_of,
    saturated_ranks,
    with_dug,
    without_home,
)
from solver_worker.solver.bakers_dozen.kernels.masks import (
    Masks,
    joined,
    lane_of,
    stuck_in,
    with_lane,
)
from solver_worker.solver.bakers_dozen.kernels.ranks import ONES, RANKS
from solver_worker.solver.bakers_dozen.kernels.settling import Event
from solver_worker.solver.compiling import lean_part, lowest, part, unsigned


class Moves(NamedTuple):
    """The cards that may go home, and the last cards of cores that may be dug, as sets."""

    home: int
    digs: int


@part
def moves_of(scene: Scene, masks: Masks) -> Moves:
    """What may happen next; whether a card of a core can be bared, the masks have yet to say.

    A card can be bared if its rank is free and it is not stuck, and dug if there is room on the
    rank above, too. Where a card can go home whose rank is at most one above the least rank that
    waits, that happens and nothing else. Proved: only cards one rank lower can be put on it, all
    of lower ranks are home, so these can go home themselves instead, whenever it comes to that.
    """
    free = 15 * free_ranks(scene)
    bare = (scene.loose | scene.tops) & free & ~stuck_in(masks, scene.loose)
    least, waiting = 15, 0
    for suit in range(4):
        home = home_of(scene.frame, suit)
        least = min(least, home)
        waiting |= 1 << (4 * home + suit)
    home = waiting & bare
    safe = home & ((1 << (4 * least + 8)) - 1)
    if safe:
        return Moves(safe & -safe, 0)
    return Moves(home, bare & scene.tops & (free >> 4))


@lean_part
def after(board: Board, scene: Scene, masks: Masks, card: int, is_dig: int) -> tuple[Scene, Masks]:
    """The scene after a card, given as a set, is dug or goes home, and the masks of those left.

    The masks have those of cards that were dealt on each other and are uncovered together.
    """
    if card & scene.loose:
        number = lowest(card)
        lane = lane_of(masks, number >> 2) & ~(15 << (4 * (number & 3)))
        return without_home(board, scene, card), with_lane(masks, number >> 2, lane)
    left = with_dug(board, scene, card) if is_dig else without_home(board, scene, card)
    cut = board.cuts[unsigned(board.places[unsigned(lowest(card))].row - 1)]
    return left, joined(masks, Masks(cut.low, cut.mid, cut.high))


@part
def event_of(before: Scene, masks: Masks, after: Scene, card: int, reach: int) -> Event:
    """What the settling of masks must know of what has happened.

    Masks are kept in saturated ranks and in `reach` ranks above each.
    """
    rank, suit = lowest(card) >> 2, lowest(card) & 3
    parting = lane_of(masks, rank) & (15 << (4 * suit)) if card & before.loose else 0
    return Event(
        card,
        before.loose,
        after.loose,
        after.loose | after.tops,
        after.fresh,
        saturated_ranks(after),
        within_reach(saturated_ranks(after), reach),
        parting,
        rank,
    )


@part
def within_reach(ranks: int, reach: int) -> int:
    """These ranks and so many above each; all that there are where they are too many to count."""
    if reach >= RANKS:
        return ONES
    for _ in range(reach):
        ranks |= ranks << 4
    return ranks
