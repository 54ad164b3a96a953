"""On which cards those may lie that cannot be moved for now: four bits for each card.

A card can only lie on cards one rank higher, so four bits, one for each suit, say on which. The
cards of one rank have sixteen bits together, a *lane*; ranks 0 to 11 are three words (kings lie
on nothing). A mask of 0 says nothing about its card.
"""

from typing import NamedTuple

from solver_worker.solver.bakers_dozen.kernels.ranks import RANKS
from solver_worker.solver.compiling import part


class Masks(NamedTuple):
    """The lanes of ranks 0 to 3, 4 to 7 and 8 to 11; all 64 bits of the words are in use."""

    low: int
    mid: int
    high: int


@part
def lane_of(masks: Masks, rank: int) -> int:
    """The lane of one rank: four bits for each suit."""
    word = masks.low
    if rank >= 4:
        word = masks.mid
    if rank >= 8:
        word = masks.high
    return (word >> (16 * (rank & 3))) & 0xFFFF


@part
def with_lane(masks: Masks, rank: int, lane: int) -> Masks:
    """The masks with another lane."""
    change = (lane_of(masks, rank) ^ lane) << (16 * (rank & 3))
    if rank < 4:
        return Masks(masks.low ^ change, masks.mid, masks.high)
    if rank < 8:
        return Masks(masks.low, masks.mid ^ change, masks.high)
    return Masks(masks.low, masks.mid, masks.high ^ change)


@part
def joined(masks: Masks, others: Masks) -> Masks:
    """The masks of cards from one or the other."""
    return Masks(masks.low | others.low, masks.mid | others.mid, masks.high | others.high)


@part
def link(card: int, carrier: int) -> Masks:
    """Masks that say only that a card lies on one carrier."""
    return with_lane(Masks(0, 0, 0), card >> 2, 1 << (4 * (card & 3) + (carrier & 3)))


@part
def held_in(lane: int) -> int:
    """The suits whose cards have a mask, as four bits."""
    pairs = lane | (lane >> 1)
    ones = (pairs | (pairs >> 2)) & 0x1111
    return (ones | (ones >> 3) | (ones >> 6) | (ones >> 9)) & 15


@part
def union_of(lane: int) -> int:
    """The suits that any card of the lane may lie on, as four bits."""
    pairs = lane | (lane >> 8)
    return (pairs | (pairs >> 4)) & 15


@part
def stuck_in(masks: Masks, loose: int) -> int:
    """The loose cards that are in a mask: cards lie on all of them that cannot be moved."""
    stuck = 0
    for rank in range(1, RANKS):
        stuck |= union_of(lane_of(masks, rank - 1)) << (4 * rank)
    return stuck & loose
