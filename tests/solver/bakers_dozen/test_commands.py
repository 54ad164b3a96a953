"""The commands know these games: by numbers, in processes, from files, and gone on with."""

from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from games.rules import RULES, Move, microsoft_deck
from solver_worker.solver.bakers_dozen import proof
from tests.solver.bakers_dozen.dozens import replayed
from tests.solver.commands import read, solve, timeless

RULES_IDS = ("bakers-dozen-1", "good-measure-1")


def solve_one(*arguments: object) -> list[str]:
    out = StringIO()
    call_command("solve_deal", *map(str, arguments), stdout=out, stderr=StringIO())
    return out.getvalue().splitlines()


@pytest.mark.parametrize(
    ("rules_id", "lost"), [("bakers-dozen-1", {104}), ("good-measure-1", {78, 80, 120})]
)
def test_many_deals_are_decided(rules_id: str, lost: set[int]) -> None:
    rows = read(solve("75..124", "--rules", rules_id))
    assert [int(row["number"]) for row in rows] == list(range(75, 125))
    unwinnable = {int(row["number"]) for row in rows if row["verdict"] == "unwinnable"}
    assert unwinnable == lost
    assert {row["verdict"] for row in rows} == {"winnable", "unwinnable"}


def test_processes_write_what_one_writes() -> None:
    arguments = ("1..30", "--rules", "bakers-dozen-1")
    assert timeless(solve(*arguments, "--jobs", 2)) == timeless(solve(*arguments))


def test_lines_win() -> None:
    for row in read(solve("1..5", "--rules", "good-measure-1", "--lines")):
        position = RULES["good-measure-1"].lay_out(microsoft_deck(int(row["number"])))
        line = tuple(map(Move.parse, row["line"].split()))
        assert len(line) == int(row["moves"])
        assert replayed(position, line).is_won


def test_a_file_is_gone_on_with(tmp_path: Path) -> None:
    file = tmp_path / "deals.csv"
    arguments = ("1..25", "--rules", "bakers-dozen-1", "--lines", "--output", file)
    solve(*arguments)
    whole = file.read_text()
    file.write_text(whole[: len(whole) // 2])
    solve(*arguments)
    assert timeless(file.read_text()) == timeless(whole)


@pytest.mark.parametrize("rules_id", RULES_IDS)
def test_a_board_is_solved(rules_id: str, tmp_path: Path) -> None:
    position = RULES[rules_id].lay_out(microsoft_deck(2))
    position = replayed(position, proof(position).line[:10])
    file = tmp_path / "board.txt"
    file.write_text(str(position))
    verdict, line = solve_one(file, "--rules", rules_id)
    assert verdict == "winnable"
    assert replayed(position, tuple(map(Move.parse, line.split()))).is_won
    lost = {"bakers-dozen-1": 104, "good-measure-1": 18}[rules_id]
    assert solve_one("--number", lost, "--rules", rules_id) == ["unwinnable"]


@pytest.mark.parametrize("command", [("solve_deal", "--number", "1"), ("solve_deals", "1..3")])
def test_rules_that_no_search_knows_are_refused(command: tuple[str, ...]) -> None:
    with pytest.raises(CommandError, match="No search knows freecell-1"):
        call_command(*command, "--rules", "freecell-1", stdout=StringIO(), stderr=StringIO())
