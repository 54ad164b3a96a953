"""Lines from ways through states, on full decks: the sharpest test of what masks mean.

A line cannot be made where the search has taken a class for reachable that is not. Of the deals
by number each is one where that came out when a rule was left out on purpose.
"""

from random import Random

import pytest

from games.rules import RULES, Card, Move, Position, microsoft_deck
from solver_worker.solver import Verdict
from solver_worker.solver.bakers_dozen import proof
from tests.solver.bakers_dozen.dozens import COMPLETE, replayed, searched, unshortened_line
from tests.solver.boards import wandered

WIDE = COMPLETE._replace(
    home=4, above_next=1, above_later=1, above_lower=0, saturated=6, variants=4, nodes=30_000
)


def deal(number: int, rules_id: str = "bakers-dozen-1") -> Position:
    return RULES[rules_id].lay_out(microsoft_deck(number))


def wins(position: Position) -> bool:
    """Whether a pass wins, with a line; it keeps more states than those that decide quickly."""
    answer = searched(position, WIDE)
    if answer.is_won:
        line = unshortened_line(position, answer.search)
        assert replayed(position, line).is_won, str(position)
    return answer.is_won


@pytest.mark.parametrize("number", [58, 162, 195, 228, 233, 240])
def test_nothing_lies_on_a_card_that_was_just_uncovered(number: int) -> None:
    assert wins(deal(number))


@pytest.mark.parametrize("number", [1, 7, 8, 10, 11, 24])
def test_nothing_else_lay_where_a_card_lay_that_went_home(number: int) -> None:
    assert wins(deal(number))


@pytest.mark.parametrize("number", [121])
def test_loose_cards_in_a_mask_are_covered(number: int) -> None:
    assert wins(deal(number))


@pytest.mark.parametrize("number", [3, 4, 5, 9, 13, 14])
def test_nothing_lies_on_the_card_of_an_event(number: int) -> None:
    assert wins(deal(number))


@pytest.mark.parametrize("number", [2, 3, 6, 12, 15, 16])
def test_states_differ_in_which_loose_cards_are_covered(number: int) -> None:
    assert wins(deal(number))


@pytest.mark.parametrize(
    ("rules_id", "number"),
    [("bakers-dozen-1", 1360), ("good-measure-1", 980)],
)
def test_deals_that_resist_are_won_with_more_states_of_a_frame(rules_id: str, number: int) -> None:
    position = deal(number, rules_id)
    assert replayed(position, proof(position).line).is_won


@pytest.mark.parametrize("rules_id", ["bakers-dozen-1", "good-measure-1"])
def test_deals_from_301_to_340_have_lines(rules_id: str) -> None:
    assert sum(wins(deal(number, rules_id)) for number in range(301, 341)) > 25


@pytest.mark.parametrize("rules_id", ["bakers-dozen-1", "good-measure-1"])
def test_proofs_win_from_positions_of_games(rules_id: str) -> None:
    won = 0
    for seed in range(25):
        position = wandered(deal(1000 + seed, rules_id), Random(seed).randrange(60), Random(seed))
        solution = proof(position)
        assert replayed(position, solution.line).is_won is (solution.verdict is Verdict.WINNABLE)
        assert solution.depth == len(solution.line)
        won += solution.verdict is Verdict.WINNABLE
    assert won > 3


@pytest.mark.parametrize("number", [1, 2, 3])
def test_a_proof_can_do_without_none_of_its_hops(number: int) -> None:
    position = deal(number)
    steps = as_cards(position, proof(position).line)
    for at, (_, onto) in enumerate(steps):
        if onto is not None:
            assert not wins_with(position, steps[:at] + steps[at + 1 :])


def as_cards(position: Position, line: tuple[Move, ...]) -> list[tuple[Card, Card | None]]:
    """A line as cards, and on which other card each goes; None for home."""
    steps = []
    for move in line:
        onto = None if move.destination == "h" else position.pile(move.destination)[-1]
        steps.append((position.pile(move.source)[-1], onto))
        position = position.play(move)
    return steps


def wins_with(position: Position, steps: list[tuple[Card, Card | None]]) -> bool:
    """Whether each step is a legal move, wherever its cards lie by then, and the game is won."""
    for card, onto in steps:
        ends = {
            cards[-1]: pile.id
            for pile, cards in zip(position.rules.piles, position.piles, strict=True)
            if cards
        }
        if card not in ends or (onto is not None and onto not in ends):
            return False
        move = Move(ends[card], "h" if onto is None else ends[onto])
        if move not in position.legal_moves:
            return False
        position = position.play(move)
    return position.is_won
