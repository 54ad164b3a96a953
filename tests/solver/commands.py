"""Running the solver's commands as a user does: `manage.py` in a process of its own."""

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
# The commands must not need it.
_ENVIRONMENT = os.environ | {
    "DATABASE_URL": "postgres://nobody@127.0.0.1:1/none",
    "SECRET_KEY": "x",
}


def start(*arguments: object, **options: object) -> subprocess.Popen[bytes]:
    """Start a command; what it writes can be read from the process."""
    return subprocess.Popen(
        [sys.executable, "manage.py", *map(str, arguments)],
        cwd=ROOT,
        env=_ENVIRONMENT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        **options,
    )


def run(*arguments: object, text: str = "") -> tuple[int, str, str]:
    """Run a command to its end: its status, stdout and stderr."""
    process = start(*arguments, stdin=subprocess.PIPE)
    out, err = process.communicate(text.encode(), timeout=120)
    return process.returncode, out.decode(), err.decode()
