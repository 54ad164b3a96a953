"""Verdicts beside Freecell Solver's complete mode, on random deals."""

import random
import shutil
import subprocess
from collections import Counter
from concurrent.futures import ThreadPoolExecutor

import pytest

from games.rules import RULES, Position, ordered_deck
from solver_worker.solver.bakers_game.verdicts import verdict
from solver_worker.solver.solution import Verdict

PROGRAM = "fc-solve"
# Its own default moves lose winnable deals; these are every single-card move there is.
COMPLETE = ("-to", "01ABCDE", "-sel", "-mi", "1000000")
ANSWERS = {
    "This game is solveable.": Verdict.WINNABLE,
    "I could not solve this game.": Verdict.UNWINNABLE,
}
DEALS = 1_000
# Its search goes astray on some winnable deals and eats gigabytes; on none of these.
SEEDS = {4: 11, 3: 10}


def theirs(position: Position) -> Verdict:
    cells = sum(pile.kind == "cell" for pile in position.rules.piles)
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
    choose = random.Random(SEEDS[cells])
    deck = list(ordered_deck())
    positions = []
    for _ in range(DEALS):
        choose.shuffle(deck)
        positions.append(rules.lay_out(tuple(deck)))
    with ThreadPoolExecutor(2) as pool:
        expected = list(pool.map(theirs, positions))
    assert [verdict(position).verdict for position in positions] == expected
    found = Counter(expected)
    assert min(found[Verdict.WINNABLE], found[Verdict.UNWINNABLE]) > DEALS / 10
