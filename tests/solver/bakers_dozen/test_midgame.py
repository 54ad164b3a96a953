"""Verdicts hold from any position of a game, and from boards that no game comes to."""

from random import Random

import pytest

from games.rules import RULES, Building, Card, Position, microsoft_deck
from solver_worker.solver import Limits, UnsupportedRules, Verdict
from solver_worker.solver.bakers_dozen import proof, verdict
from tests.solver.bakers_dozen.dozens import can_be_won, replayed, tiny
from tests.solver.boards import wandered

RULES_IDS = ("bakers-dozen-1", "good-measure-1")


def deal(number: int, rules_id: str = "bakers-dozen-1") -> Position:
    return RULES[rules_id].lay_out(microsoft_deck(number))


def is_winnable(position: Position) -> bool:
    answer = verdict(position)
    assert answer.verdict is not Verdict.UNKNOWN
    return answer.verdict is Verdict.WINNABLE


@pytest.mark.parametrize("rules_id", RULES_IDS)
def test_every_position_on_a_winning_line_is_winnable(rules_id: str) -> None:
    for number in (2, 3, 5):
        position = deal(number, rules_id)
        for move in proof(position).line:
            position = position.play(move)
            assert is_winnable(position), str(position)


@pytest.mark.parametrize(
    ("rules_id", "number", "moves"),
    [("bakers-dozen-1", 172, 25), ("bakers-dozen-1", 219, 45), ("good-measure-1", 179, 5)],
)
def test_losses_that_need_joined_states_are_proved(rules_id: str, number: int, moves: int) -> None:
    """Of the last one the search that joins none does not come to its end with 20 million."""
    position = wandered(deal(number, rules_id), moves, Random(number))
    solution = verdict(position, Limits(positions=1_500_000))
    assert solution.verdict is Verdict.UNWINNABLE


@pytest.mark.parametrize("rules_id", RULES_IDS)
@pytest.mark.parametrize("seed", range(6))
def test_a_position_is_winnable_exactly_if_a_move_leads_to_one(seed: int, rules_id: str) -> None:
    for moves in (0, 10, 25, 45, 70):
        position = wandered(deal(100 + seed, rules_id), moves, Random(seed))
        ways = [is_winnable(position.play(move)) for move in position.legal_moves]
        assert is_winnable(position) is (position.is_won or any(ways)), str(position)


def test_names_of_columns_do_not_matter() -> None:
    choose = Random(3)
    for seed in range(20):
        position = wandered(deal(seed + 1), 30, Random(seed))
        columns = list(position.piles[:13])
        choose.shuffle(columns)
        renamed = Position(position.rules, (*columns, *position.piles[13:]))
        assert is_winnable(renamed) is is_winnable(position)


@pytest.mark.parametrize("seed", range(4))
def test_wandered_tiny_games_are_decided_as_all_their_positions_say(seed: int) -> None:
    compared = 0
    for at in range(40):
        position = wandered(tiny(Random(1000 * seed + at)), 1 + at % 8, Random(at))
        truth = can_be_won(position, 1000)
        if truth is not None:
            compared += 1
            assert is_winnable(position) is truth, str(position)
            assert replayed(position, proof(position).line).is_won is truth
    assert compared > 20


@pytest.mark.parametrize("seed", range(4))
def test_boards_thrown_together_are_decided_as_all_their_positions_say(seed: int) -> None:
    """With long columns, empty ones, and cards on lower ones, as no play leaves them."""
    choose, compared = Random(seed), 0
    for _ in range(40):
        position = thrown(choose)
        truth = can_be_won(position, 1000)
        if truth is not None:
            compared += 1
            assert is_winnable(position) is truth, str(position)
            assert replayed(position, proof(position).line).is_won is truth
    assert compared > 20


def thrown(choose: Random) -> Position:
    rules = RULES["bakers-dozen-1"]
    assert isinstance(rules, Building)
    home = [choose.randint(7, 11) for _ in range(4)]
    cards = [Card(4 * rank + suit) for suit in range(4) for rank in range(home[suit], 13)]
    choose.shuffle(cards)
    columns: list[list[Card]] = [[] for _ in range(13)]
    for card in cards:
        columns[int(13 * choose.random() ** 3)].append(card)
    foundations = [tuple(Card(4 * rank + suit) for rank in range(home[suit])) for suit in range(4)]
    return Position(rules, (*map(tuple, columns), *foundations))


def test_a_column_may_hold_the_whole_deck() -> None:
    rules = RULES["bakers-dozen-1"]
    for deck, right in (
        (range(51, -1, -1), Verdict.WINNABLE),
        (range(52), Verdict.UNWINNABLE),
    ):
        piles = (tuple(map(Card, deck)), *[()] * 16)
        solution = proof(Position(rules, piles))
        assert solution.verdict is right
        assert len(solution.line) == (52 if right is Verdict.WINNABLE else 0)


@pytest.mark.parametrize(
    "rules_id",
    ["bakers-dozen-any-fill-1", "bakers-dozen-group-moves-1", "spanish-patience-1", "freecell-1"],
)
def test_other_rules_are_refused(rules_id: str) -> None:
    with pytest.raises(UnsupportedRules, match=rules_id):
        verdict(deal(1, rules_id))
