"""Limits are kept, and an interrupt is heard."""

import os
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from games.rules import RULES, Position, microsoft_deck
from solver_worker.solver import Limits, Reason, Solution, Verdict
from solver_worker.solver.bakers_dozen import proof, verdict
from solver_worker.solver.bakers_dozen.kernels.space import new_space

ROOT = Path(__file__).parents[3]
LONG_PROOF = 4145  # unwinnable, proved in more steps than Python waits for in one go
INTERRUPTED = """
from games.rules import RULES, microsoft_deck
from solver_worker.solver.bakers_dozen import verdict
first, long = (RULES["bakers-dozen-1"].lay_out(microsoft_deck(number)) for number in (1, 1172))
verdict(first)
try:
    print("ready", flush=True)
    verdict(long)
    print("not heard", flush=True)
except KeyboardInterrupt:
    print("heard", flush=True)
"""


def deal(number: int) -> Position:
    return RULES["bakers-dozen-1"].lay_out(microsoft_deck(number))


@pytest.mark.parametrize("ask", [verdict, proof])
def test_the_position_limit_is_kept(ask: Callable[[Position, Limits], Solution]) -> None:
    needed = ask(deal(8), Limits()).positions
    assert ask(deal(8), Limits(positions=needed)).verdict is Verdict.WINNABLE
    short = ask(deal(8), Limits(positions=needed - 1))
    assert (short.verdict, short.reason) == (Verdict.UNKNOWN, Reason.POSITION_LIMIT)
    assert (short.positions, short.line) == (needed - 1, ())
    nothing = ask(deal(8), Limits(positions=0))
    assert (nothing.reason, nothing.positions) == (Reason.POSITION_LIMIT, 0)


def test_the_position_limit_is_kept_over_all_passes() -> None:
    needed = verdict(deal(LONG_PROOF)).positions
    assert needed > 100_000
    assert verdict(deal(LONG_PROOF), Limits(positions=needed)).verdict is Verdict.UNWINNABLE
    short = verdict(deal(LONG_PROOF), Limits(positions=needed - 1))
    assert (short.reason, short.positions) == (Reason.POSITION_LIMIT, needed - 1)


def test_the_memory_limit_is_kept() -> None:
    short = verdict(deal(LONG_PROOF), Limits(megabytes=1))
    assert (short.verdict, short.reason) == (Verdict.UNKNOWN, Reason.MEMORY_LIMIT)
    assert short.positions > 10_000
    assert verdict(deal(104), Limits(megabytes=1)).verdict is Verdict.UNWINNABLE
    for megabytes in (1, 20, 200):
        assert sum(array.nbytes for array in new_space(megabytes)) <= megabytes * 1_000_000


def test_an_interrupt_is_heard() -> None:
    process = subprocess.Popen(
        [sys.executable, "-c", INTERRUPTED], cwd=ROOT, stdout=subprocess.PIPE, text=True
    )
    assert process.stdout
    assert process.stdout.readline() == "ready\n"
    os.kill(process.pid, signal.SIGINT)
    assert process.communicate(timeout=60)[0] == "heard\n"
