"""`manage.py solve_deals`: files that are gone on with, processes, and how a run ends."""

import fcntl
import json
import os
import re
import signal
import time
from pathlib import Path

import pytest
from django.core.management import CommandError

from tests.solver import commands
from tests.solver.commands import HEADER, solve, summary, timeless


@pytest.fixture(scope="module")
def whole() -> str:
    return solve("1..40")


def cuts(text: str) -> list[int]:
    """Nothing, inside and after the header, inside a row, before and after its end, all."""
    rows = [at for at, char in enumerate(text, 1) if char == "\n"]
    return [0, 7, len(HEADER) - 1, len(HEADER), rows[1] - 8, rows[7] - 1, rows[7], len(text)]


@pytest.mark.parametrize("cut", range(8))
def test_a_file_is_gone_on_with(cut: int, whole: str, tmp_path: Path) -> None:
    file = tmp_path / "deals.csv"
    kept = whole[: cuts(whole)[cut]]
    file.write_text(kept)
    told = summary("1..40", "--output", file)
    assert timeless(file.read_text()) == timeless(whole)
    complete = max(kept.count("\n") - 1, 0)
    assert f"{40 - complete} solved" in told
    assert (f"; {complete} from before" in told) == bool(complete)
    assert told.startswith("40 deals: ")
    if complete:
        assert file.read_text().startswith(kept[: kept.rindex("\n")])


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


def test_more_deals_go_on_with_a_finished_file(whole: str, tmp_path: Path) -> None:
    file = tmp_path / "deals.csv"
    file.write_text(whole)
    assert "5 solved" in summary("1..45", "--output", file)
    assert timeless(file.read_text()) == timeless(solve("1..45"))


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (["1..40", "--level", "hard"], "deal 1 now gets another answer"),
        (["1..40", "--lines"], "line 1: this run would write"),
        (["1..40", "--format", "ndjson"], "line 1: this is not a row"),
        (["2..40"], "line 2: deal 1 does not come here"),
        (["1..5", "7..50"], "line 7: deal 6 does not come here"),
        (["1..38"], "line 40: deal 39 does not come here"),
        (["1..40", "--positions", "3"], "deal 1 now gets another answer"),
    ],
)
def test_another_runs_file_is_left_alone(
    arguments: list[str], reason: str, whole: str, tmp_path: Path
) -> None:
    file = tmp_path / "deals.csv"
    kept = whole[:-3]
    file.write_text(kept)
    with pytest.raises(CommandError, match=reason):
        solve(*arguments, "--output", file)
    assert file.read_text() == kept


def test_deals_given_up_are_not_mixed_with_solved_ones(tmp_path: Path) -> None:
    file = tmp_path / "deals.csv"
    solve("1..9", "--positions", 60, "--output", file)
    assert "unknown" in file.read_text()
    with pytest.raises(CommandError, match="now gets another answer"):
        solve("1..12", "--output", file)


@pytest.mark.parametrize("content", ["hello\n", HEADER + "1,maybe,,3,0.1\n", HEADER + "\0\0\n"])
def test_no_other_file_is_overwritten(content: str, tmp_path: Path) -> None:
    file = tmp_path / "letter.txt"
    file.write_text(content)
    with pytest.raises(CommandError, match=r"letter\.txt, line [12]"):
        solve("1..3", "--output", file)
    assert file.read_text() == content


def test_two_runs_do_not_write_one_file(tmp_path: Path) -> None:
    file = tmp_path / "deals.csv"
    with file.open("ab") as held:
        fcntl.flock(held, fcntl.LOCK_EX)
        with pytest.raises(CommandError, match="another process"):
            solve("1..3", "--output", file)


def test_a_folder_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(CommandError, match="No such file"):
        solve("1", "--output", tmp_path / "none" / "deals.csv")


# --- Processes


def test_processes_write_the_same_in_the_same_order(whole: str) -> None:
    status, out, err = commands.run("solve_deals", "1..40", "--jobs", 2)
    assert status == 0, err
    assert timeless(out) == timeless(whole)


def nobody_left(group: int) -> bool:
    """Whether the processes of a group end, Python's own helper of spawned ones last."""
    deadline = time.monotonic() + 10
    while time.monotonic() < deadline:
        try:
            os.killpg(group, 0)
        except ProcessLookupError:
            return True
        time.sleep(0.05)
    return False


@pytest.mark.parametrize("jobs", [1, 2])
@pytest.mark.parametrize("stop", [signal.SIGINT, signal.SIGTERM])
def test_ctrl_c_loses_nothing(jobs: int, stop: signal.Signals, tmp_path: Path) -> None:
    file = tmp_path / "deals.csv"
    arguments = ("solve_deals", "1..5000000", "--level", "hard", "--jobs", jobs, "--output", file)
    process = commands.start(*arguments, start_new_session=True)
    try:
        deadline = time.monotonic() + 60
        while not file.exists() or file.read_text().count("\n") < 20:
            assert process.poll() is None
            assert time.monotonic() < deadline
            time.sleep(0.05)
        # Ctrl-C reaches the whole group; a supervisor stops the parent alone.
        if stop == signal.SIGINT:
            os.killpg(process.pid, stop)
        else:
            process.send_signal(stop)
        _, err = process.communicate(timeout=60)
    finally:
        process.kill()
    told = err.decode()
    assert process.returncode == 130, told
    assert told.startswith("Interrupted. ")
    assert told.count("\n") == 1
    written = file.read_text()
    assert written.endswith("\n")
    count = written.count("\n") - 1
    assert f" {count:,} solved in" in told
    assert nobody_left(process.pid)
    more = f"1..{count + 3}"
    assert "3 solved in 0:00" in summary(more, "--level", "hard", "--output", file)
    assert file.read_text().startswith(written)


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_reader_may_have_enough(jobs: int) -> None:
    process = commands.start("solve_deals", "1..5000000", "--jobs", jobs)
    assert process.stdout
    assert process.stdout.readline() == HEADER.encode()
    assert process.stdout.readline().startswith(b"1,")
    process.stdout.close()
    assert process.wait(timeout=60) == 141
    assert process.stderr
    assert process.stderr.read() == b""


def test_the_bar_is_drawn_on_request_alone() -> None:
    _, _, err = commands.run("solve_deals", "1..30")
    assert "\r" not in err
    _, _, err = commands.run("solve_deals", "1..30", "--progress")
    drawn = err.split("\r")
    assert re.match(r"\[#{24}\] 100% 30 of 30  [\d,]+ a second  0:00 left *\n30 deals", drawn[-1])
