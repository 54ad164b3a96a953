"""`manage.py solve_deals`: files that are gone on with, and all others, which are left alone."""

import fcntl
import json
import os
from pathlib import Path

import pytest
from django.core.management import CommandError

from solver_worker.management.rows import Form
from tests.solver import commands
from tests.solver.commands import HEADER, solve, summary, timeless

ORIGIN = {
    "rules": "bakers-game-4-cells-1",
    "scheme": "ms",
    "positions": 20_000_000,
    "megabytes": 200,
    "lines": False,
    "format": "csv",
}


@pytest.fixture(scope="module")
def whole() -> str:
    return solve("1..40")


def left_by(file: Path, text: str, **origin: object) -> Path:
    """A file as a run with these options leaves it."""
    file.write_text(text)
    origin_of(file).write_text(json.dumps(ORIGIN | origin))
    return file


def origin_of(file: Path) -> Path:
    return file.with_name(file.name + ".run")


def cuts(text: str) -> list[int]:
    """Nothing, inside and after the header, inside a row, before and after its end, all."""
    rows = [at for at, char in enumerate(text, 1) if char == "\n"]
    return [0, 7, len(HEADER) - 1, len(HEADER), rows[1] - 8, rows[7] - 1, rows[7], len(text)]


@pytest.mark.parametrize("cut", range(8))
def test_a_file_is_gone_on_with(cut: int, whole: str, tmp_path: Path) -> None:
    kept = whole[: cuts(whole)[cut]]
    file = left_by(tmp_path / "deals.csv", kept)
    told = summary("1..40", "--output", file)
    assert timeless(file.read_text()) == timeless(whole)
    complete = max(kept.count("\n") - 1, 0)
    assert f"{40 - complete} solved" in told
    assert (f"; {complete} from before" in told) == bool(complete)
    assert told.startswith("40 deals: ")
    if complete:
        assert file.read_text().startswith(kept[: kept.rindex("\n")])


@pytest.mark.parametrize("form", ["csv", "ndjson"])
@pytest.mark.parametrize("lines", [(), ("--lines",)])
def test_a_row_is_gone_on_with_wherever_it_was_torn(
    form: str, lines: tuple[str, ...], tmp_path: Path
) -> None:
    file = tmp_path / "deals"
    # Deal 2 is won in a few positions, deal 10 is lost, and with so few nothing else is known.
    arguments = ("2..3", "10", "--positions", 20, "--format", form, *lines, "--output", file)
    solve(*arguments)
    whole = file.read_text()
    shape = Form("csv" if form == "csv" else "ndjson", bool(lines))
    rows = whole.removeprefix(shape.header).splitlines()
    for row, number in zip(rows, (2, 3, 10), strict=True):
        assert all(shape.can_begin(row[:cut], number) for cut in range(len(row) + 1))
        assert not any(shape.can_begin(row[:cut], 777) for cut in range(20, len(row) + 1))
        assert not shape.can_begin(row + "!", number)
    for cut in (len(whole) - 1, len(whole) - 9, len(whole) - 40):
        file.write_text(whole[:cut])
        solve(*arguments)
        assert [row.split(",")[:2] for row in file.read_text().splitlines()] == [
            row.split(",")[:2] for row in whole.splitlines()
        ]


def test_a_file_is_gone_on_with_in_ndjson(tmp_path: Path) -> None:
    file = tmp_path / "deals.ndjson"
    arguments = ("1..9", "12..20", "--lines", "--format", "ndjson", "--output", file)
    solve(*arguments)
    whole = file.read_text()
    file.write_text(whole[: len(whole) // 2])
    solve(*arguments)
    assert [json.loads(row)["line"] for row in file.read_text().splitlines()] == [
        json.loads(row)["line"] for row in whole.splitlines()
    ]


def test_more_deals_go_on_with_a_finished_file(tmp_path: Path) -> None:
    file = tmp_path / "deals.csv"
    solve("1..40", "--output", file)
    assert json.loads(origin_of(file).read_text()) == ORIGIN
    assert "5 solved" in summary("1..45", "--output", file)
    assert timeless(file.read_text()) == timeless(solve("1..45"))
    assert {each.name for each in tmp_path.iterdir()} == {"deals.csv", "deals.csv.run"}


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (["1..40", "--level", "hard"], "rules bakers-game-4-cells-1, not bakers-game-3-cells-1"),
        (["1..40", "--lines"], "lines False, not True"),
        (["1..40", "--format", "ndjson"], "format csv, not ndjson"),
        (["1..40", "--positions", "19999999"], "positions 20000000, not 19999999"),
        (["1..40", "--megabytes", "201"], "megabytes 200, not 201"),
        (["2..40"], "line 2: deal 1 does not come here"),
        (["1..5", "7..50"], "line 7: deal 6 does not come here"),
        (["1..38"], "line 40: deal 39 does not come here"),
        (["1..39"], "line 41: this is not the beginning of a row of this run"),
        (["1..39", "41"], "line 41: this is not the beginning of a row of this run"),
    ],
)
def test_another_runs_file_is_left_alone(
    arguments: list[str], reason: str, whole: str, tmp_path: Path
) -> None:
    kept = whole[:-3]
    file = left_by(tmp_path / "deals.csv", kept)
    with pytest.raises(CommandError, match=reason):
        solve(*arguments, "--output", file)
    assert file.read_text() == kept
    assert json.loads(origin_of(file).read_text()) == ORIGIN


