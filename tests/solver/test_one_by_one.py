"""Baker's Dozen and Good Measure as they are asked for: proved, and with a short line."""

from statistics import mean

import pytest

from games.rules import RULES, Building, Card, Position, microsoft_deck, ordered_deck
from solver_worker.solver import (
    Effort,
    Limits,
    UnsupportedRules,
    Verdict,
    find_line,
    solve,
    verdict,
)
from solver_worker.solver.bakers_dozen import proof
from solver_worker.solver.columns import find_line_soon
from tests.solver.columns.games import KNOWN, require_win

CLASSIC, GOOD_MEASURE = "bakers-dozen-1", "good-measure-1"
# Deals whose short line a modest search does not find.
HARD = [(CLASSIC, 152), (GOOD_MEASURE, 43)]


def deal(rules: str, number: int) -> Position:
    return RULES[rules].lay_out(microsoft_deck(number))


@pytest.mark.parametrize(("effort", "most"), [(Effort.HINT, 76), (Effort.PAR, 73)])
def test_the_first_deals_have_short_lines(effort: Effort, most: float) -> None:
    lines = [solve(deal(CLASSIC, number), effort=effort).line for number in range(1, 41)]
    assert all(lines)
    assert mean(map(len, lines)) <= most


@pytest.mark.parametrize(("rules", "number"), HARD)
def test_a_hard_deal_has_a_line_that_is_no_longer_than_its_proof(rules: str, number: int) -> None:
    position = deal(rules, number)
    modest = find_line_soon(position)
    assert modest.verdict is Verdict.UNKNOWN
    found = find_line(position)
    assert found.verdict is Verdict.WINNABLE
    require_win(position, found.line)
    assert found.depth == len(found.line) <= len(proof(position).line)
    assert found.positions > modest.positions


def test_most_hard_deals_have_a_line_much_shorter_than_their_proof() -> None:
    position = deal(GOOD_MEASURE, 43)
    assert len(find_line(position).line) < len(proof(position).line) - 20


@pytest.mark.parametrize("rules", [CLASSIC, GOOD_MEASURE])
def test_verdict_and_line_agree(rules: str) -> None:
    for number in (1, 18, 72, 104):
        found = solve(deal(rules, number))
        assert found.verdict is verdict(deal(rules, number)).verdict is not Verdict.UNKNOWN
        if found.line:
            require_win(deal(rules, number), found.line)


def test_a_line_beyond_the_limits_is_none() -> None:
    found = find_line(deal(CLASSIC, 152), Limits(positions=500))
    assert (found.verdict, found.line) == (Verdict.UNKNOWN, ())


@pytest.mark.parametrize("rules", KNOWN, ids=lambda rules: rules.id)
def test_every_game_of_the_family_is_solved(rules: Building) -> None:
    found = solve(rules.lay_out(microsoft_deck(2)))
    assert found.verdict is Verdict.WINNABLE
    require_win(rules.lay_out(microsoft_deck(2)), found.line)


@pytest.mark.parametrize("rules", KNOWN, ids=lambda rules: rules.id)
def test_a_game_is_solved_from_wherever_it_has_come_to(rules: Building) -> None:
    position = rules.lay_out(microsoft_deck(2))
    line = solve(position).line
    for left, move in zip(range(len(line), 0, -1), line, strict=True):
        if left % 12 == 0 or left < 4:
            require_win(position, solve(position).line)
        position = position.play(move)
    won = solve(position)
    assert (won.verdict, won.line, won.depth) == (Verdict.WINNABLE, (), 0)


@pytest.mark.parametrize("rules", KNOWN, ids=lambda rules: rules.id)
def test_a_game_without_moves_cannot_be_won(rules: Building) -> None:
    """Kings, jacks, nines and sevens end the columns, and fours and lower cards lie beneath."""
    ends = [Card(4 * rank + suit) for rank in (12, 10, 8, 6) for suit in range(4)][: rules.columns]
    others = sorted(set(ordered_deck()) - set(ends), reverse=True)
    columns = (tuple(others[at :: rules.columns]) for at in range(rules.columns))
    stuck = [(*below, end) for below, end in zip(columns, ends, strict=True)]
    position = Position(rules, (*stuck, *[()] * rules.suits))
    assert position.is_stuck
    lost = solve(position)
    assert (lost.verdict, lost.line) == (Verdict.UNWINNABLE, ())


def test_a_game_that_no_search_knows_is_refused() -> None:
    with pytest.raises(UnsupportedRules):
        solve(deal("freecell-1", 1))
