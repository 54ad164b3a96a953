"""Verdicts hold from any position of a game, not only from deals."""

import shutil
import subprocess
from pathlib import Path
from random import Random

import pytest

from games.rules import RULES, Move, Position, microsoft_deck
from solver_worker.solver.bakers_game.verdicts import verdict
from solver_worker.solver.solution import Verdict
from tests.solver.boards import is_winnable, played

SOLUTIONS = Path(__file__).parents[1] / "data" / "solutions"


def winning_lines(cells: int) -> list[tuple[int, list[str]]]:
    file = SOLUTIONS / f"bakers_game_{cells}_cells_solutions.tsv"
    rows = [line.split("\t") for line in file.read_text().splitlines() if line[0] != "#"]
    return [(int(number), moves.split()) for number, moves in rows]


@pytest.mark.parametrize("cells", [3, 4])
def test_every_position_on_a_winning_line_is_winnable(cells: int) -> None:
    lost = []
    for number, line in winning_lines(cells):
        position = RULES[f"bakers-game-{cells}-cells-1"].lay_out(microsoft_deck(number))
        for at, text in enumerate(line):
            position = position.play(Move.parse(text))
            if not is_winnable(position):
                lost.append((number, at))
    assert not lost


@pytest.mark.parametrize("seed", range(12))
def test_a_position_is_winnable_exactly_if_a_move_leads_to_one(seed: int) -> None:
    random = Random(seed)
    cells = random.choice([1, 2, 3, 3, 4, 4, 5, 6, 9])
    for moves in (0, 10, 25, 45, 70):
        position = played(random, cells, moves)
        ways = [is_winnable(position.play(move)) for move in position.legal_moves]
        assert is_winnable(position) is (position.is_won or any(ways)), str(position)


def test_names_of_columns_and_cells_do_not_matter() -> None:
    random = Random(3)
    for _ in range(20):
        position = played(random, 4, 40)
        columns, rest = list(position.piles[:8]), list(position.piles[8:12])
        random.shuffle(columns)
        random.shuffle(rest)
        renamed = Position(position.rules, (*columns, *rest, *position.piles[12:]))
        assert verdict(renamed).verdict is verdict(position).verdict


def test_the_longest_column_of_a_game_is_understood() -> None:
    # Six dealt cards below a king, and on it all of its suit but the ace.
    rules = RULES["bakers-game-4-cells-1"]
    position = rules.parse_position(
        """
        Foundations: C-A D-0 H-3 S-7
        : 2D AD 8S 9S TS JS KC QC JC TC 9C 8C 7C 6C 5C 4C 3C 2C
        : 4H 3D QS
        : 5H 4D KS
        : 6H 5D KH
        : 7H 6D QH
        : 8H 7D JH TH
        : 9H 8D 9D
        : TD JD QD KD
        """
    )
    assert len(position.piles[0]) == 18
    assert is_winnable(position)


def test_a_board_that_no_deal_leads_to_is_decided_by_the_plain_search() -> None:
    rules = RULES["bakers-game-4-cells-1"]
    last = " ".join(f"{rank}{suit}" for rank in "KQ" for suit in "CDHS")
    position = rules.parse_position(f"Foundations: C-J D-J H-J S-J\n: {last}\n" + ":\n" * 7)
    assert verdict(position).verdict is Verdict.WINNABLE


def test_other_rules_are_decided_by_the_plain_search() -> None:
    for name in ("bakers-game-4-cells-kings-1", "bakers-game-4-cells-7-columns-1"):
        rules = RULES[name]
        piles = [()] * len(rules.piles)
        piles[-4:] = [tuple(range(suit, 52, 4)) for suit in range(4)]
        piles[0], piles[-1] = (51,), piles[-1][:-1]
        assert verdict(Position(rules, tuple(piles))).verdict is Verdict.WINNABLE


@pytest.mark.skipif(not shutil.which("fc-solve"), reason="freecell-solver-bin is not installed")
@pytest.mark.parametrize("seed", range(4))
def test_freecell_solver_with_all_its_moves_agrees(seed: int) -> None:
    random = Random(100 + seed)
    decided = 0
    for _ in range(40):
        cells = random.choice([1, 2, 3, 3, 4, 4, 5, 6])
        position = played(random, cells, random.randrange(80))
        command = ["fc-solve", "-g", "bakers_game", "--freecells-num", str(cells)]
        run = subprocess.run(
            [*command, "-to", "01ABCDE", "-mi", "200000"],
            input=str(position),
            capture_output=True,
            text=True,
            check=False,
        )
        if "Iterations count exceeded" not in run.stdout:
            decided += 1
            assert is_winnable(position) is ("is solveable" in run.stdout), str(position)
    assert decided > 20
