"""The services' commands run as they stand, and answer players, outside of containers too."""

import os
import re
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import psycopg
import pytest

from config.launch.options import CHECKOUT
from tests.deploy import compose
from tests.servers import Client, database_url, free_port
from tests.solver_worker.test_metrics import TOKEN, read, total
from tests.workers import Redis, wait_until

pytestmark = pytest.mark.django_db(transaction=True)


class Services:
    """Processes with the commands and the environment of the file's services."""

    def __init__(self, given: dict[str, str], folder: Path) -> None:
        self.services = compose.services(given)
        self.folder = folder
        self.ports = {name: free_port() for name in ("web", "fast", "solve")}
        self.processes: dict[str, subprocess.Popen[bytes]] = {}

    def environment(self, name: str) -> dict[str, str]:
        counts = self.folder / f"counts-{name}"
        counts.mkdir(exist_ok=True)
        port = str(self.ports.get(name, ""))
        return {
            "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}",
            **self.services[name]["environment"],
            **{key: os.environ[key] for key in ("HOME", "NUMBA_CACHE_DIR") if key in os.environ},
            # What is a container's own is the test's here.
            "PORT": port,
            "METRICS_PORT": port,
            "DATA_DIR": str(self.folder),
            "PROMETHEUS_MULTIPROC_DIR": str(counts),
        }

    def _open(self, name: str, command: list[str]) -> subprocess.Popen[bytes]:
        environment = self.environment(name)
        program = shutil.which(command[0], path=environment["PATH"])
        assert program, command
        return subprocess.Popen([program, *command[1:]], cwd=CHECKOUT, env=environment)

    def run(self, name: str) -> int:
        """The status with which a service's command ends."""
        return self._open(name, self.services[name]["command"]).wait(300)

    def start(self, name: str) -> None:
        self.processes[name] = self._open(name, self.services[name]["command"])

    def is_healthy(self, name: str) -> bool:
        kind, *command = self.services[name]["healthcheck"]["test"]
        assert kind == "CMD"
        return self._open(name, command).wait(30) == 0

    def end(self) -> dict[str, int]:
        """Ask all to stop, and tell their statuses."""
        for process in self.processes.values():
            process.send_signal(signal.SIGTERM)
        grace = {
            name: int(re.sub(r"\D", "", self.services[name]["stop_grace_period"]))
            for name in self.processes
        }
        try:
            return {name: each.wait(grace[name]) for name, each in self.processes.items()}
        finally:
            for process in self.processes.values():
                process.kill()


@pytest.fixture
def given(tmp_path: Path) -> Iterator[dict[str, str]]:
    """The environment of an operator with an empty database and a Redis elsewhere."""
    name = f"test_compose_{os.getpid()}"
    with psycopg.connect(database_url(), autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name}")  # type: ignore[call-overload]
    redis = Redis(str(tmp_path))
    redis.start()
    yield {
        "SECRET_KEY": "k" * 50,
        "DATABASE_URL": re.sub(r"///[^?]*", f"///{name}", database_url()),
        "REDIS_URL": redis.url,
        "METRICS_TOKEN": TOKEN,
        "ALLOWED_HOSTS": "cards.example,127.0.0.1",
        "STOCK_SIZE": "0",
        "DAILY_SPARES": "0",
        "SOLVE_PROCESSES": "1",
    }
    redis.stop()
    with psycopg.connect(database_url(), autocommit=True) as connection:
        connection.execute(f"DROP DATABASE {name} WITH (FORCE)")  # type: ignore[call-overload]


def test_an_empty_database_becomes_a_service_that_answers(
    given: dict[str, str], tmp_path: Path
) -> None:
    services = Services(given, tmp_path)
    assert services.run("migrate") == 0
    try:
        for name in ("web", "fast", "solve", "beat"):
            assert not services.is_healthy(name)
            services.start(name)
        for name in services.processes:
            seconds = 240 if name == "solve" else 60
            wait_until(lambda name=name: services.is_healthy(name), seconds=seconds, what=name)
        port = services.ports["web"]
        _, guest = Client(port).call("POST", "/api/v1/guests", {"client": "app"})
        player = Client(port, guest["token"])
        body: dict[str, Any] = {"variant": "bakers_game", "level": "easy"}
        status, game = player.call("POST", "/api/v1/games", body)
        assert status == 201
        _, asked = player.call("POST", f"/api/v1/games/{game['id']}/verdict")

        def answer() -> Any:
            return Client(port, guest["token"]).call("GET", f"/api/v1/solves/{asked['id']}")[1]

        wait_until(lambda: answer()["status"] == "done", what="the worker answers")
        assert answer()["answer"]["verdict"] == "winnable"
        _, told = read(services.ports["solve"])
        assert total(told, "patience_solves_total", kind="verdict", verdict="winnable") == 1
        assert total(read(port)[1], "patience_database_up") == 1
        assert services.run("migrate") == 0  # Again changes nothing.
    finally:
        ended = services.end()
    assert ended == dict.fromkeys(ended, 0)
