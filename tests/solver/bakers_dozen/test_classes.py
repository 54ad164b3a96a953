"""The search knows all positions that the rules lead to, and no others.

On tiny decks the classes that all its states stand for are compared with those of all positions
that legal moves reach. Among the seeds are decks on which this fails where the search is made to
forget that a card never lay on one that was just uncovered, or where a card lay that went home.
"""

from collections.abc import Iterator
from itertools import chain
from random import Random

import pytest

from games.rules import Position
from solver_worker.solver.bakers_dozen.kernels.orders import Order
from tests.solver.bakers_dozen.classes import (
    Class,
    classes_of,
    found_stages,
    reachable_classes,
    stands_for,
)
from tests.solver.bakers_dozen.dozens import COMPLETE, FORGETTING, JOINING, searched, tiny

MOST_POSITIONS = 600


def decks(share: int) -> Iterator[tuple[Position, set[Class]]]:
    """Tiny decks and their reachable classes, but for those that reach too many positions."""
    for seed in range(share * 20, (share + 1) * 20):
        position = tiny(Random(seed), most=18)
        reachable = reachable_classes(position, MOST_POSITIONS)
        if reachable is not None:
            yield position, reachable


@pytest.mark.parametrize("share", range(8))
def test_states_stand_for_exactly_what_can_be_reached(share: int) -> None:
    compared = 0
    for position, reachable in decks(share):
        compared += 1
        stages = found_stages(position, searched(position, COMPLETE, until=0).search)
        assert {each for stage in stages for each in classes_of(stage)} == reachable, str(position)
    assert compared > 10


@pytest.mark.parametrize("order", [FORGETTING, *JOINING])
def test_states_that_are_joined_or_forget_masks_leave_nothing_out(order: Order) -> None:
    for position, reachable in chain.from_iterable(map(decks, range(3))):
        stages = found_stages(position, searched(position, order, until=0).search)
        for each in reachable:
            assert any(stands_for(stage, each) for stage in stages), f"{each}\n{position}"
