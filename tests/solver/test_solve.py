"""Solving: a win comes with a line that the rules replay, and a limit with its name."""

from dataclasses import replace

import pytest

import solver_worker.solver as solver
from games.rules import RULES, Move, Position, microsoft_deck
from solver_worker.solver import Effort, Limits, Reason, Solution, Verdict, WrongProof, solve
from tests.solver.boards import replayed, thrown

LOST, WON = 10, 1


def deal(number: int) -> Position:
    return RULES["bakers-game-4-cells-1"].lay_out(microsoft_deck(number))


@pytest.mark.parametrize("effort", Effort)
def test_a_winnable_deal_has_a_line(effort: Effort) -> None:
    position = deal(WON)
    solution = solve(position, effort=effort)
    assert (solution.verdict, solution.reason) == (Verdict.WINNABLE, None)
    assert solution.depth == len(solution.line) > 52
    assert replayed(position, solution.line).is_won


def test_an_unwinnable_deal_has_none() -> None:
    solution = solve(deal(LOST))
    assert (solution.verdict, solution.reason, solution.line) == (Verdict.UNWINNABLE, None, ())
    assert solution.positions > 0


def test_positions_and_seconds_are_those_of_both_searches() -> None:
    parts = solver.verdict(deal(WON)), solver.find_line(deal(WON))
    solution = solve(deal(WON))
    assert solution.positions == sum(part.positions for part in parts)
    assert solution.seconds > 0


def test_a_line_beyond_the_limit_is_no_line() -> None:
    needed = solver.verdict(deal(WON)).positions
    solution = solve(deal(WON), Limits(positions=needed))
    assert (solution.verdict, solution.reason) == (Verdict.UNKNOWN, Reason.NO_LINE)
    assert solution.line == ()


def test_a_verdict_beyond_the_limit_names_the_limit() -> None:
    solution = solve(deal(LOST), Limits(positions=5))
    assert (solution.verdict, solution.reason) == (Verdict.UNKNOWN, Reason.POSITION_LIMIT)


def test_a_line_for_a_hint_is_taken_where_the_limit_is_short_for_par() -> None:
    hint, par = (solver.find_line(deal(WON), effort=effort) for effort in Effort)
    assert hint.positions < par.positions
    solution = solve(deal(WON), Limits(positions=par.positions - 1), Effort.PAR)
    assert solution.line == hint.line


@pytest.mark.parametrize("columns", [4, 8, 10])
@pytest.mark.parametrize("empty_columns", ["", "-kings"])
def test_all_rules_are_solved(columns: int, empty_columns: str) -> None:
    name = "bakers-game-2-cells" + (f"-{columns}-columns" if columns != 8 else "")
    rules = RULES[f"{name}{empty_columns}-1"]
    found = {solve(thrown(rules, left=20, seed=seed)).verdict for seed in range(20)}
    assert Verdict.WINNABLE in found
    assert found <= {Verdict.WINNABLE, Verdict.UNWINNABLE}


@pytest.mark.parametrize("spoil", ["illegal", "short", "contradicted"])
def test_a_wrong_proof_is_never_given(monkeypatch: pytest.MonkeyPatch, spoil: str) -> None:
    def wrong(*arguments: object) -> Solution:
        right = find_line(*arguments)  # type: ignore[arg-type]
        if spoil == "contradicted":
            return Solution(Verdict.UNWINNABLE)
        line = right.line[:-1] if spoil == "short" else (Move("1", "2"), *right.line)
        return replace(right, line=line)

    find_line = solver.find_line
    monkeypatch.setattr(solver, "find_line", wrong)
    with pytest.raises(WrongProof):
        solve(deal(WON))
