"""The solver beside Freecell Solver, on the same deals, on one core.

Freecell Solver's default preset is not exact. Its complete modes here are the fastest of about
forty that were tried: moves of several cards first, and where they find nothing, every move.
"""

import argparse
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import count, islice
from tempfile import TemporaryDirectory
from time import perf_counter, process_time

from games.rules import RULES, Position, microsoft_deck
from solver_worker.solver import Effort, Verdict, find_line
from solver_worker.solver.bakers_game.verdicts import OUTCOMES, ms_verdicts
from tests.bench.verdicts import measure_verdicts

PROGRAM = "freecell-solver-range-parallel-solve"
MODES = ("", "-sp r:tf -ni -to 01ABCDE -sp r:tf", "-to 0123467 -sp r:tf -ni -to 01ABCDE -sp r:tf")
# All contestants run one after the other so often, so that a noisy neighbour meets all of them.
TURNS = 5


@dataclass
class Tally:
    """What one contestant has done: seconds of processor time, positions, unwinnable deals."""

    seconds: float = 0.0
    positions: int = 0
    unwinnable: set[int] = field(default_factory=set)

    def add(self, other: "Tally") -> None:
        """Count another piece of the deals, too."""
        self.seconds += other.seconds
        self.positions += other.positions
        self.unwinnable |= other.unwinnable


Contestant = Callable[[int, int, int], Tally]


def ours(cells: int, first: int, last: int) -> Tally:
    """The verdict search; the machine code is loaded before the clock runs."""
    list(ms_verdicts(cells, first, first))
    tally = Tally()
    started = process_time()
    batches = list(ms_verdicts(cells, first, last))
    tally.seconds = process_time() - started
    for batch in batches:
        tally.positions += int(batch.positions.sum())
        for at, outcome in enumerate(batch.outcomes):
            verdict, _ = OUTCOMES[int(outcome)]
            assert verdict != Verdict.UNKNOWN
            if verdict == Verdict.UNWINNABLE:
                tally.unwinnable.add(batch.first + at)
    return tally


def freecell_solver(*options: str) -> Contestant:
    """Freecell Solver in one of its modes, its start and end included."""

    def run(cells: int, first: int, last: int) -> Tally:
        numbers = [str(first), str(last), str(last - first + 1)]
        game = ["-g", "bakers_game", "--freecells-num", str(cells)]
        before = os.times()
        done = subprocess.run(
            [PROGRAM, *numbers, *game, *options], capture_output=True, text=True, check=True
        )
        after = os.times()
        seconds = sum(after[2:4]) - sum(before[2:4])
        assert "Intractable" not in done.stdout
        (positions,) = re.findall(r"total_num_iters=(\d+)", done.stdout)
        unsolved = re.findall(r"^Unsolved Board No\. (\d+)", done.stdout, re.MULTILINE)
        return Tally(seconds, int(positions), set(map(int, unsolved)))

    return run


def contestants() -> dict[str, Contestant]:
    """Ours, and Freecell Solver's modes where it is installed."""
    found: dict[str, Contestant] = {"ours": ours}
    if shutil.which(PROGRAM):
        for mode in MODES:
            found[f"fc-solve {mode or '(its preset)'}"] = freecell_solver(*mode.split())
    else:
        print(f"{PROGRAM} is not installed (Debian: freecell-solver-bin): ours alone.\n")
    return found


