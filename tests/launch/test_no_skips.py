import os
import subprocess
import sys
from pathlib import Path

from config.launch.options import CHECKOUT

SUITE = """
import pytest

@pytest.mark.skipif(True, reason="no redis-server")
def test_marked(): ...

def test_inside():
    pytest.skip("no browser")

@pytest.mark.xfail(reason="known")
def test_known():
    assert False

def test_fine(): ...
"""


def outcome(folder: Path, *plugin: str) -> str:
    command = [sys.executable, "-m", "pytest", *plugin, "-q", "-c", "/dev/null", str(folder)]
    # Only pytest itself, which is all this is about and starts faster.
    environment = os.environ | {"PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
    return subprocess.run(
        command, cwd=CHECKOUT, env=environment, capture_output=True, text=True, check=False
    ).stdout


def test_skipped_tests_and_modules_fail_under_the_plugin(tmp_path: Path) -> None:
    (tmp_path / "test_some.py").write_text(SUITE)
    assert "1 passed, 2 skipped, 1 xfailed" in outcome(tmp_path)
    output = outcome(tmp_path, "-p", "tests.no_skips")
    assert "1 failed, 1 passed, 1 xfailed, 1 error" in output
    assert "no redis-server" in output
    assert "no browser" in output

    (tmp_path / "test_other.py").write_text(
        "import pytest\npytest.importorskip('no_such_module')\n"
    )
    output = outcome(tmp_path, "-p", "tests.no_skips")
    assert "1 error" in output
    assert "no_such_module" in output
