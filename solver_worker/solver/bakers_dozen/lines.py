"""From a way through states to moves of single cards, the last one first.

A state leaves open where most loose cards lie, and what it needs to be open is settled only by
what follows. So the line is made backwards: from an arrangement of the loose cards after an
event to one before it, by hops and the event itself. Hops can be taken back, so the same steps,
read the other way, are the line. README.md says why it never fails.
"""

from collections.abc import Iterator
from itertools import pairwise

from solver_worker.solver.bakers_dozen.arrangement import Arrangement, Step
from solver_worker.solver.bakers_dozen.way import Columns, Stage


def plan_of(columns: Columns, stages: list[Stage]) -> list[Step]:
    """The steps from these columns along a way that wins."""
    arrangement = Arrangement()
    for after, before in pairwise(reversed(stages)):
        _take_back(before, after, arrangement)
    first = stages[0]
    arrangement.carriers = first.carriers
    links = {card: below for column in columns for below, card in pairwise(column)}
    for card in sorted(first.loose, reverse=True):
        arrangement.put(card, links[card])
    return arrangement.steps[::-1]


def _take_back(before: Stage, after: Stage, arrangement: Arrangement) -> None:
    """From an arrangement of a stage to one of the stage before."""
    card = after.card
    wanted = _places_before(before, after, arrangement)
    place = wanted.pop(card, None)
    # A core's cards that come to light together lie on each other, the higher ones below.
    uncovered = sorted(after.carriers - before.carriers, reverse=True)
    wanted |= {above: below for below, above in pairwise(uncovered)}
    bare = uncovered[-1:]
    if after.is_dig:
        bare.append(card)
    elif place is not None:
        bare.append(place)
    arrangement.carriers = after.carriers
    _arrange(arrangement, wanted, bare)
    for above in uncovered[1:]:
        arrangement.take(above)
    if after.is_dig:
        arrangement.steps.append(Step(card, arrangement.take(card)))
        return
    arrangement.steps.append(Step(card, None))
    if card in before.loose:
        arrangement.carriers = before.carriers
        arrangement.lay(card, arrangement.free_carrier(card) if place is None else place)


def _arrange(arrangement: Arrangement, wanted: dict[int, int], bare: list[int]) -> None:
    """Put cards on the carriers that are wanted, and bare others.

    Whatever this takes on one rank moves no cards of higher ranks, so those come first.
    """
    for rank in range(12, -1, -1):
        for card, carrier in wanted.items():
            if carrier >> 2 == rank:
                arrangement.put(card, carrier)
        for carrier in bare:
            if carrier >> 2 == rank:
                arrangement.bare(carrier, bare)


def _places_before(before: Stage, after: Stage, arrangement: Arrangement) -> dict[int, int]:
    """Where each card that has a mask before the event lies, to agree with the arrangement after.

    They lie within their masks and cover all loose carriers in them. Those that still have a
    mask afterwards, and all that have got one, cannot have moved since.
    """
    places: dict[int, int] = {}
    for rank in {card >> 2 for card in before.masks}:
        kids = [card for card in before.masks if card >> 2 == rank]
        covered = {carrier for kid in kids for carrier in before.masks[kid]} & before.loose
        taken = {after.card}
        taken |= {
            arrangement.below[card]
            for card in after.masks
            if card >> 2 == rank and card in before.loose and card not in before.masks
        }
        options = []
        for kid in kids:
            carriers = before.masks[kid]
            if kid in after.masks:
                carriers = [arrangement.below[kid]]
            options.append([carrier for carrier in carriers if carrier not in taken])
        way = next(way for way in _ways(options) if covered <= set(way))
        places |= zip(kids, way, strict=True)
    return places


def _ways(options: list[list[int]], taken: tuple[int, ...] = ()) -> Iterator[tuple[int, ...]]:
    """All ways to take a different one of each list."""
    if not options:
        yield taken
        return
    for each in options[0]:
        if each not in taken:
            yield from _ways(options[1:], (*taken, each))
