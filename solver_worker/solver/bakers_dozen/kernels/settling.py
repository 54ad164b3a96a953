"""Who can lie on whom after an event: one set of masks, or a few.

Ranks are gone through from the lowest carriers to the highest. What holds for the cards on one
rank's carriers depends on the event and on which of these cards are stuck, which the rank below
has told. Where the answer is more than one set of masks, one is gone on with after the other.
README.md says why this is exact.
"""

from typing import Any, NamedTuple

import numpy as np

from solver_worker.solver.bakers_dozen.kernels.masks import (
    Masks,
    held_in,
    lane_of,
    union_of,
    with_lane,
)
from solver_worker.solver.bakers_dozen.kernels.placements import (
    ALLOWED,
    CODES,
    COVERING,
    MEETING,
    MET,
    PART,
)
from solver_worker.solver.bakers_dozen.kernels.ranks import RANKS, nibble
from solver_worker.solver.compiling import lean_inner_kernel, lean_part, lowest, part, unsigned

PENDING = np.dtype([(name, np.int64) for name in ("rank", "stuck", *Masks._fields)], align=True)
MOST_PENDING = 24 * RANKS  # no more than 24 ways for each rank


class Event(NamedTuple):
    """A card that was dug or went home, and what else the masks depend on.

    The first five are sets of cards. `bare`: the card, on which nothing lay. `before`:
    the loose cards before it moved. `loose`: those after it. `carriers`: the cards that can be
    lain on after it. `fresh`: those that it has uncovered, on which none but dealt cards lie.
    `saturated`: the ranks whose carriers are all lain on, one bit each as in `ranks_of`.
    `remembered`: the ranks for whose carriers masks are kept; none is forgotten in exact searches.
    `parting`: the lane of the card's mask if it was loose, had one, and has gone home; of rank
    `parting_rank`.
    """

    bare: int
    before: int
    loose: int
    carriers: int
    fresh: int
    saturated: int
    remembered: int
    parting: int
    parting_rank: int


@lean_part
def put_pending(pending: Any, count: int, rank: int, stuck: int, masks: Masks) -> int:
    """Write masks that are settled for the kids of all carriers below a rank.

    `stuck`: the suits of the carriers one rank lower that cannot be bared. Return the new count.
    """
    row = pending[unsigned(count)]
    row.rank, row.stuck = rank, stuck
    row.low, row.mid, row.high = masks
    return count + 1


@lean_part
def next_settled(event: Event, pending: Any, count: int) -> tuple[int, bool, Masks]:
    """Take masks from the end of `pending` until some are settled; the new count and what it is.

    False where none are left: no position that the masks stand for lets the event happen.
    """
    is_settled, masks = False, Masks(0, 0, 0)
    while count > 0 and not is_settled:
        count -= 1
        row = pending[unsigned(count)]
        rank, stuck, masks = row.rank, row.stuck, Masks(row.low, row.mid, row.high)
        while rank < RANKS:
            lane = lane_of(masks, rank - 1)
            is_saturated = (event.saturated >> (4 * rank)) & 1
            if lane or stuck or is_saturated:
                kept = nibble(event.loose, rank - 1)
                if not is_saturated:
                    kept &= stuck * ((event.remembered >> (4 * rank)) & 1)
                is_hit = union_of(lane) & nibble(event.bare, rank)
                is_left = event.parting and event.parting_rank == rank - 1
                if is_hit or (kept and (is_left or held_in(lane) != kept)):
                    count = _settle_rank(event, pending, count, rank, kept, masks)
                    break
                if not kept:
                    lane = 0
                    masks = with_lane(masks, rank - 1, lane)
                stuck = union_of(lane) & nibble(event.loose, rank)
                if is_saturated:
                    stuck = nibble(event.carriers, rank)
            rank += 1
        is_settled = rank == RANKS
    return count, is_settled, masks


@lean_inner_kernel
def _settle_rank(event: Event, pending: Any, count: int, rank: int, kept: int, masks: Masks) -> int:
    """Write what the masks become for the kids of one rank's carriers; the new count.

    The ways in which the kids can have lain when the event happened are cut down to those among
    them that are to have masks now, `kept`. A way settles which carriers are stuck: all of a
    saturated rank, else the loose ones that it meets. Ways that agree in that become one set of
    masks, or one each where those masks would admit yet another way.
    """
    ways = _ways_before(event, rank, kept, masks)
    is_saturated = (event.saturated >> (4 * rank)) & 1
    watched = int(np.int64(0)) if is_saturated else nibble(event.loose, rank)
    while ways:
        met = MET[unsigned(kept), unsigned(lowest(ways))] & watched
        alike = MEETING[unsigned(kept), unsigned(watched), unsigned(met)]
        group = ways & alike
        ways ^= group
        stuck = nibble(event.carriers, rank) if is_saturated else met
        union = _union(group, kept)
        if _admitted(union, kept) & alike == group:
            settled = with_lane(masks, rank - 1, union)
            count = put_pending(pending, count, rank + 1, stuck, settled)
        else:
            while group:
                code = CODES[unsigned(kept), unsigned(lowest(group))]
                group &= group - 1
                settled = with_lane(masks, rank - 1, code)
                count = put_pending(pending, count, rank + 1, stuck, settled)
    return count


@part
def _ways_before(event: Event, rank: int, kept: int, masks: Masks) -> int:
    """The ways in which the kept kids of one rank's carriers can lie just after the event.

    Kids with masks, and the card itself if it had one and went home, lay within their masks, and
    covered each loose carrier in them. The others lay on any carrier that was there. Nothing
    lay on the card itself.
    """
    lane = lane_of(masks, rank - 1)
    if event.parting_rank == rank - 1:
        lane |= event.parting
    held = held_in(lane)
    kids = nibble(event.loose, rank - 1) | held
    bare = nibble(event.bare, rank)
    anywhere = nibble(event.carriers & ~event.fresh, rank)
    covered = union_of(lane) & nibble(event.before, rank)
    ways = int(np.int64(COVERING[unsigned(kids), unsigned(held), unsigned(covered)]))
    left = kids
    while left:
        kid = lowest(left)
        left &= left - 1
        mask = (lane >> (4 * kid)) & 15
        if not mask:
            mask = anywhere
        ways &= ALLOWED[unsigned(kids), unsigned(kid), unsigned(mask & ~bare)]
    found = int(np.int64(0))
    while ways:
        found |= 1 << PART[unsigned(kids), unsigned(kept), unsigned(lowest(ways))]
        ways &= ways - 1
    return found


@part
def _union(ways: int, kids: int) -> int:
    """The lane in which each kid may lie as in any of the ways."""
    union = int(np.int64(0))
    while ways:
        union |= CODES[unsigned(kids), unsigned(lowest(ways))]
        ways &= ways - 1
    return union


@part
def _admitted(lane: int, kids: int) -> int:
    """The ways in which all kids lie within their masks."""
    ways = -1
    left = kids
    while left:
        kid = lowest(left)
        left &= left - 1
        ways &= ALLOWED[unsigned(kids), unsigned(kid), unsigned((lane >> (4 * kid)) & 15)]
    return ways
