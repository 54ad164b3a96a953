"""What the import contracts cannot see: pure packages load alone."""

import subprocess
import sys

import pytest

PURE = ("games.rules",)
# A package's parents are loaded with it, whatever the contracts say about the package itself.
WEB = ("django", "rest_framework", "redis", "celery", "allauth", "psycopg", "numpy", "numba")


@pytest.mark.parametrize("package", PURE)
def test_package_loads_nothing_of_the_web(package: str) -> None:
    program = (
        f"import sys, {package}\n"
        f"found = {{name.partition('.')[0] for name in sys.modules}}\n"
        f"print(*sorted(found & {set(WEB)!r}))\n"
    )
    loaded = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert loaded.stdout.split() == []


@pytest.mark.parametrize("package", PURE)
def test_package_loads_without_settings(package: str) -> None:
    subprocess.run([sys.executable, "-I", "-c", _from_here(package)], check=True, env={})


def _from_here(package: str) -> str:
    paths = [path for path in sys.path if path]
    return f"import sys; sys.path[:0] = {paths!r}; import {package}"
