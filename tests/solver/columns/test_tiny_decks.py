"""Every answer about decks of a few cards is that of a search through everything there is."""

from collections import Counter

import pytest

from games.rules import Building, Position
from solver_worker.solver import Effort, Limits, Verdict
from solver_worker.solver.columns import find_line, verdict
from solver_worker.solver.columns.passes import ANY_LOWER, OWN_SUIT, Pass, best_first, in_layers
from solver_worker.solver.columns.searches import answer
from tests.solver.boards import thrown
from tests.solver.columns.games import KINDS, Kind, dealt, played, require_win, rules_of
from tests.solver.naive import Naive

# Columns, ranks, suits: few columns and many, high suits and short ones, balanced decks and not.
SIZES = [(2, 3, 2), (2, 3, 4), (2, 4, 3), (2, 6, 2), (3, 2, 4), (3, 3, 3), (3, 4, 2), (4, 4, 2)]
LARGER = [(3, 3, 4), (3, 4, 3), (3, 6, 2), (4, 3, 3)]
PASSES = [
    best_first(ANY_LOWER, 0, 10**9),
    best_first(OWN_SUIT, 40, 10**9),
    in_layers(OWN_SUIT, 1),
    in_layers(ANY_LOWER, 4),
    in_layers(OWN_SUIT, 1000),
]


def positions(rules: Building, number: int) -> list[Position]:
    """Deals, positions some moves later, and boards that no deal leads to."""
    found = [dealt(rules, seed) for seed in range(number)]
    found += [played(rules, seed, 3 + seed) for seed in range(number)]
    if rules.foundations == "suit":
        found += [thrown(rules, min(8, rules.ranks * rules.suits), seed) for seed in range(number)]
    return found


def check_all_answers(rules: Building, number: int) -> None:
    naive = Naive()
    for position in positions(rules, number):
        won = naive.can_be_won(position)
        expected = Verdict.WINNABLE if won else Verdict.UNWINNABLE
        assert verdict(position).verdict is expected, f"\n{position}"
        for effort in Effort:
            found = find_line(position, effort=effort)
            assert found.verdict is expected, f"\n{position}"
            if won:
                require_win(position, found.line)


@pytest.mark.parametrize("kind", KINDS, ids="-".join)
@pytest.mark.parametrize("size", SIZES, ids=str)
def test_every_answer_is_that_of_a_naive_search(kind: Kind, size: tuple[int, int, int]) -> None:
    check_all_answers(rules_of(kind, *size), 6)


@pytest.mark.parametrize("kind", [kind for kind in KINDS if kind[0] != "any"], ids="-".join)
@pytest.mark.parametrize("size", LARGER, ids=str)
def test_larger_decks_where_not_every_card_fills_a_column(
    kind: Kind, size: tuple[int, int, int]
) -> None:
    check_all_answers(rules_of(kind, *size), 3)


@pytest.mark.parametrize("each", PASSES, ids=range(len(PASSES)))
@pytest.mark.parametrize("kind", KINDS, ids="-".join)
def test_every_pass_is_right_by_itself(kind: Kind, each: Pass) -> None:
    """Later passes are only asked where earlier ones give up, which tiny decks never make them."""
    found = Counter[Verdict]()
    for size in ((2, 3, 4), (2, 4, 3), (3, 4, 2)):
        rules, naive = rules_of(kind, *size), Naive()
        for position in positions(rules, 5):
            won = naive.can_be_won(position)
            solution = answer(position, Limits(), [each], has_line=True)
            found[solution.verdict] += 1
            if won:
                assert solution.verdict is not Verdict.UNWINNABLE, f"\n{position}"
            else:
                assert solution.verdict is not Verdict.WINNABLE, f"\n{position}"
            if solution.verdict is Verdict.WINNABLE:
                require_win(position, solution.line)
            if each.plan.width in (0, 1000):
                assert solution.verdict is not Verdict.UNKNOWN
    assert found[Verdict.WINNABLE] > 10
    assert found[Verdict.UNWINNABLE] > 3


def test_both_answers_come_up_for_every_kind_of_rules() -> None:
    for kind in KINDS:
        rules = rules_of(kind, 2, 4, 2)
        found = {verdict(position).verdict for position in positions(rules, 10)}
        assert found == {Verdict.WINNABLE, Verdict.UNWINNABLE}, kind
