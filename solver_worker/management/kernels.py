"""Compiling the solvers' kernels before anybody asks: side by side, where they are missing."""

import multiprocessing
import os
import platform
from collections.abc import Callable, Iterable
from concurrent.futures import ProcessPoolExecutor
from contextlib import suppress
from hashlib import sha256
from pathlib import Path

import numba
from llvmlite.binding import get_host_cpu_name

from games.rules import RULES, VARIANTS, Rules, Variant, shuffled
from solver_worker import solver
from solver_worker.management.pieces import serve_parent
from solver_worker.solver import Limits, UnsupportedRules, find_line, verdict

Job = tuple[Callable[..., object], str]

_SEARCHES = (verdict, find_line)
_FEW = Limits(positions=100, megabytes=20)


def compile_all(stamp_folder: Path) -> None:
    """Leave all kernels on disk, as far as this machine keeps them; a stamp says that it was done.

    First one sort of rules of each variant, by several processes: what these share is then there
    when the others come, and nothing is compiled twice.
    """
    stamp = stamp_folder / f"kernels-{_state()}"
    if stamp.exists():
        return
    first, rest = _samples()
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(os.cpu_count(), context, initializer=serve_parent) as pool:
        for rules in (first, rest):
            list(pool.map(_try_out, _jobs(rules)))
    stamp_folder.mkdir(parents=True, exist_ok=True)
    for old in stamp_folder.glob("kernels-*"):
        old.unlink(missing_ok=True)
    stamp.touch()


def load_all() -> None:
    """Load every kernel into this process; what is not on disk is compiled now."""
    for rules in _samples():
        for job in _jobs(rules):
            _try_out(job)


def _state() -> str:
    """What the machine code was made from: the sources, Numba, Python, and the processor."""
    folder = Path(solver.__file__).parent
    facts = [(str(path), path.stat().st_mtime_ns) for path in sorted(folder.rglob("*.py"))]
    facts_of_all = [facts, numba.__version__, platform.python_version(), get_host_cpu_name()]
    return sha256(repr(facts_of_all).encode()).hexdigest()[:16]


def _samples() -> tuple[list[Rules], list[Rules]]:
    """Rules of each variant that between them need every kernel: one, and those far from it."""
    first, rest = [], []
    for variant in VARIANTS.values():
        usual, *others = [level.rules for level in variant.levels.values() if level.rules]
        first.append(usual)
        rest += [*others, *_extremes(variant)]
    return first, rest


def _extremes(variant: Variant) -> Iterable[Rules]:
    if variant.customs:
        yield variant.custom_rules({each.name: each.values[0] for each in variant.switches})
        yield variant.custom_rules({each.name: each.values[-1] for each in variant.switches})


def _jobs(samples: list[Rules]) -> list[Job]:
    return [(search, rules.id) for rules in samples for search in _SEARCHES]


def _try_out(job: Job) -> None:
    search, rules_id = job
    rules = RULES[rules_id]
    with suppress(UnsupportedRules):  # Then there is nothing to compile for them.
        search(rules.lay_out(shuffled(b"kernels")), _FEW)
