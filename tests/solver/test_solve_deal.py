"""`manage.py solve_deal`: one board from a file, stdin or a number."""

from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from games.rules import RULES, Move, Position, microsoft_deck
from tests.solver import commands
from tests.solver.boards import wandered

RULES_ID = "bakers-game-4-cells-1"
DEAL = RULES[RULES_ID].lay_out(microsoft_deck(2))


def solve(*arguments: object) -> list[str]:
    out = StringIO()
    call_command("solve_deal", *map(str, arguments), stdout=out, stderr=StringIO())
    return out.getvalue().splitlines()


def assert_wins(position: Position, line: str) -> None:
    for move in map(Move.parse, line.split()):
        assert move in position.legal_moves
        position = position.play(move)
    assert position.is_won


def test_a_number() -> None:
    verdict, line = solve("--number", 2)
    assert verdict == "winnable"
    assert_wins(DEAL, line)
    assert solve("--number", 10) == ["unwinnable"]


@pytest.mark.parametrize("moves", [0, 8, 20])
def test_a_file(moves: int, tmp_path: Path) -> None:
    position = wandered(DEAL, moves, seed=6)
    file = tmp_path / "board.txt"
    file.write_text(str(position))
    verdict, line = solve(file)
    assert verdict == "winnable"
    assert_wins(position, line)


def test_stdin() -> None:
    status, out, err = commands.run("solve_deal", text=str(DEAL))
    assert status == 0, err
    verdict, line = out.splitlines()
    assert verdict == "winnable"
    assert_wins(DEAL, line)
    assert f"{len(line.split())} moves, " in err


@pytest.mark.parametrize(
    "options",
    [
        ("--rules", "bakers-game-6-cells-10-columns-kings-1"),
        ("--level", "custom", "--cells", 6, "--columns", 10, "--empty-columns", "kings"),
    ],
)
def test_other_rules(options: tuple) -> None:
    verdict, line = solve("--number", 5, *options)
    assert verdict == "winnable"
    assert_wins(RULES["bakers-game-6-cells-10-columns-kings-1"].lay_out(microsoft_deck(5)), line)


def test_a_limit() -> None:
    assert solve("--number", 10, "--positions", 7) == ["unknown: position_limit"]


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (("KD", "JD"), "board.txt, line 3, column 6: duplicate card (card JD)"),
        (("KD", "1X"), "board.txt, line 3, column 6: unknown card (card 1X)"),
        (("KD", ""), "board.txt: deck incomplete (missing KD, count 1)"),
        (("C-0", "C-14"), "board.txt, line 1, column 14: foundation invalid (card C-14)"),
        (("Freecells: - -", "Freecells: - - -"), "board.txt, line 2, column 20: too many cells"),
        ((":", "\n:\n:"), "board.txt: wrong column count"),
    ],
)
def test_a_bad_board_is_told_with_its_place(
    change: tuple[str, str], reason: str, tmp_path: Path
) -> None:
    text = str(RULES[RULES_ID].lay_out(microsoft_deck(1)))
    assert text.splitlines()[2].startswith(": JD KD")
    file = tmp_path / "board.txt"
    file.write_text(text.replace(*change, 1) if change[0] != ":" else text + "\n:\n")
    with pytest.raises(CommandError) as refused:
        solve(file)
    assert str(refused.value).removeprefix(f"{tmp_path}/").startswith(reason)


def test_a_bad_board_ends_with_status_1() -> None:
    status, out, err = commands.run("solve_deal", text=str(DEAL).replace("KD", "JD"))
    assert (status, out) == (1, "")
    assert err.startswith("CommandError: stdin, line ")
    assert err.count("\n") == 1


def test_what_cannot_be_read(tmp_path: Path) -> None:
    with pytest.raises(CommandError, match="No such file"):
        solve(tmp_path / "none.txt")
    file = tmp_path / "picture.png"
    file.write_bytes(b"\x89PNG\xff")
    with pytest.raises(CommandError, match="cannot be read"):
        solve(file)
    with pytest.raises(CommandError, match="no deal 9999999999"):
        solve("--number", 9999999999)