def test_another_versions_rows_are_left_alone(whole: str, tmp_path: Path) -> None:
    kept = whole.replace(",winnable,", ",unknown,", 1)
    file = left_by(tmp_path / "deals.csv", kept)
    with pytest.raises(CommandError, match="deal 1 now gets another answer"):
        solve("1..41", "--output", file)
    assert file.read_text() == kept


@pytest.mark.parametrize("form", ["csv", "ndjson"])
@pytest.mark.parametrize(
    "content",
    [
        "hello",
        "hello\n",
        "number",
        HEADER + "1,maybe,,3,0.1\n",
        HEADER + "\0\0\n",
        HEADER + "notes without an end",
        HEADER + "1,winnable,,3,0.1\n1,winn",
        HEADER + "1" * 200_000,
        '{"number": 2, "verd',
        '{"number": 1, "verdict": "winnable", "moves": null, "my": 1',
        '{"number": 1, "verdict": "winnable", "moves": null, "positions": 5, "seconds": 0.1} and',
        "[" * 90_000 + "\n",
    ],
)
def test_no_other_file_is_overwritten(form: str, content: str, tmp_path: Path) -> None:
    file = tmp_path / "letter.txt"
    file.write_text(content)
    with pytest.raises(CommandError, match=r"letter\.txt has something in it, and no "):
        solve("1..3", "--format", form, "--output", file)
    assert not origin_of(file).exists()
    assert file.read_text() == content
    if form == "csv" and content == "number":
        return
    left_by(file, content, format=form)
    with pytest.raises(CommandError, match=r"letter\.txt, line [123]: "):
        solve("1..3", "--format", form, "--output", file)
    assert file.read_text() == content


@pytest.mark.parametrize(
    "change",
    [
        ('"positions": 5', '"positions": null'),
        ('"positions": 5', '"positions": "5"'),
        ('"moves": null', '"moves": 2.5'),
        ('"number": 1', '"number": true'),
        ('"verdict": "winnable"', '"verdict": []'),
        ('"seconds": 0.1', '"seconds": null'),
        ('"seconds": 0.1', '"seconds": 0.1, "line": null'),
        ('"seconds": 0.1', '"seconds": 0.1, "reason": null'),
        (', "seconds": 0.1', ""),
    ],
)
def test_a_row_with_a_value_of_another_type_is_none(
    change: tuple[str, str], tmp_path: Path
) -> None:
    row = '{"number": 1, "verdict": "winnable", "moves": null, "positions": 5, "seconds": 0.1}\n'
    file = left_by(tmp_path / "deals", row.replace(*change), format="ndjson")
    with pytest.raises(CommandError, match="line 1: this is not a row of this run"):
        solve("1..3", "--format", "ndjson", "--output", file)


@pytest.mark.parametrize("content", ["", "make run\n", "{}", "[" * 9_000, "\xff"])
@pytest.mark.parametrize("rows", ["", HEADER])
def test_what_has_the_name_of_the_origin_is_left_alone(
    content: str, rows: str, tmp_path: Path
) -> None:
    file = tmp_path / "deals.csv"
    file.write_text(rows)
    origin_of(file).write_text(content, encoding="latin-1")
    with pytest.raises(CommandError, match=r"deals\.csv\.run does not say"):
        solve("1..3", "--output", file)
    assert origin_of(file).read_text(encoding="latin-1") == content
    assert file.read_text() == rows


def test_an_empty_file_is_anybodys(whole: str, tmp_path: Path) -> None:
    file = left_by(tmp_path / "deals.csv", "", rules="bakers-game-3-cells-1")
    solve("1..40", "--output", file)
    assert timeless(file.read_text()) == timeless(whole)
    assert json.loads(origin_of(file).read_text()) == ORIGIN


def test_the_origin_is_beside_the_file_that_a_link_leads_to(tmp_path: Path) -> None:
    (tmp_path / "there").mkdir()
    link = tmp_path / "link.csv"
    link.symlink_to(tmp_path / "there" / "deals.csv")
    solve("1..3", "--output", link)
    assert "1 solved" in summary("1..4", "--output", tmp_path / "there" / "deals.csv")
    assert not origin_of(link).exists()


def test_rows_go_to_regular_files_alone(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    for path in (tmp_path, pipe, "/dev/full", "/dev/null", ""):
        with pytest.raises(CommandError, match="is no regular file"):
            solve("1", "--output", path)
    status, _, err = commands.run("solve_deals", 1, "--output", "/dev/stdout")
    assert status == 1
    assert "CommandError: /dev/stdout is no regular file" in err


def test_two_runs_do_not_write_one_file(tmp_path: Path) -> None:
    file = tmp_path / "deals.csv"
    with file.open("ab") as held:
        fcntl.flock(held, fcntl.LOCK_EX)
        with pytest.raises(CommandError, match="another process"):
            solve("1..3", "--output", file)


def test_a_folder_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(CommandError, match="No such file"):
        solve("1", "--output", tmp_path / "none" / "deals.csv")
