"""Verdicts beside Freecell Solver's complete mode, on random deals."""

import random
import shutil
import subprocess

import pytest

from games.rules import RULES, Position, ordered_deck
from solver_worker.solver.solution import Verdict
from solver_worker.solver.plain import plain_verdict as verdict

PROGRAM = "fc-solve"
# Its own default moves lose winnable deals; these are every single-card move there is.
COMPLETE = ("-to", "01ABCDE", "-sel", "-mi", "5000000")
ANSWERS = {
    "This game is solveable.": Verdict.WINNABLE,
    "I could not solve this game.": Verdict.UNWINNABLE,
}
DEALS = 1_000


def theirs(position: Position, cells: int) -> Verdict:
    done = subprocess.run(
        [PROGRAM, "-g", "bakers_game", "--freecells-num", str(cells), *COMPLETE],
        input=str(position),
        capture_output=True,
        text=True,
        check=False,
    )
    (answer,) = [line for line in done.stdout.splitlines() if line in ANSWERS]
    return ANSWERS[answer]


@pytest.mark.parametrize("cells", [4, 3])
def test_random_deals(cells: int) -> None:
    if not shutil.which(PROGRAM):
        pytest.skip(f"{PROGRAM} is not installed (Debian: freecell-solver-bin)")
    rules = RULES[f"bakers-game-{cells}-cells-1"]
    choose = random.Random(cells)
    deck = list(ordered_deck())
    found = {each: 0 for each in Verdict}
    for _ in range(DEALS):
        choose.shuffle(deck)
        position = rules.lay_out(tuple(deck))
        mine = verdict(position).verdict
        assert mine == theirs(position, cells), f"\n{position}"
        found[mine] += 1
    assert found[Verdict.UNKNOWN] == 0
    assert min(found[Verdict.WINNABLE], found[Verdict.UNWINNABLE]) > DEALS / 10
