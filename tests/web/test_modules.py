"""The client's modules by themselves: their own tests, run by Node."""

import json
import os
import shutil
import subprocess
from pathlib import Path

import pytest

from config.http import client

TESTS = sorted((Path(__file__).parent / "modules").glob("*.test.mjs"))
NODE = shutil.which("node")


@pytest.fixture
def modules(tmp_path: Path) -> Path:
    """Copies of the modules which Node takes for what they are, in spite of their names."""
    for path in client.FOLDER.glob("*.js"):
        shutil.copy(path, tmp_path)
    (tmp_path / "package.json").write_text(json.dumps({"type": "module"}))
    return tmp_path


@pytest.mark.skipif(NODE is None, reason="Node.js is not installed")
def test_modules_pass_their_own_tests(modules: Path) -> None:
    assert NODE is not None
    run = subprocess.run(
        [NODE, "--test", "--test-reporter=spec", *map(str, TESTS)],
        env={**os.environ, "CLIENT_MODULES": str(modules), "NODE_OPTIONS": "", "TZ": "UTC"},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert run.returncode == 0, run.stdout + run.stderr
    assert "skipped 0" in run.stdout
    assert "todo 0" in run.stdout
