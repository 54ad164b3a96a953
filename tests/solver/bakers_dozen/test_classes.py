"""The search knows all positions that the rules lead to, and no others.

On tiny decks the classes that all its states stand for are compared with those of all positions
that legal moves reach. Among the seeds are decks on which this fails where the search is made to
forget that a card never lay on one that was just uncovered, or where a card lay that went home.
"""

from random import Random

import pytest

from tests.solver.bakers_dozen.classes import found_classes, reachable_classes
from tests.solver.bakers_dozen.dozens import COMPLETE, searched, tiny

MOST_POSITIONS = 600


@pytest.mark.parametrize("share", range(8))
def test_states_stand_for_exactly_what_can_be_reached(share: int) -> None:
    compared = 0
    for seed in range(share * 20, (share + 1) * 20):
        position = tiny(Random(seed), most=18)
        reachable = reachable_classes(position, MOST_POSITIONS)
        if reachable is not None:
            compared += 1
            search = searched(position, COMPLETE, until=0).search
            assert found_classes(position, search) == reachable, str(position)
    assert compared > 10
