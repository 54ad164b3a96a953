"""Every answer is right on decks of a few cards, under every combination of the switches."""

from collections import Counter
from itertools import permutations
from random import Random

import pytest

from games.rules import Card, Pairing, Position
from solver_worker.solver import Effort, Verdict, find_line, verdict
from tests.solver.boards import wandered
from tests.solver.pairing.games import SWITCHES, Naive, assert_wins, dealt, thrown, tiny

COMBINATIONS = [(switches, piles) for switches in SWITCHES for piles in (2, 3, 4)]


def check(position: Position, naive: Naive) -> bool:
    """Compare the verdict, and both lines, with what every position shows; whether it is won."""
    won = naive.can_be_won(position)
    expected = Verdict.WINNABLE if won else Verdict.UNWINNABLE
    assert verdict(position).verdict is expected, f"{position.rules}\n{position}"
    for effort in Effort:
        found = find_line(position, effort=effort)
        assert found.verdict is expected
        if won:
            assert_wins(position, found.line)
        else:
            assert found.line == ()
    return won


@pytest.mark.parametrize(("switches", "piles"), COMBINATIONS)
def test_every_order_of_the_ranks_of_six_cards(switches: tuple[object, ...], piles: int) -> None:
    rules = tiny(switches, piles, ranks=3, suits=2)
    for ranks in sorted(set(permutations((0, 0, 1, 1, 2, 2)))):
        suits = Counter[int]()
        deck = []
        for rank in ranks:
            deck.append(Card(rank * 4 + suits[rank]))
            suits[rank] += 1
        check(rules.lay_out(tuple(deck)), Naive())


def sizes(rules: tuple[object, ...]) -> list[tuple[int, int]]:
    """Decks that the plain search can do: ranks and suits."""
    _, spaces, *_ = rules
    return [(5, 2), (3, 4), (5, 3), (7, 2)] if spaces else [(5, 3), (3, 4), (7, 2), (5, 4)]


@pytest.mark.parametrize(("switches", "piles"), COMBINATIONS)
def test_random_deals_and_positions_of_games(switches: tuple[object, ...], piles: int) -> None:
    choose = Random(f"{switches} {piles}")
    for ranks, suits in sizes(switches):
        rules = tiny(switches, piles, ranks, suits)
        for moves in (0, 0, 0, 2, 4, 6):
            check(wandered(dealt(rules, choose), moves, choose), Naive())


@pytest.mark.parametrize(("switches", "piles"), COMBINATIONS)
def test_positions_that_no_game_leads_to(switches: tuple[object, ...], piles: int) -> None:
    """As a board text may have them: piles of any height, cards discarded in any number."""
    choose = Random(f"thrown {switches} {piles}")
    for ranks, suits in sizes(switches)[:3]:
        rules = tiny(switches, piles, ranks, suits)
        for discarded in (0, 0, 2, 3):
            position = thrown(rules, discarded, choose)
            assert rules.parse_position(str(position)) == position
            check(position, Naive())


def test_both_verdicts_are_met() -> None:
    found = Counter[bool]()
    choose = Random(1)
    for switches, piles in COMBINATIONS:
        position = dealt(tiny(switches, piles, ranks=5, suits=2), choose)
        found[verdict(position).verdict is Verdict.WINNABLE] += 1
    assert min(found.values()) > len(COMBINATIONS) / 10


@pytest.mark.parametrize("places", [2, 3, 4, 5])
def test_refilled_places(places: int) -> None:
    choose = Random(places)
    found = Counter[bool]()
    for _ in range(150):
        rules = Pairing("refilled", pile_count=places, refills=True, ranks=5, suits=3)
        found[check(wandered(dealt(rules, choose), choose.choice([0, 1, 3]), choose), Naive())] += 1
    assert len(found) == 2 or places == 5
