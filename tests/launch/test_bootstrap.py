import os
import runpy
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from config.launch.options import CHECKOUT


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A checkout with nothing to install, with a space in its path."""
    folder = tmp_path / "check out"
    (folder / "config" / "launch").mkdir(parents=True)
    shutil.copy(CHECKOUT / "config" / "launch" / "bootstrap.py", folder / "config" / "launch")
    shutil.copy(CHECKOUT / "Makefile", folder)
    (folder / "requirements").mkdir()
    for name in ("run.txt", "dev.txt"):
        (folder / "requirements" / name).write_text(f"# {name}\n")
    return folder


def install(checkout: Path) -> str:
    made = subprocess.run(
        ["make", "install"],
        cwd=checkout,
        env={"PATH": os.environ["PATH"], "PYTHON": sys.executable},
        capture_output=True,
        text=True,
        check=False,
    )
    assert made.returncode == 0, made.stdout + made.stderr
    return made.stdout


def test_packages_are_installed_once_and_again_when_the_lock_changes(checkout: Path) -> None:
    first = install(checkout)
    assert "Making .venv" in first
    assert "Installing requirements/dev.txt" in first
    assert install(checkout) == ""

    (checkout / "requirements" / "dev.txt").write_text("# another lock\n")
    assert install(checkout) == "==> Installing requirements/dev.txt into .venv\n"

    moved = checkout.with_name("moved elsewhere")
    checkout.rename(moved)
    assert install(moved) == ""

    (moved / ".venv" / "bin" / "python").unlink()
    assert "Making .venv" in install(moved)


def test_a_python_that_cannot_make_environments_is_named_with_the_remedy() -> None:
    bootstrap = runpy.run_path(str(CHECKOUT / "config" / "launch" / "bootstrap.py"))
    # The functions look their helpers up here.
    bootstrap["make_venv"].__globals__["run"] = lambda command, **_: 1
    with pytest.raises(SystemExit, match=r"python3-venv.*PYTHON="):
        bootstrap["make_venv"]()
