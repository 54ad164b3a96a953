"""A worker has every kernel before its first question, and compiles none twice."""

import gc
import subprocess
import sys
from pathlib import Path

import pytest
from numba.core.dispatcher import Dispatcher

from games.rules import VARIANTS, numbered_deck
from solver_worker.management import kernels
from solver_worker.management.kernels import compile_all, load_all
from solver_worker.solver import Effort, UnsupportedRules, solve


def compiled() -> int:
    """How many forms of kernels this process has."""
    return sum(len(each.signatures) for each in gc.get_objects() if isinstance(each, Dispatcher))


def ask_everything() -> None:
    """Solve a deal of every level, and of every value of every switch."""
    deck = numbered_deck("ms", 617)
    for variant in VARIANTS.values():
        chosen = [level.rules for level in variant.levels.values() if level.rules]
        for rules in [*chosen, *variant.customs.values()]:
            try:
                solve(rules.lay_out(deck), kernels._FEW, Effort.PAR)
            except UnsupportedRules:
                continue


def test_after_loading_no_question_compiles_anything() -> None:
    load_all()
    before = compiled()
    assert before
    ask_everything()
    assert compiled() == before


def test_what_was_compiled_is_not_compiled_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "state"
    compile_all(folder)
    stamps = list(folder.iterdir())
    assert len(stamps) == 1
    monkeypatch.setattr(kernels, "ProcessPoolExecutor", None)
    compile_all(folder)
    assert list(folder.iterdir()) == stamps


def test_kernels_from_other_sources_are_compiled_anew(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "kernels-of-old").touch()
    compile_all(tmp_path)
    (stamp,) = tmp_path.iterdir()
    assert stamp.name not in ("kernels-of-old", "kernels-")
    monkeypatch.setattr(kernels.numba, "__version__", "another")
    compile_all(tmp_path)
    assert list(tmp_path.iterdir()) != [stamp]


def test_the_tasks_are_known_without_the_solver() -> None:
    """The workers of quick tasks and the beat have no use for a hundred megabytes of it."""
    program = (
        "import sys, django; django.setup()\n"
        "from config.celery import app; app.loader.import_default_modules()\n"
        "assert 'solver_worker.solve.question' in app.tasks\n"
        "print(*{'numpy', 'numba'} & set(sys.modules))\n"
    )
    loaded = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert loaded.stdout.split() == []
