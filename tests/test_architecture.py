"""What the import contracts cannot see: pure packages load alone."""

import subprocess
import sys

import pytest

PURE = ("games.rules",)
WITH_KERNELS = ("solver_worker.solver", "solver_worker.solver.bakers_game")
# A package's parents are loaded with it, whatever the contracts say about the package itself.
WEB = ("django", "rest_framework", "redis", "celery", "allauth", "psycopg")
KERNELS = ("numpy", "numba")


def loaded(program: str, among: tuple[str, ...]) -> list[str]:
    """Which of these packages are there after a program of an interpreter of its own."""
    program += f"\nimport sys; print(*(name for name in {among!r} if name in sys.modules))"
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    return done.stdout.split()


@pytest.mark.parametrize(
    ("package", "never"),
    [(each, WEB + KERNELS) for each in PURE] + [(each, WEB) for each in WITH_KERNELS],
)
def test_package_loads_nothing_of_the_web(package: str, never: tuple[str, ...]) -> None:
    assert loaded(f"import {package}", never) == []


def test_the_web_process_loads_no_kernels() -> None:
    """Compiled code is the worker's: it takes seconds and a hundred megabytes."""
    program = (
        "import config.wsgi\n"
        "from django.urls import get_resolver\n"
        "assert get_resolver().url_patterns"
    )
    assert loaded(program, KERNELS) == []


@pytest.mark.parametrize("package", PURE + WITH_KERNELS)
def test_package_loads_without_settings(package: str) -> None:
    subprocess.run([sys.executable, "-I", "-c", _from_here(package)], check=True, env={})


def _from_here(package: str) -> str:
    paths = [path for path in sys.path if path]
    return f"import sys; sys.path[:0] = {paths!r}; import {package}"
