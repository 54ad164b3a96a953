"""Running the solver's commands as a user does: inside this process, and in one of its own."""

import csv
import os
import subprocess
import sys
from io import StringIO
from pathlib import Path

from django.core.management import call_command

ROOT = Path(__file__).parents[2]
# The commands must not need it.
_ENVIRONMENT = os.environ | {
    # Buffered, as for most users: what could not be written is then tried once more at the end.
    "PYTHONUNBUFFERED": "",
    "DATABASE_URL": "postgres://nobody@127.0.0.1:1/none",
    "SECRET_KEY": "x",
}


HEADER = "number,verdict,moves,positions,seconds\n"


def solve(*arguments: object) -> str:
    out = StringIO()
    call_command("solve_deals", *map(str, arguments), stdout=out, stderr=StringIO())
    return out.getvalue()


def summary(*arguments: object) -> str:
    err = StringIO()
    call_command("solve_deals", *map(str, arguments), stdout=StringIO(), stderr=err)
    return err.getvalue()


def read(text: str) -> list[dict[str, str]]:
    return list(csv.DictReader(StringIO(text)))


def timeless(text: str) -> list[list[str]]:
    """The rows without the seconds, which are never the same twice."""
    return [[*row[:4], *row[5:]] for row in csv.reader(StringIO(text))]


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


def shell(line: str) -> tuple[int, str, str]:
    """Run a line of the shell, in which `$solve` stands for `manage.py`."""
    done = subprocess.run(
        ["sh", "-c", line.replace("$solve", f"'{sys.executable}' manage.py")],
        cwd=ROOT,
        env=_ENVIRONMENT,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=120,
    )
    return done.returncode, done.stdout, done.stderr
