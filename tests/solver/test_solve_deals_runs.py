"""`manage.py solve_deals`: processes, streams, and how a run ends."""

import os
import re
import signal
import time
from pathlib import Path

import pytest

from solver_worker.management import pieces
from solver_worker.management.pieces import Question
from solver_worker.management.progress import Progress
from solver_worker.management.rows import Form
from solver_worker.management.runs import INTERRUPTED, Run
from solver_worker.solver import Limits
from tests.solver import commands
from tests.solver.commands import HEADER, solve, summary, timeless


def test_processes_write_the_same_in_the_same_order() -> None:
    status, out, err = commands.run("solve_deals", "1..40", "--jobs", 2)
    assert status == 0, err
    assert timeless(out) == timeless(solve("1..40"))


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


class Bell:
    """Is asked to stop while it is finalised, where Python drops what is raised."""

    def __init__(self, stop: signal.Signals) -> None:
        self.stop = stop

    def __del__(self) -> None:
        signal.raise_signal(self.stop)


@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
@pytest.mark.parametrize("stop", [signal.SIGINT, signal.SIGTERM])
def test_an_interruption_that_python_drops_is_heeded(
    stop: signal.Signals, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[range] = []

    def answer(question: Question, numbers: range) -> pieces.Answer:
        asked.append(numbers)
        if len(asked) == 3:
            Bell(stop)
        return solved(question, numbers)

    solved = pieces.answer
    monkeypatch.setattr(pieces, "answer", answer)
    before = signal.getsignal(stop)
    written: list[str] = []
    question = Question("bakers-game-1-cells-7-columns-1", "ms", Limits(), Form("csv", True))
    run = Run(question, [range(1, 1001)])
    assert run.go(written.append, 1, Progress(None, 1000, 0)) == INTERRUPTED
    assert len(asked) == 3
    assert "".join(written).count("\n") == run.found.count == 2 * len(asked[0])
    assert signal.getsignal(stop) == before


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


@pytest.mark.parametrize(
    ("line", "status", "told"),
    [
        ("> /dev/full", 1, "CommandError: Stdout cannot be written: [Errno 28] "),
        (">&-", 1, "CommandError: Stdout is closed."),
        ("2>&-", 0, ""),
        ("2> /dev/full", 0, ""),
        ("--progress 2> /dev/full", 0, ""),
    ],
)
def test_streams_that_are_full_or_closed(line: str, status: int, told: str) -> None:
    ended, out, err = commands.shell(f"$solve solve_deals 1..3 {line}")
    assert ended == status
    assert out.count("\n") == (0 if status else 4)
    assert err.startswith(told)
    assert err.count("\n") == bool(told)


def test_ctrl_c_before_the_run_is_no_traceback() -> None:
    process = commands.start("solve_deals", "1..5000000", "--jobs", 2, start_new_session=True)
    deadline = time.monotonic() + 60
    # The command is being loaded when the compiler is.
    while "llvmlite" not in Path(f"/proc/{process.pid}/maps").read_text():
        assert time.monotonic() < deadline
        time.sleep(0.01)
    os.killpg(process.pid, signal.SIGINT)
    _, err = process.communicate(timeout=60)
    assert process.returncode == 130
    assert b"Traceback" not in err


def test_the_bar_is_drawn_on_request_alone() -> None:
    _, _, err = commands.run("solve_deals", "1..30")
    assert "\r" not in err
    _, _, err = commands.run("solve_deals", "1..30", "--progress")
    drawn = err.split("\r")
    assert re.match(r"\[#{24}\] 100% 30 of 30  [\d,]+ a second  0:00 left *\n30 deals", drawn[-1])
