"""Recorded winning lines of real deals, found by another program, replay to a win."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from games.rules import RULES, Playthrough, microsoft_deck

FOLDER = Path(__file__).parents[1] / "data" / "solutions"
FILES = {
    "bakers_game_3_cells_solutions.tsv": ("bakers-game-3-cells-1", 26),
    "bakers_game_4_cells_solutions.tsv": ("bakers-game-4-cells-1", 49),
    "bakers_dozen_solutions.tsv": ("bakers-dozen-1", 8),
    "bakers_dozen_any_fill_solutions.tsv": ("bakers-dozen-any-fill-1", 8),
    "bakers_dozen_group_moves_solutions.tsv": ("bakers-dozen-group-moves-1", 8),
    "bakers_dozen_any_fill_group_moves_solutions.tsv": ("bakers-dozen-any-fill-group-moves-1", 8),
    "good_measure_solutions.tsv": ("good-measure-1", 8),
    "spanish_patience_solutions.tsv": ("spanish-patience-1", 8),
    "eight_off_solutions.tsv": ("eight-off-1", 8),
    "freecell_solutions.tsv": ("freecell-1", 8),
}


def solutions(file: str) -> Iterator[tuple[int, list[str]]]:
    for line in (FOLDER / file).read_text().splitlines():
        if not line.startswith("#"):
            number, moves = line.split("\t")
            yield int(number), moves.split()


ALL = [
    pytest.param(rules_id, number, line, id=f"{rules_id}-ms-{number}")
    for file, (rules_id, _) in FILES.items()
    for number, line in solutions(file)
]


@pytest.mark.parametrize(("file", "lines"), [(file, lines) for file, (_, lines) in FILES.items()])
def test_files_are_complete(file: str, lines: int) -> None:
    assert len(list(solutions(file))) == lines


@pytest.mark.parametrize(
    ("file", "verdicts"),
    [
        ("bakers_dozen_solutions.tsv", "bakers_dozen_verdicts_ms_1_1000.tsv"),
        ("good_measure_solutions.tsv", "good_measure_ms_1_500.tsv"),
    ],
)
def test_lines_win_deals_that_are_known_to_be_winnable(file: str, verdicts: str) -> None:
    rows = (FOLDER.parent / "verdicts" / verdicts).read_text().splitlines()
    known = dict(row.split("\t")[:2] for row in rows if not row.startswith("#"))
    assert {known[str(number)] for number, _ in solutions(file)} <= {"S", "solvable"}
    assert len(known) >= 500


@pytest.mark.parametrize(("rules_id", "number", "line"), ALL)
def test_line_wins(rules_id: str, number: int, line: list[str]) -> None:
    rules = RULES[rules_id]
    position = rules.lay_out(microsoft_deck(number))
    for text in line:
        assert not position.is_won
        position = position.play(position.parse_move(text))
    assert position.is_won
    assert rules.cards_home(position) == 52


@pytest.mark.parametrize(("rules_id", "number", "line"), ALL)
def test_line_is_a_won_game(rules_id: str, number: int, line: list[str]) -> None:
    game = Playthrough(RULES[rules_id], microsoft_deck(number))
    for version, text in enumerate(line):
        game = game.append(version, [text], 1000 * (version + 1))
    assert game.is_won
    assert game.moves == len(line)
    assert game.elapsed_ms(10**9) == 1000 * len(line)
    at_the_start = game.rules.cards_home(game.line[0])
    assert game.score(10**9).cards == 520 - 10 * at_the_start
    assert Playthrough(game.rules, game.deck, game.log).position == game.position
