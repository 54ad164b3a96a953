"""Compiled kernels that are kept on disk never outlive the sources that they were made from."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
KERNEL = """
from typing import NamedTuple
from solver_worker.solver.compiling import kernel

class {name}(NamedTuple):
    bits: int

@kernel
def low_bits(of):
    return of.bits & {mask}

print(low_bits({name}(255)), sum(low_bits.stats.cache_hits.values()))
"""


def answer(checkout: Path) -> str:
    """What the kernel of a checkout answers, and how often its code was found on disk."""
    done = subprocess.run(
        [sys.executable, "-c", "import solver_worker.solver.bakers_game.kernels.trial"],
        cwd=checkout,
        env=os.environ | {"PYTHONPATH": str(checkout)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


def test_code_is_kept_until_a_source_changes(tmp_path: Path) -> None:
    """Also where the old code speaks of a class that is gone, as after an update."""
    for package in ("games", "solver_worker"):
        without_caches = shutil.ignore_patterns("__pycache__")
        shutil.copytree(ROOT / package, tmp_path / package, ignore=without_caches)
    source = tmp_path / "solver_worker" / "solver" / "bakers_game" / "kernels" / "trial.py"
    source.write_text(KERNEL.format(name="Before", mask=15))
    assert [answer(tmp_path), answer(tmp_path)] == ["15 0", "15 1"]
    source.write_text(KERNEL.format(name="Afterwards", mask=7))
    assert [answer(tmp_path), answer(tmp_path)] == ["7 0", "7 1"]


def test_the_solver_answers_where_no_code_can_be_kept() -> None:
    """As in a container: neither the sources' folder nor the user's own can be written."""
    program = (
        "from numba.core.caching import CacheImpl\n"
        "CacheImpl._locator_classes = []\n"
        "from solver_worker.solver.compiling import kernel\n"
        "print(kernel(lambda bits: bits & 3)(7))\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert done.stdout == "3\n"
