"""What the import contracts cannot see: pure packages load alone."""

import subprocess
import sys

import pytest

PURE = ("games.rules",)
WITH_KERNELS = ("solver_worker.solver", "solver_worker.solver.bakers_game")
# A package's parents are loaded with it, whatever the contracts say about the package itself.
WEB = ("django", "rest_framework", "redis", "celery", "allauth", "psycopg")
KERNELS = ("numpy", "numba")


@pytest.mark.parametrize(
    ("package", "never"),
    [(each, WEB + KERNELS) for each in PURE] + [(each, WEB) for each in WITH_KERNELS],
)
def test_package_loads_nothing_of_the_web(package: str, never: tuple[str, ...]) -> None:
    program = (
        f"import sys, {package}\n"
        f"found = {{name.partition('.')[0] for name in sys.modules}}\n"
        f"print(*sorted(found & {set(never)!r}))\n"
    )
    loaded = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert loaded.stdout.split() == []


def test_the_web_process_loads_no_kernels() -> None:
    """Compiled code is the worker's: it takes seconds and a hundred megabytes."""
    program = (
        "import sys, config.wsgi\n"
        "from django.urls import get_resolver\n"
        "assert get_resolver().url_patterns\n"
        f"print(*sorted({{name.partition('.')[0] for name in sys.modules}} & {set(KERNELS)!r}))\n"
    )
    loaded = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert loaded.stdout.split() == []


@pytest.mark.parametrize("package", PURE + WITH_KERNELS)
def test_package_loads_without_settings(package: str) -> None:
    subprocess.run([sys.executable, "-I", "-c", _from_here(package)], check=True, env={})


def _from_here(package: str) -> str:
    paths = [path for path in sys.path if path]
    return f"import sys; sys.path[:0] = {paths!r}; import {package}"
