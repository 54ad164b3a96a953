"""`manage.py solve_deals`: rows, ranges, levels and limits."""

import json
import re
from pathlib import Path

import pytest
from django.core.management import CommandError

from games.rules import RULES, Move, microsoft_deck
from tests.solver.boards import replayed
from tests.solver.commands import HEADER, read, solve, summary, timeless

VERDICTS = Path(__file__).parents[1] / "data" / "verdicts"


def unwinnable(cells: int) -> set[int]:
    rows = (VERDICTS / f"bakers_game_{cells}_cells_unwinnable_ms_1_20000.txt").read_text()
    return {int(row) for row in rows.splitlines() if not row.startswith("#")}


@pytest.mark.parametrize(("level", "cells"), [("easy", 4), ("medium", 4), ("hard", 3)])
def test_a_row_a_deal(level: str, cells: int) -> None:
    text = solve("1..60", "--level", level)
    assert text.startswith(HEADER)
    rows = read(text)
    assert [int(row["number"]) for row in rows] == list(range(1, 61))
    lost = {int(row["number"]) for row in rows if row["verdict"] == "unwinnable"}
    assert lost == {number for number in unwinnable(cells) if number <= 60}
    for row in rows:
        assert row["verdict"] in ("winnable", "unwinnable")
        assert row["moves"] == ""
        assert int(row["positions"]) > 0
        assert float(row["seconds"]) >= 0


@pytest.mark.parametrize("form", ["csv", "ndjson"])
def test_lines_win(form: str) -> None:
    text = solve("1..12", "--lines", "--format", form)
    found = read(text) if form == "csv" else list(map(json.loads, text.splitlines()))
    assert [int(row["number"]) for row in found] == list(range(1, 13))
    for row in found:
        position = RULES["bakers-game-4-cells-1"].lay_out(microsoft_deck(int(row["number"])))
        if row["verdict"] == "unwinnable":
            assert not row["line"]
            assert not row["moves"]
            continue
        moves = row["line"].split()
        assert int(row["moves"]) == len(moves)
        for move in map(Move.parse, moves):
            assert move in position.legal_moves
            position = position.play(move)
        assert position.is_won


def test_ndjson_has_the_same_rows_as_csv() -> None:
    rows = [json.loads(row) for row in solve("5..15", "--format", "ndjson").splitlines()]
    assert [list(row) for row in rows] == [HEADER.strip().split(",")] * 11
    expected = [[*row[:2], row[3]] for row in timeless(solve("5..15"))[1:]]
    assert [[str(row[k]) for k in ("number", "verdict", "positions")] for row in rows] == expected
    assert {row["moves"] for row in rows} == {None}


def test_numbers_are_one_ascending_sequence() -> None:
    rows = read(solve("9", "3..5", 4, "5..7", "4294967300"))
    assert [row["number"] for row in rows] == ["3", "4", "5", "6", "7", "9", "4294967300"]


@pytest.mark.parametrize(
    ("switches", "rules_id"),
    [
        ((), "bakers-game-4-cells-1"),
        (("--cells", 2), "bakers-game-2-cells-1"),
        (("--columns", 7, "--cells", 5), "bakers-game-5-cells-7-columns-1"),
        (("--empty-columns", "kings"), "bakers-game-4-cells-kings-1"),
    ],
)
def test_custom_levels(switches: tuple, rules_id: str) -> None:
    text = solve("1..6", "--level", "custom", *switches, "--lines")
    for row in read(text):
        position = RULES[rules_id].lay_out(microsoft_deck(int(row["number"])))
        line = map(Move.parse, row["line"].split())
        assert replayed(position, line).is_won == (row["verdict"] == "winnable")


def test_limits_make_deals_unknown() -> None:
    rows = read(solve("1..5", "--positions", 2))
    assert {row["verdict"] for row in rows} == {"unknown"}
    assert all(int(row["positions"]) <= 2 for row in rows)


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (["0"], "no deal 0"),
        (["1..8589934592"], "no deal 8589934592"),
        (["7..3"], "ends before it begins"),
        (["1-5"], "neither a number nor a range"),
        (["1", "--level", "none"], "has the levels easy, medium, hard, custom"),
        (["1", "--cells", "3"], "fixed"),
        (["1", "--level", "custom", "--cells", "11"], "none of 1, 2, 3"),
        (["1", "--level", "custom", "--columns", "x"], "none of 4, 5"),
        (["1", "--jobs", "0"], "whole number above zero"),
        (["1", "--jobs", "1001"], "more than 1000"),
        (["1", "--positions", "99999999999999999999"], "more than 9223372036854775807"),
        (["1", "--megabytes", "99999999999"], "more than 1000000"),
        (["1", "--rules", "nope"], "no rules' id"),
        (["1", "--rules", "bakers-game-4-cells-1", "--level", "hard"], "--rules says it all"),
        (["1", "--scheme", "aisleriot"], "invalid choice"),
        (["1", "--scheme", "kpat", "--rules", "good-measure-1"], "kpat has no deal 1"),
        (["2147483648", "--scheme", "kpat"], "kpat has no deal 2147483648"),
        (["1", "--level", "custom", "--group-moves", "true"], "bakers_game has no --group-moves"),
        (["1", "--level", "custom", "--empty-columns", "none"], "is one of any, kings"),
        (["1", "--level", "custom", "--group-moves", "1"], "none of false, true"),
        (["1", "--variant", "klondike"], "invalid choice"),
        ([], "required"),
    ],
)
def test_bad_options_are_refused(arguments: list[str], reason: str) -> None:
    with pytest.raises(CommandError, match=reason):
        solve(*arguments)


def test_the_summary_counts() -> None:
    text = summary("1..20")
    assert text.startswith("20 deals: 18 winnable, 2 unwinnable, 0 unknown; ")
    assert re.search(r"positions a deal; 20 solved in 0:\d\d, [\d,]+ a second\n$", text)


@pytest.mark.parametrize("options", [(), ("--jobs", 2), ("--lines",)])
def test_the_summary_says_why_deals_are_unknown(options: tuple, tmp_path: Path) -> None:
    file = tmp_path / "deals.csv"
    arguments = ("--positions", 2, *options, "--output", file)
    assert re.search(r", 3 unknown \(3 position_limit\); ", summary("1..3", *arguments))
    told = summary("1..5", *arguments)
    assert re.search(r", 5 unknown \(2 position_limit, 3 from before\); ", told)
    assert "position_limit" not in file.read_text()


def test_rules_instead_of_a_level() -> None:
    assert timeless(solve("1..9", "--rules", "bakers-game-3-cells-1")) == timeless(
        solve("1..9", "--level", "hard")
    )
