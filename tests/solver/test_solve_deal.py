"""`manage.py solve_deal`: one board from a file, stdin or a number."""

import os
import signal
from io import StringIO
from pathlib import Path
from random import Random

import pytest
from django.core.management import CommandError, call_command

from games.rules import RULES, Move, Position, microsoft_deck
from tests.solver import commands
from tests.solver.boards import replayed, wandered

RULES_ID = "bakers-game-4-cells-1"
DEAL = RULES[RULES_ID].lay_out(microsoft_deck(2))


def solve(*arguments: object) -> list[str]:
    out = StringIO()
    call_command("solve_deal", *map(str, arguments), stdout=out, stderr=StringIO())
    return out.getvalue().splitlines()


def assert_wins(position: Position, line: str) -> None:
    assert replayed(position, map(Move.parse, line.split())).is_won


def test_a_number() -> None:
    verdict, line = solve("--number", 2)
    assert verdict == "winnable"
    assert_wins(DEAL, line)
    assert solve("--number", 10) == ["unwinnable"]


@pytest.mark.parametrize("scheme", ["pysolfc", "kpat"])
def test_a_number_of_another_program_is_its_board(scheme: str) -> None:
    rules, deck = RULES["bakers-dozen-1"].numbered(scheme, 1)
    verdict, line = solve("--number", 1, "--scheme", scheme, "--variant", "bakers_dozen")
    assert verdict == "winnable"
    assert_wins(rules.lay_out(deck), line)


@pytest.mark.parametrize("moves", [0, 8, 20])
def test_a_file(moves: int, tmp_path: Path) -> None:
    position = wandered(DEAL, moves, Random(6))
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


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (["board.txt", "--number", 2], "Either a file or --number"),
        (["-", "--number", 2], "Either a file or --number"),
        (["board.txt", "--scheme", "ms"], "--scheme goes with --number"),
        (["--number", 2, "--rules", RULES_ID, "--level", "custom"], "--rules says it all"),
        (["--number", 2, "--rules", RULES_ID, "--level", "medium"], "--rules says it all"),
        (["--number", 2, "--rules", RULES_ID, "--cells", 4], "--rules says it all"),
        (["--number", 2, "--rules", RULES_ID, "--variant", "bakers_game"], "--rules says it all"),
        (["--number", 2, "--positions", 2**63], "is more than 9223372036854775807"),
        (["--number", 2, "--positions", "9" * 5000], "positions"),
        (["--number", 2, "--megabytes", 99_999_999_999], "is more than 1000000"),
        (["--number", 2, "--rules", "nope"], "'nope' is no rules' id$"),
        (["--number", 2, "--rules", "bakers-game-4-cell-1"], "is bakers-game-4-cells-1 or"),
    ],
)
def test_options_that_go_together_with_nothing(arguments: list[object], reason: str) -> None:
    with pytest.raises(CommandError, match=reason) as refused:
        solve(*arguments)
    if "nope" in arguments:
        assert len(str(refused.value)) < 100


def test_the_largest_limits() -> None:
    assert solve("--number", 10, "--positions", 2**63 - 1) == ["unwinnable"]
    status, out, err = commands.run("solve_deal", "--number", 10, "--megabytes", 1_000_000)
    # Whether so much can be promised is the machine's.
    assert (status, out) in [(0, "unwinnable\n"), (1, "")]
    assert err.count("\n") == 1
    assert "memory" in err or out


def test_a_byte_order_mark_is_read_over(tmp_path: Path) -> None:
    file = tmp_path / "board.txt"
    file.write_text(str(DEAL), encoding="utf-8-sig")
    assert solve(file)[0] == "winnable"
    status, out, err = commands.run("solve_deal", text="\ufeff" + str(DEAL))
    assert (status, out.split()[0]) == (0, "winnable"), err


def test_nothing_in_a_message_acts_on_the_terminal(tmp_path: Path) -> None:
    file = tmp_path / "\x1b[2Jboard.txt"
    file.write_text(str(DEAL).replace("KD", "\x1b[31mé", 1))
    with pytest.raises(CommandError, match=r"unknown card \(card \\x1b\[31") as refused:
        solve(file)
    assert str(refused.value).isprintable()
    assert r"\x1b[2Jboard.txt, line " in str(refused.value)
    with pytest.raises(CommandError, match="No such file") as refused:
        solve(tmp_path / "\x1b[2J")
    assert str(refused.value).isprintable()


def test_what_is_too_long_for_a_board_is_not_read(tmp_path: Path) -> None:
    file = tmp_path / "board.txt"
    file.write_text(str(DEAL) + "\n" * (100_000 - len(str(DEAL))))
    with pytest.raises(CommandError) as refused:
        solve(file)
    assert "more than 100,000 bytes" not in str(refused.value)
    with file.open("a") as more:
        more.write("\n")
    for each in (file, "/dev/zero"):
        with pytest.raises(CommandError, match="more than 100,000 bytes"):
            solve(each)
    status, _, err = commands.shell("$solve solve_deal < /dev/zero")
    assert (status, err) == (1, "CommandError: This is no board: it has more than 100,000 bytes.\n")


# --- Streams


def test_a_reader_may_have_enough() -> None:
    process = commands.start("solve_deal", "--number", 2)
    assert process.stdout
    assert process.stderr
    process.stdout.close()
    assert process.stderr.read() == b""
    assert process.wait(timeout=60) == 141


@pytest.mark.parametrize(
    ("line", "status", "told"),
    [
        ("--number 2 > /dev/full", 1, "CommandError: Stdout cannot be written: [Errno 28] "),
        ("--number 2 >&-", 1, "CommandError: Stdout is closed."),
        ("<&-", 1, "CommandError: Stdin is closed."),
        ("--number 2 2>&-", 0, ""),
        ("--number 2 2> /dev/full", 0, ""),
    ],
)
def test_streams_that_are_full_or_closed(line: str, status: int, told: str) -> None:
    ended, out, err = commands.shell(f"$solve solve_deal {line}")
    assert ended == status
    assert out.startswith("winnable\n" if status == 0 else "")
    assert err.startswith(told)
    assert err.count("\n") == bool(told)


def test_ctrl_c_is_no_traceback(tmp_path: Path) -> None:
    pipe = tmp_path / "board"
    os.mkfifo(pipe)
    process = commands.start("solve_deal", pipe)
    # Opening it waits until the command does the same.
    with pipe.open("w"):
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=60)
    assert (process.returncode, out, err) == (130, b"", b"")
