"""Few questions tell of all positions of a game, and of each the truth."""

import random
from math import log2

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.rules import Playthrough, Position, ordered_deck
from solver_worker.solver import Solution, Verdict, WrongProof
from solver_worker.tasks.course import Course
from tests.rules.strategies import examples
from tests.solver.naive import Naive, tiny_rules


class Oracle:
    """Knows by looking at everything, and counts how often it is asked."""

    def __init__(self) -> None:
        self.naive = Naive()
        self.asked = 0

    def truth(self, position: Position) -> Verdict:
        is_won = self.naive.can_be_won(position)
        return Verdict.WINNABLE if is_won else Verdict.UNWINNABLE

    def __call__(self, position: Position) -> Solution:
        self.asked += 1
        return Solution(self.truth(position))


def random_game(chance: random.Random, ops: int) -> Playthrough:
    """A game with a tiny deck, in which the player turns back and goes in circles."""
    rules = tiny_rules(chance.choice([4, 5]), 3, chance.choice([0, 1]))
    deck = list(ordered_deck(rules.ranks, rules.suits))
    chance.shuffle(deck)
    played = Playthrough(rules, tuple(deck))
    for _ in range(ops):
        moves = [str(move) for move in played.position.legal_moves]
        texts = moves + ["z"] * played.can_undo + ["p", "r"] * (chance.random() < 0.1)
        if played.is_paused:
            texts = ["r"]
        if played.is_won or not texts:
            break
        played = played.append(played.version, [chance.choice(texts)], 0)
    return played


@given(seed=st.integers(0, 2**32), ops=st.integers(0, 60))
@examples(60)
def test_what_few_verdicts_tell_is_the_truth(seed: int, ops: int) -> None:
    played = random_game(random.Random(seed), ops)
    oracle = Oracle()
    course, places = Course.of_game(played)
    while course.ask(oracle, most_unknown=1):
        recalled, _ = Course.of_game(played)
        recalled.recall(course.kept())
        assert recalled.known == course.known
    assert len(places) == played.version + 1
    for place, position in zip(places, played.positions, strict=True):
        assert course.verdict_at(place) is oracle.truth(position)
    assert oracle.asked <= len(course.positions)


def test_on_one_line_the_turning_point_is_found_by_halving() -> None:
    deal = tiny_rules(5, 3, 1).lay_out(ordered_deck(5, 2))
    ways = [Position(deal.rules, (*deal.piles[:-1], (card,))) for card in range(1, 101)]
    for turn in (0, 1, 50, 99, 100):
        course, places = Course.of_line(ways)
        asked = []

        def search(position: Position, turn=turn, asked=asked) -> Solution:
            asked.append(position)
            is_before = ways.index(position) < turn
            return Solution(Verdict.WINNABLE if is_before else Verdict.UNWINNABLE)

        while course.ask(search, most_unknown=1):
            pass
        found = [course.verdict_at(place) for place in places]
        assert found == [Verdict.WINNABLE] * turn + [Verdict.UNWINNABLE] * (100 - turn)
        assert len(asked) <= log2(100) + 1


def test_what_cannot_be_found_out_is_asked_a_few_times_only() -> None:
    deal = tiny_rules(5, 3, 1).lay_out(ordered_deck(5, 2))
    ways = [Position(deal.rules, (*deal.piles[:-1], (card,))) for card in range(1, 101)]
    course, _ = Course.of_line(ways)
    asked = 0
    while course.ask(lambda _: Solution(Verdict.UNKNOWN), most_unknown=5):
        asked += 1
    assert asked == 5
    assert course.kept().count("x") == 5


def test_verdicts_that_contradict_each_other_are_a_mistake() -> None:
    played = Playthrough(tiny_rules(5, 3, 1), ordered_deck(5, 2))
    move = str(played.position.legal_moves[0])
    course, places = Course.of_game(played.append(0, [move], 0))
    course.learn(places[0], Verdict.UNWINNABLE)
    with pytest.raises(WrongProof):
        course.learn(places[1], Verdict.WINNABLE)
