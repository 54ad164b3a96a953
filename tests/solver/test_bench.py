"""The bench prints its tables, with Freecell Solver or without, and writes nothing else."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from games.rules import RULES

ROOT = Path(__file__).parents[2]
OURS = re.compile(r"^ +[\d.,]+ +1\.0 +[\d,]+ +10 +0  ours$", re.MULTILINE)
THEIRS = re.compile(r"^ +[\d.,]+ +[\d.]+ +[\d,]+ +(\d+) +(\d+)  fc-solve", re.MULTILINE)


def bench(*arguments: str, path: str) -> str:
    done = subprocess.run(
        [sys.executable, "-m", "tests.bench.solver", *arguments],
        cwd=ROOT,
        env=os.environ | {"PATH": path, "PYTHONDONTWRITEBYTECODE": "1"},
        capture_output=True,
        text=True,
        check=True,
        timeout=300,
    )
    assert done.stderr == ""
    return done.stdout


def test_it_does_without_freecell_solver() -> None:
    printed = bench(
        *("--starts", "1", "--deals", "50", "--lines", "3", "--cells", "4"),
        *("--verdicts", "30", "--rules", "dozen-1"),
        path="",
    )
    assert re.search(r"^ +\d+\.\d\d +\d+\.\d\d +\d+ +\d+  verdict$", printed, re.MULTILINE)
    assert "freecell-solver-range-parallel-solve is not installed" in printed
    assert OURS.search(printed)
    assert not THEIRS.search(printed)
    assert len(re.findall(r", 0 without a line$", printed, re.MULTILINE)) == 2
    assert re.search(r" +30 +0 +0 +100.0% +0.0% +99-99.9  bakers-dozen-1$", printed, re.MULTILINE)


def test_it_has_a_row_for_every_rules_object() -> None:
    printed = bench(
        *("--starts", "0", "--deals", "0", "--lines", "0", "--verdicts", "2"),
        path="",
    )
    assert re.findall(r"  (\S+)$", printed, re.MULTILINE)[-len(RULES) :] == list(RULES)
    assert len(re.findall(r"no solver  freecell-1$", printed, re.MULTILINE)) == 1


def test_it_compares_with_freecell_solver() -> None:
    if not shutil.which("freecell-solver-range-parallel-solve"):
        pytest.skip("freecell-solver-range-parallel-solve is not installed")
    printed = bench(
        *("--starts", "0", "--deals", "50", "--lines", "0", "--cells", "4", "--verdicts", "0"),
        path=os.environ["PATH"],
    )
    assert OURS.search(printed)
    assert THEIRS.findall(printed)[1:] == [("10", "0"), ("10", "0")]
