"""A client of openapi-typescript and openapi-fetch type-checks and wins a game."""

import shutil
import subprocess
from pathlib import Path

import pytest

from tests.clients.service import LINE, assert_won, served

SOURCES = Path(__file__).parent / "typescript"
# What npm and Node say when there is no network.
OFFLINE = ("ENOTFOUND", "EAI_AGAIN", "ECONNREFUSED", "ECONNRESET", "ETIMEDOUT", "ENETUNREACH")


def run(folder: Path, *command: str) -> subprocess.CompletedProcess[str]:
    """A program in the folder, with what it printed."""
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=100)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """The program's folder with the locked packages in it."""
    if not shutil.which("npm"):
        pytest.skip("npm is not installed")
    shutil.copytree(SOURCES, tmp_path, dirs_exist_ok=True)
    done = run(
        tmp_path, "npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund", "--prefer-offline"
    )
    if done.returncode and any(code in done.stderr for code in OFFLINE):
        pytest.skip("npm reaches no registry")
    assert done.returncode == 0, done.stderr
    return tmp_path


@pytest.mark.django_db(transaction=True)
def test_the_typescript_client_type_checks_and_wins_a_game(folder: Path) -> None:
    programs = folder / "node_modules" / ".bin"
    with served(folder) as (address, document):
        made = run(
            folder, str(programs / "openapi-typescript"), str(document), "--output", "schema.d.ts"
        )
        assert made.returncode == 0, made.stderr
        assert "warn" not in (made.stdout + made.stderr).lower()
        checked = run(folder, str(programs / "tsc"), "--project", ".")
        assert checked.returncode == 0, checked.stdout
        played = run(folder, "node", "made/play.js", address, LINE)
        assert played.returncode == 0, played.stderr
    assert_won(played.stdout)


def test_the_lock_names_no_registry_and_pins_everything() -> None:
    lock = (SOURCES / "package-lock.json").read_text()
    assert "resolved" not in lock
    assert lock.count('"integrity": "sha512-') == lock.count('"node_modules/') > 10