def compare(cells: int, deals: int) -> None:
    """Print a table of all contestants on the first deals."""
    runners = contestants()
    tallies = {name: Tally() for name in runners}
    size = -(-deals // TURNS)
    for first in range(1, deals + 1, size):
        for name, run in runners.items():
            tallies[name].add(run(cells, first, min(first + size - 1, deals)))
    own = tallies["ours"]
    print(f"Baker's Game, {cells} cells, Microsoft deals 1 to {deals}")
    print(f"{'us a deal':>10} {'ratio':>7} {'positions':>10} {'unwinnable':>10} {'differ':>7}")
    for name, tally in tallies.items():
        print(
            f"{tally.seconds / deals * 1e6:10,.1f} {tally.seconds / own.seconds:7.1f}"
            f" {tally.positions / deals:10,.0f} {len(tally.unwinnable):10,}"
            f" {len(tally.unwinnable ^ own.unwinnable):7}  {name}"
        )
    print()


def _winnable(cells: int, number: int) -> list[Position]:
    rules = RULES[f"bakers-game-{cells}-cells-1"]

    def found() -> Iterator[Position]:
        for at in count(1):
            (batch,) = ms_verdicts(cells, at, at)
            if OUTCOMES[int(batch.outcomes[0])][0] == Verdict.WINNABLE:
                yield rules.lay_out(microsoft_deck(at))

    return list(islice(found(), number))


def measure_lines(cells: int, number: int) -> None:
    """Print how long lines are and how long they take, on the first winnable deals.

    They are searched for once before, so that all machine code is loaded.
    """
    positions = _winnable(cells, number)
    print(f"Short lines, {cells} cells, the first {number} winnable Microsoft deals")
    print(f"{'ms a deal':>10} {'moves':>7} {'longest':>10} {'positions':>10}")
    for effort in Effort:
        for position in positions:
            find_line(position, effort=effort)
        started = process_time()
        solutions = [find_line(position, effort=effort) for position in positions]
        seconds = process_time() - started
        lengths = [len(solution.line) for solution in solutions if solution.line]
        print(
            f"{seconds / number * 1e3:10.2f} {sum(lengths) / len(lengths):7.2f}"
            f" {max(lengths):10} {sum(each.positions for each in solutions) / number:10,.0f}"
            f"  {effort.value}, {number - len(lengths)} without a line"
        )
    print()


_START = """
from games.rules import RULES, microsoft_deck
from solver_worker.solver import {ask}
{ask}(RULES["bakers-game-4-cells-1"].lay_out(microsoft_deck(1)))
"""


def measure_starts(turns: int) -> None:
    """Print how long a new process takes to its first answer, its memory, and without any cache.

    Cold is the first start after an installation: all machine code is made.
    """
    print(f"From the start of Python to the answer for deal 1, real time, median of {turns}")
    print(f"{'cold s':>10} {'warm s':>7} {'cold MB':>10} {'warm MB':>10}")
    for ask in ("verdict", "solve"):
        cold, warm = [], []
        for _ in range(turns):
            with TemporaryDirectory() as cache:
                cold.append(_start(ask, cache))
                warm.append(_start(ask, cache))
        (cold_s, cold_mb), (warm_s, warm_mb) = sorted(cold)[turns // 2], sorted(warm)[turns // 2]
        print(f"{cold_s:10.2f} {warm_s:7.2f} {cold_mb:10.0f} {warm_mb:10.0f}  {ask}")
    print()


def _start(ask: str, cache: str) -> tuple[float, float]:
    """Seconds and megabytes of a process that asks one question."""
    started = perf_counter()
    process = subprocess.Popen(
        [sys.executable, "-c", _START.format(ask=ask)], env=os.environ | {"NUMBA_CACHE_DIR": cache}
    )
    _, status, usage = os.wait4(process.pid, 0)
    seconds = perf_counter() - started
    assert status == 0
    return seconds, usage.ru_maxrss / 1024


def _number(text: str) -> int:
    if not text.isdecimal():
        raise argparse.ArgumentTypeError(f"{text!r} is no number of times")
    return int(text)


def main() -> None:
    """Compare and measure as the options say."""
    parser = argparse.ArgumentParser(prog="make bench-solver", description=__doc__)
    parser.add_argument("--deals", type=_number, default=20_000, help="how many from 1 on")
    parser.add_argument("--lines", type=_number, default=500, help="winnable deals for short lines")
    parser.add_argument("--cells", type=int, nargs="+", default=[4, 3], choices=range(1, 11))
    parser.add_argument("--verdicts", type=_number, default=100, help="deals for all rules objects")
    parser.add_argument(
        "--rules", default="", metavar="TEXT", help="only rules with it in their id"
    )
    parser.add_argument("--starts", type=_number, default=3, help="how many, cold and warm")
    options = parser.parse_args()
    sys.stdout.reconfigure(line_buffering=True)
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    if options.starts:
        measure_starts(options.starts)
    for cells in options.cells:
        if options.deals:
            compare(cells, options.deals)
        if options.lines:
            measure_lines(cells, options.lines)
    if options.verdicts:
        measure_verdicts(options.verdicts, options.rules)


if __name__ == "__main__":
    main()
