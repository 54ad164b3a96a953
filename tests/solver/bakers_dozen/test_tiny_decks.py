"""On tiny decks every kind of pass is right, and every line wins by the rules."""

from collections import Counter
from functools import cache
from random import Random

import pytest

from games.rules import Position
from solver_worker.solver import Verdict
from solver_worker.solver.bakers_dozen import proof, verdict
from tests.solver.bakers_dozen.dozens import (
    COMPLETE,
    FORGETTING,
    JOINING,
    can_be_won,
    replayed,
    searched,
    tiny,
    unshortened_line,
)

SHARES = 8
DEALS = 60
MOST_POSITIONS = 1500


@cache
def deals(share: int) -> list[tuple[Position, bool]]:
    """Tiny deals, and whether they can be won, but for those that take too long to find out."""
    positions = [tiny(Random(share * DEALS + at)) for at in range(DEALS)]
    truths = [can_be_won(position, MOST_POSITIONS) for position in positions]
    return [(each, won) for each, won in zip(positions, truths, strict=True) if won is not None]


@pytest.mark.parametrize("share", range(SHARES))
def test_every_kind_of_pass_is_right(share: int) -> None:
    seen = Counter[bool]()
    for position, is_winnable in deals(share):
        seen[is_winnable] += 1
        complete = searched(position, COMPLETE)
        assert (complete.is_won, complete.is_lost) == (is_winnable, not is_winnable), str(position)
        for order in (FORGETTING, *JOINING):
            assert not (searched(position, order).is_lost and is_winnable), str(position)
        for variants in (1, 3):
            some = searched(position, COMPLETE._replace(variants=variants))
            assert not (some.is_lost and is_winnable), str(position)
            assert not (some.is_won and not is_winnable), str(position)
            if some.is_won:
                assert replayed(position, unshortened_line(position, some.search)).is_won
        if is_winnable:
            assert replayed(position, unshortened_line(position, complete.search)).is_won
    assert min(seen[True], seen[False]) > DEALS // 10


@pytest.mark.parametrize("share", range(SHARES))
def test_verdicts_and_proofs_are_right(share: int) -> None:
    for position, is_winnable in deals(share):
        right = Verdict.WINNABLE if is_winnable else Verdict.UNWINNABLE
        solution = proof(position)
        assert verdict(position).verdict is solution.verdict is right, str(position)
        assert replayed(position, solution.line).is_won is is_winnable
        assert solution.depth == len(solution.line)
