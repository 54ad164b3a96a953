"""The published case of Baker's Game that only a finished search can show."""

import pytest

from games.rules import RULES, microsoft_deck
from solver_worker.solver import Verdict, solve
from tests.solver.boards import replayed


@pytest.mark.parametrize(
    ("rules", "verdict"),
    [
        ("bakers-game-4-cells-1", Verdict.WINNABLE),
        ("bakers-game-3-cells-1", Verdict.UNWINNABLE),
        ("bakers-game-4-cells-kings-1", Verdict.UNWINNABLE),
    ],
)
def test_bg_27_the_first_deal_with_four_cells_three_and_kings_only(
    rules: str, verdict: Verdict
) -> None:
    position = RULES[rules].lay_out(microsoft_deck(1))
    solution = solve(position)
    assert solution.verdict is verdict
    assert replayed(position, solution.line).is_won is (verdict is Verdict.WINNABLE)
