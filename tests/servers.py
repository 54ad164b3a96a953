"""A real web server on the tests' database, to be called, stopped and killed."""

import atexit
import http.client
import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import IO, Any
from urllib.parse import quote, urlencode

from django.conf import settings
from django.db import connection

START_SECONDS = 30


def database_url() -> str:
    """The address of the database that the tests are connected to now."""
    place = connection.settings_dict
    query = {key.lower(): place[key] for key in ("HOST", "PORT", "USER", "PASSWORD") if place[key]}
    return f"postgres:///{quote(place['NAME'])}?{urlencode(query)}"


@cache
def data_folder() -> str:
    """A folder for what the servers and workers of this run keep beside the database."""
    folder = tempfile.mkdtemp(prefix="patience-tests-")
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return folder


def free_port() -> int:
    """A port that nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@contextmanager
def logged_to(file: Path | None) -> Iterator[IO[bytes] | None]:
    """What a process shall have as its standard error: the end of a file, or the tests' own."""
    if file is None:
        yield None
        return
    with file.open("ab") as end:
        yield end


class Server:
    """Gunicorn with one worker of several threads, in a process group of its own."""

    def __init__(
        self, *, log: Path | None = None, checkout: Path = settings.BASE_DIR, **environment: str
    ) -> None:
        self.log, self.checkout = log, checkout
        self.port = free_port()
        self.environment = {
            **os.environ,
            "DATABASE_URL": database_url(),
            "SECRET_KEY": settings.SECRET_KEY,
            "PORT": str(self.port),
            "WEB_PROCESSES": "1",
            "DJANGO_SETTINGS_MODULE": "config.settings",
            "DATA_DIR": data_folder(),
            **environment,
        }
        self.process: subprocess.Popen[bytes] | None = None

    def __enter__(self) -> "Server":
        self.start()
        return self

    def __exit__(self, *exc: object) -> None:
        self.end(signal.SIGTERM)

    def start(self) -> None:
        """Start and wait until it answers."""
        command = [sys.executable, "-m", "gunicorn", "config.wsgi:application"]
        command += ["-c", "python:config.launch.server", "--log-level", "error"]
        with logged_to(self.log) as stderr:
            self.process = subprocess.Popen(
                command,
                cwd=self.checkout,
                env=self.environment,
                stderr=stderr,
                start_new_session=True,
            )
        end = time.monotonic() + START_SECONDS
        while time.monotonic() < end:
            try:
                status, _ = Client(self.port).call("GET", "/health/live")
            except OSError:
                time.sleep(0.05)
            else:
                assert status == 200, status
                return
        raise TimeoutError("the server did not start")

    def end(self, how: signal.Signals) -> None:
        """Send the whole group a signal and wait for its end."""
        assert self.process is not None
        if self.process.poll() is None:
            os.killpg(self.process.pid, how)
        self.process.wait(30)


class Client:
    """One kept connection to a server, with a player's token."""

    def __init__(self, port: int, token: str = "") -> None:
        self.connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
        self.headers = {"Content-Type": "application/json"}
        if token:
            self.headers["Authorization"] = f"Bearer {token}"

    def call(self, method: str, path: str, body: Any = None) -> tuple[int, Any]:
        """The status and the decoded body; `OSError` or `HTTPException` when there is none."""
        sent = None if body is None else json.dumps(body)
        self.connection.request(method, path, sent, self.headers)
        answer = self.connection.getresponse()
        content = answer.read()
        return answer.status, json.loads(content) if content else None
