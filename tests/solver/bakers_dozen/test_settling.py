"""What an event makes of the masks of one rank: all ways before it, cut down, and nothing else.

Random aces on twos, which stand for the cards of any rank on those one rank higher.
"""

from dataclasses import dataclass, field
from itertools import product
from random import Random
from typing import Any

import numpy as np
import pytest

from solver_worker.solver.bakers_dozen.kernels.masks import Masks
from solver_worker.solver.bakers_dozen.kernels.ranks import ONES
from solver_worker.solver.bakers_dozen.kernels.settling import (
    MOST_PENDING,
    PENDING,
    Event,
    next_settled,
    put_pending,
)
from solver_worker.solver.compiling import lean_kernel

Masking = dict[int, set[int]]  # of suits: whom each may lie on
Way = frozenset[tuple[int, int]]  # of suits: who lies on whom


@lean_kernel
def settle(event: Event, pending: Any, stuck: int, lane: int, found: Any) -> int:
    """Write the lanes of the aces after an event; `stuck` are the aces that cannot be bared."""
    count, settled = put_pending(pending, 0, 1, stuck, Masks(lane, 0, 0)), 0
    while count > 0:
        count, is_settled, masks = next_settled(event, pending, count)
        if is_settled:
            found[settled] = masks.low & 0xFFFF
            settled += 1
    return settled


def within(masks: Masking, covered: set[int]) -> set[Way]:
    """The ways to lie within masks, each on another carrier, on all that are to be covered."""
    ways = (
        zip(masks, way, strict=True)
        for way in product(*masks.values())
        if len(set(way)) == len(way)
    )
    return {way for way in map(frozenset, ways) if covered <= {carrier for _, carrier in way}}


def union(masks: Masking) -> set[int]:
    return {carrier for mask in masks.values() for carrier in mask}


@dataclass
class Rank:
    """Kids and carriers of one rank; the loose carriers that masks speak of are covered."""

    kids: set[int]
    carriers: set[int]
    loose: set[int]
    masks: Masking = field(default_factory=dict)
    bare: set[int] = field(default_factory=set)
    fresh: set[int] = field(default_factory=set)
    parting: Masking = field(default_factory=dict)

    @property
    def is_saturated(self) -> bool:
        return bool(self.kids) and len(self.kids) == len(self.carriers)


def some(choose: Random, suits: set[int]) -> set[int]:
    return {suit for suit in suits if choose.random() < 0.5}


def random_rank(choose: Random) -> Rank:
    """A rank as a search can leave it: each bit of a mask is one of a way that there is."""
    while True:
        carriers = some(choose, {0, 1, 2, 3})
        kids = set(choose.sample(range(4), choose.randint(0, len(carriers))))
        rank = Rank(kids, carriers, some(choose, carriers))
        held = kids if rank.is_saturated else some(choose, kids)
        masks = {kid: some(choose, carriers) for kid in held}
        ways = within(masks, union(masks) & rank.loose)
        rank.masks = {
            kid: {carrier for way in ways for who, carrier in way if who == kid} for kid in held
        }
        if ways and within(rank.masks, union(rank.masks) & rank.loose) == ways:
            return rank


def before_and_after(choose: Random) -> tuple[Rank, Rank]:
    """A rank before an event and after it: what the card was, and what it has uncovered."""
    before = random_rank(choose)
    stuck = set() if before.is_saturated else before.loose & union(before.masks)
    can_be_bared = set() if before.is_saturated else before.carriers - stuck
    after = Rank(set(before.kids), set(before.carriers), set(before.loose), dict(before.masks))
    what = choose.choice(["carrier home", "carrier dug", "kid home", "kid comes", "nothing"])
    if what == "carrier home" and can_be_bared:
        after.bare = {choose.choice(sorted(can_be_bared))}
        after.carriers -= after.bare
        after.loose -= after.bare
    elif what == "carrier dug" and can_be_bared - before.loose:
        after.bare = {choose.choice(sorted(can_be_bared - before.loose))}
        after.loose |= after.bare
    elif what == "kid home" and (before.is_saturated or before.kids - set(before.masks)):
        leaves = before.kids if before.is_saturated else before.kids - set(before.masks)
        kid = choose.choice(sorted(leaves))
        after.kids.remove(kid)
        after.parting = {kid: after.masks.pop(kid)} if kid in after.masks else {}
    elif (
        what == "kid comes" and not before.is_saturated and len(before.carriers) > len(before.kids)
    ):
        after.kids.add(choose.choice(sorted({0, 1, 2, 3} - before.kids)))
    left = {0, 1, 2, 3} - before.carriers
    if left and choose.random() < 0.5:
        uncovered = choose.choice(sorted(left))
        after.fresh = {uncovered}
        after.carriers.add(uncovered)
        new = {0, 1, 2, 3} - after.kids - set(after.parting)
        if choose.random() < 0.5:
            after.loose.add(uncovered)
        if new and choose.random() < 0.5:
            kid = choose.choice(sorted(new))
            after.kids.add(kid)
            after.masks[kid] = {uncovered}
    return before, after


def expected(before: Rank, after: Rank, kept: set[int]) -> set[Way]:
    """The ways of the kept kids just after the event, from the definition."""
    masks = after.masks | after.parting
    everyone = masks | {
        kid: after.carriers - after.fresh for kid in after.kids if kid not in after.masks
    }
    everyone = {kid: carriers - after.bare for kid, carriers in everyone.items()}
    covered = union(masks) & before.loose
    return {
        frozenset((kid, carrier) for kid, carrier in way if kid in kept)
        for way in within(everyone, set())
        if covered <= {carrier for kid, carrier in way if kid in masks}
    }


def bits(suits: set[int]) -> int:
    return sum(1 << suit for suit in suits)


def lane(masks: Masking) -> int:
    return sum(bits(mask) << 4 * kid for kid, mask in masks.items())


def masks_in(lane: int) -> Masking:
    masks = {kid: {suit for suit in range(4) if lane >> 4 * kid + suit & 1} for kid in range(4)}
    return {kid: mask for kid, mask in masks.items() if mask}


def settled(before: Rank, after: Rank, stuck: set[int]) -> list[Masking]:
    pending, found = np.zeros(MOST_PENDING, PENDING), np.zeros(MOST_PENDING, np.int64)
    event = Event(
        bits(after.bare) << 4,
        bits(before.loose) << 4,
        bits(after.kids) | bits(after.loose) << 4,
        bits(after.carriers) << 4 | 15 << 8,  # and threes, for the loose twos to lie on
        bits(after.fresh) << 4,
        int(after.is_saturated) << 4,
        ONES,
        lane(after.parting),
        0,
    )
    count = settle(event, pending, bits(stuck), lane(after.masks), found)
    return [masks_in(each) for each in found[:count].tolist()]


@pytest.mark.parametrize("seed", range(8))
def test_masks_stand_for_all_ways_before_the_event_and_no_others(seed: int) -> None:
    choose = Random(seed)
    split = 0
    for _ in range(2500):
        before, after = before_and_after(choose)
        stuck = some(choose, after.kids)
        kept = after.kids if after.is_saturated else stuck
        found = settled(before, after, stuck)
        ways = [within(masks, union(masks) & after.loose) for masks in found]
        case = f"{before}\n{after}\n{stuck}"
        assert set().union(*ways) == expected(before, after, kept), case
        assert all(set(masks) == kept for masks in found), case
        split += len(found) > 1
    assert split > 50
