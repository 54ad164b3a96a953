"""Lines win by the rules, from everywhere, and they are short."""

from random import Random
from statistics import mean

import pytest

from games.rules import RULES, Building, Position, microsoft_deck
from solver_worker.solver import Effort, Solution, Verdict
from solver_worker.solver.columns import find_line_soon
from solver_worker.solver.columns.lines import Board, Step, moves_of, shortened
from tests.solver.boards import wandered
from tests.solver.columns.games import KNOWN, require_win


def deal(rules: str, number: int) -> Position:
    return RULES[rules].lay_out(microsoft_deck(number))


def short_lines(rules: str, effort: Effort) -> list[Solution]:
    """Of the first winnable deals, each replayed."""
    found = []
    for number in range(1, 41):
        solution = find_line_soon(deal(rules, number), effort=effort)
        assert solution.verdict is not Verdict.UNWINNABLE
        if solution.verdict is Verdict.WINNABLE:
            require_win(deal(rules, number), solution.line)
            assert solution.depth == len(solution.line) > 50
            found.append(solution)
    assert len(found) >= 38
    return found


@pytest.mark.parametrize(
    ("rules", "hint", "par"),
    [
        ("bakers-dozen-1", 76, 73),
        ("bakers-dozen-any-fill-1", 72, 69),
        ("bakers-dozen-group-moves-1", 73, 71),
        ("bakers-dozen-any-fill-group-moves-1", 71, 68),
        ("spanish-patience-1", 68, 65),
    ],
)
def test_lines_are_short_and_shorter_for_par(rules: str, hint: float, par: float) -> None:
    hints, pars = (short_lines(rules, effort) for effort in Effort)
    assert mean(each.depth for each in hints) <= hint
    assert mean(each.depth for each in pars) <= par
    # A hint is wanted at once.
    assert mean(each.positions for each in hints) < mean(each.positions for each in pars)


@pytest.mark.parametrize("rules", KNOWN, ids=lambda rules: rules.id)
def test_lines_from_the_middle_of_a_game_win(rules: Building) -> None:
    position, wins = rules.lay_out(microsoft_deck(2)), 0
    for at, move in enumerate(find_line_soon(position).line):
        if at % 6 == 0:
            elsewhere = wandered(position, 1, Random(at))
            solution = find_line_soon(elsewhere)
            if solution.verdict is Verdict.WINNABLE:
                require_win(elsewhere, solution.line)
                wins += 1
        position = position.play(move)
    assert wins > 5


@pytest.mark.parametrize("rules", KNOWN, ids=lambda rules: rules.id)
def test_from_anywhere_on_a_line_the_rest_is_hardly_longer(rules: Building) -> None:
    """A player who follows hints comes home, though each is a search of its own."""
    position = rules.lay_out(microsoft_deck(2))
    line = find_line_soon(position).line
    assert line
    for at, move in enumerate(line):
        if at % 8 == 0:
            rest = find_line_soon(position)
            require_win(position, rest.line)
            assert len(rest.line) <= len(line) - at + 25
        position = position.play(move)


# --- Shortening

FOUR_TO_PLAY = """Foundations: C-K D-K H-J S-J
: KH QS
: KS QH
"""


def test_moves_that_a_line_can_do_without_are_left_out() -> None:
    # The queens change places first, which only costs moves.
    rules = RULES["bakers-dozen-any-fill-1"]
    assert isinstance(rules, Building)
    position = rules.parse_position(FOUR_TO_PLAY + ":\n" * 11)
    queen_h, queen_s, king_h, king_s = 46, 47, 50, 51
    space, home = -2, -1
    steps = [
        Step(queen_s, space),
        Step(queen_h, king_h),
        Step(queen_s, king_s),
        Step(queen_h, home),
        Step(king_h, home),
        Step(queen_s, home),
        Step(king_s, home),
    ]
    board = Board(position)
    assert all(board.take(step) for step in steps)
    kept = shortened(position, steps)
    assert [step.onto for step in kept] == [home] * 4
    require_win(position, moves_of(position, kept))


@pytest.mark.parametrize("rules", KNOWN, ids=lambda rules: rules.id)
def test_no_move_of_a_line_can_be_left_out(rules: Building) -> None:
    position = rules.lay_out(microsoft_deck(2))
    line = find_line_soon(position).line
    assert line
    for without in range(len(line)):
        after: Position | None = position
        for move in line[:without] + line[without + 1 :]:
            after = after.play(move) if after and move in after.legal_moves else None
        assert not (after and after.is_won)


def test_a_board_knows_what_the_rules_forbid() -> None:
    rules = RULES["bakers-dozen-1"]
    assert isinstance(rules, Building)
    board = Board(rules.parse_position(FOUR_TO_PLAY + ":\n" * 11))
    queen_h, queen_s, king_h = 46, 47, 50
    ten_h, space, home = 38, -2, -1
    for step in (
        Step(king_h, home),  # not the last card
        Step(queen_h, king_h),  # which is covered
        Step(ten_h, home),  # which is home already
        Step(king_h, space),  # a whole column, two cards
        Step(queen_s, king_h),  # where it lies
    ):
        assert board.take(step) is None, step
    assert str(board.take(Step(queen_s, home))) == "1h"
