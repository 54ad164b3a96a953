"""Real workers, a beat and a Redis of the tests' own, to be started, stopped and killed."""

import os
import shutil
import signal
import subprocess
import time
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path

import pytest
import redis
from django.conf import settings
from django.utils import timezone

from config.launch import work
from config.launch.options import CHECKOUT, Options
from solver_worker.models import Heartbeat
from tests.servers import data_folder, database_url, free_port, logged_to

# A worker that finds no compiled kernels compiles them first.
START_SECONDS = 240


def wait_until(is_so: Callable[[], object], *, seconds: float = 30, what: str = "") -> None:
    """Look again and again until it is so."""
    end = time.monotonic() + seconds
    while not is_so():
        assert time.monotonic() < end, f"not in {seconds} s: {what}"
        time.sleep(0.05)


class Redis:
    """A redis-server that keeps nothing, always at the same address."""

    def __init__(self, folder: str) -> None:
        self.binary = shutil.which("redis-server")
        if self.binary is None:
            pytest.skip("Redis is not installed")
        self.folder = folder
        self.port = free_port()
        self.url = f"redis://127.0.0.1:{self.port}/0"
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start it, empty, and wait until it answers."""
        assert self.binary
        place = ["--port", str(self.port), "--bind", "127.0.0.1", "--dir", self.folder]
        self.process = subprocess.Popen(
            [self.binary, *place, "--save", "", "--appendonly", "no"], stdout=subprocess.DEVNULL
        )
        wait_until(self.answers, what="Redis answers")

    def answers(self) -> bool:
        """Whether it is there."""
        try:
            with redis.Redis.from_url(self.url) as client:
                return bool(client.ping())
        except redis.ConnectionError:
            return False

    def stop(self) -> None:
        """End it at once, as a crash would."""
        if self.process and self.process.poll() is None:
            self.process.kill()
            self.process.wait(10)

    def restart(self) -> None:
        """Let it crash and come back, empty."""
        self.stop()
        self.start()

    def empty(self) -> None:
        """Take everything from it."""
        with redis.Redis.from_url(self.url) as client:
            client.flushall()


class Workers:
    """The worker's processes as `make run` starts them, each in a process group of its own."""

    def __init__(
        self,
        *names: str,
        include: str = "",
        log: Path | None = None,
        checkout: Path = CHECKOUT,
        **environment: str,
    ) -> None:
        self.log, self.checkout = log, checkout
        self.environment = {
            **os.environ,
            "DATABASE_URL": database_url(),
            "SECRET_KEY": settings.SECRET_KEY,
            "DATA_DIR": data_folder(),
            # A stock that is full leaves the workers to the tests.
            "STOCK_SIZE": "0",
            "DAILY_SPARES": "0",
            **environment,
        }
        every = work.commands(Options.from_environment())
        self.commands = {name: every[name] for name in names or every}
        if include:
            for name in self.commands.keys() & {"The worker", "The solving worker"}:
                self.commands[name] = [*self.commands[name], "--include", include]
        self.processes: dict[str, subprocess.Popen[bytes]] = {}

    def __enter__(self) -> "Workers":
        self.start()
        return self

    def __exit__(self, *exc: object) -> None:
        self.end(signal.SIGTERM)

    def start(self) -> None:
        """Start all of them."""
        for name in self.commands:
            self.start_one(name)

    def start_one(self, name: str) -> None:
        """Start one of them, again."""
        with logged_to(self.log) as stderr:
            self.processes[name] = subprocess.Popen(
                self.commands[name],
                cwd=self.checkout,
                env=self.environment,
                stderr=stderr,
                start_new_session=True,
            )

    def await_life(self, *queues: str) -> None:
        """Wait until workers of these queues have done a task, from about now on."""
        now = timezone.now() - timedelta(seconds=1)
        alive = Heartbeat.objects.filter(queue__in=queues, at__gt=now)
        wait_until(
            lambda: alive.count() == len(queues), seconds=START_SECONDS, what=f"{queues} live"
        )

    def end(self, how: signal.Signals) -> None:
        """Send all of them, with their children, a signal and wait for their end."""
        for process in self.processes.values():
            if process.poll() is None:
                if how == signal.SIGKILL:
                    os.killpg(process.pid, how)
                else:
                    process.send_signal(how)
        for process in self.processes.values():
            try:
                process.wait(40)
            except subprocess.TimeoutExpired:
                os.killpg(process.pid, signal.SIGKILL)
                raise


def age(queue: str) -> timedelta:
    """How long ago a worker of the queue did a task."""
    found = Heartbeat.objects.filter(queue=queue).first()
    return timezone.now() - found.at if found else timedelta.max
