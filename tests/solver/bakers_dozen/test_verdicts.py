"""Verdicts of numbered deals equal what others have found."""

from pathlib import Path

import pytest

from games.rules import RULES, Position, microsoft_deck
from solver_worker.solver import Verdict
from solver_worker.solver.bakers_dozen import proof, verdict
from tests.solver.bakers_dozen.dozens import replayed

FOLDER = Path(__file__).parents[2] / "data" / "verdicts"
# Of the proofs that take more than a million states only that of 8651 is tried: they take seconds.
UNWINNABLE_TO_10000 = (
    *(104, 1460, 2131, 3849, 4145, 4447, 4580),
    *(4660, 5257, 6134, 6156, 7651, 7743, 8651),
)
# These were enumerated completely: a few positions each, or a few hundred.
UNWINNABLE_AT_ONCE = (104, 3849, 14748, 18537, 20112, 23555, 26372, 72548)


def deal(number: int, rules_id: str = "bakers-dozen-1") -> Position:
    return RULES[rules_id].lay_out(microsoft_deck(number))


def recorded(name: str) -> dict[int, str]:
    rows = [row.split("\t") for row in (FOLDER / name).read_text().splitlines() if row[0] != "#"]
    return {int(number): word for number, word, *_ in rows}


def test_every_deal_from_1_to_1000_is_decided_right() -> None:
    right = recorded("bakers_dozen_verdicts_ms_1_1000.tsv")
    assert len(right) == 1000
    words = {"solvable": Verdict.WINNABLE, "unsolvable": Verdict.UNWINNABLE}
    wrong = [n for n, word in right.items() if verdict(deal(n)).verdict is not words[word]]
    assert not wrong


def test_every_deal_of_good_measure_from_1_to_500_is_decided_right() -> None:
    """Three of the recorded ones are open: one is lost, and the lines of the others are played."""
    right = recorded("good_measure_ms_1_500.tsv")
    assert len(right) == 500
    words = {Verdict.WINNABLE: "S", Verdict.UNWINNABLE: "U"}
    found = {n: words[verdict(deal(n, "good-measure-1")).verdict] for n in right}
    differ = {n: found[n] for n, word in right.items() if found[n] != word}
    assert differ == {27: "U", 401: "S", 498: "S"}
    for number in (401, 498):
        position = deal(number, "good-measure-1")
        assert replayed(position, proof(position).line).is_won


def test_the_deals_up_to_10000_that_cannot_be_won_are_proved() -> None:
    wrong = [n for n in UNWINNABLE_TO_10000 if verdict(deal(n)).verdict is not Verdict.UNWINNABLE]
    assert not wrong


@pytest.mark.parametrize("number", UNWINNABLE_AT_ONCE)
def test_small_proofs_are_found_at_once(number: int) -> None:
    solution = verdict(deal(number))
    assert solution.verdict is Verdict.UNWINNABLE
    assert solution.positions < 1000


def test_an_answer_tells_its_price() -> None:
    won, lost = verdict(deal(1)), verdict(deal(104))
    assert won.reason is lost.reason is None
    assert won.line == lost.line == ()
    assert won.positions >= won.depth >= 52
    assert lost.positions > lost.depth == 0
    assert min(won.seconds, lost.seconds) > 0


def test_the_same_question_has_the_same_answer() -> None:
    first, second = (verdict(deal(152)) for _ in range(2))
    assert (first.positions, first.depth) == (second.positions, second.depth)


def test_a_won_position_is_winnable_without_a_step() -> None:
    won = RULES["bakers-dozen-1"].parse_position("Foundations: C-K D-K H-K S-K\n" + ":\n" * 13)
    solution = verdict(won)
    assert (solution.verdict, solution.positions, solution.depth) == (Verdict.WINNABLE, 0, 0)
