"""A client made from the served document by openapi-python-client type-checks and wins a game."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.clients.service import LINE, assert_won, served

PROGRAM = Path(__file__).with_name("play.py")
# Strict checking finds these in the generator's own text, which is the same for every document.
OF_THE_GENERATOR = re.compile(r'\S+/client\.py:\d+: error: Argument 1 to "__a?exit__" of ')


def run(folder: Path, *command: str) -> subprocess.CompletedProcess[str]:
    """A program of Python's that finds the client in the folder."""
    return subprocess.run(
        [sys.executable, *command],
        cwd=folder,
        env={
            **os.environ,
            # The generator calls ruff by its name.
            "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}",
            "PYTHONPATH": str(folder),
            "MYPYPATH": str(folder),
        },
        capture_output=True,
        text=True,
        timeout=120,
    )


@pytest.mark.django_db(transaction=True)
def test_the_python_client_type_checks_and_wins_a_game(tmp_path: Path) -> None:
    with served(tmp_path) as (address, document):
        made = run(
            tmp_path, "-m", "openapi_python_client", "generate", "--path", str(document),
            "--output-path", str(tmp_path / "patience_client"), "--meta", "none",
            "--fail-on-warning",
        )  # fmt: skip
        assert made.returncode == 0, made.stdout + made.stderr
        assert "Warning" not in made.stdout + made.stderr
        played = run(tmp_path, str(PROGRAM), address, LINE)
        assert played.returncode == 0, played.stderr
    assert_won(played.stdout)
    checked = run(
        tmp_path, "-m", "mypy", "--strict", "--config-file", os.devnull,
        str(tmp_path / "patience_client"), str(PROGRAM),
    )  # fmt: skip
    errors = [line for line in checked.stdout.splitlines() if ": error: " in line]
    assert not [line for line in errors if not OF_THE_GENERATOR.match(line)]
    assert "checked 1" in checked.stdout or "no issues" in checked.stdout
