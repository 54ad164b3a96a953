"""An op and a read beside the yardstick request: the same server, the same run, turn by turn."""

import json
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median, quantiles
from time import perf_counter

from django.db import connection

from tests.games.conftest import Player
from tests.servers import Client, Server

GAMES = 12
TURNS = 90
STRETCH = 30
LIMITS = {"op": 1.6, "read": 1.2}


@contextmanager
def own_database() -> Iterator[None]:
    """A database of the benchmark's own, removed afterwards."""
    name = connection.settings_dict["NAME"]
    connection.creation.create_test_db(verbosity=0, autoclobber=True)
    try:
        yield
    finally:
        connection.creation.destroy_test_db(name, verbosity=0)


def cpu_seconds(group: int) -> float:
    """The processor time of all processes of a group so far."""
    ticks = 0
    for process in Path("/proc").glob("[0-9]*"):
        try:
            fields = (process / "stat").read_text().rpartition(")")[2].split()
        except OSError:
            continue
        if int(fields[2]) == group:
            ticks += int(fields[11]) + int(fields[12])
    return ticks / os.sysconf("SC_CLK_TCK")


class _Op:
    """Moves a card away and back, in games of between 60 and 150 ops, as games are."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.new_game()

    def new_game(self) -> None:
        player = Player()
        self.client = Client(self.port, player.token)
        self.game = player.start(deal={"scheme": "ms", "number": 1})
        self.game = player.play(self.game, *["72", "z"] * 30)

    def call(self) -> None:
        op = "z" if self.game["version"] % 2 else "72"
        body = {"base_version": self.game["version"], "ops": [op]}
        path = f"/api/v1/games/{self.game['id']}/ops"
        status, self.game = self.client.call("POST", path, body)
        assert status == 200, self.game


class _Read:
    """Reads the game that the op was played in, as after coming back to it."""

    def __init__(self, op: _Op) -> None:
        self.op = op

    def call(self) -> None:
        status, _ = self.op.client.call("GET", f"/api/v1/games/{self.op.game['id']}")
        assert status == 200


class _Yardstick:
    """Asks as the op does, by the same connection, for as little as can be asked."""

    def __init__(self, op: _Op) -> None:
        self.op = op

    def call(self) -> None:
        size = len(json.dumps(self.op.game, separators=(",", ":")))
        path = f"/yardstick/{self.op.game['id']}/{size}"
        status, _ = self.op.client.call("POST", path, {"base_version": 1, "ops": ["72"]})
        assert status == 200


def run() -> None:
    """Print medians of all three, and ratios in time and in processor time."""
    times: dict[str, list[float]] = {"op": [], "read": [], "yardstick": []}
    cpu = dict.fromkeys(times, 0.0)
    environment = {
        "DJANGO_SETTINGS_MODULE": "tests.bench.settings",
        "RATE_LIMITS": "ops=1000000/minute,reads=1000000/minute",
    }
    with own_database(), Server(**environment) as server:
        op = _Op(server.port)
        calls = {"op": op.call, "read": _Read(op).call, "yardstick": _Yardstick(op).call}
        for game in range(1 + GAMES):
            # The first game warms up. Short stretches of each kind by turns, so that a machine
            # that is slower for a while is slower for both.
            for _ in range(TURNS // STRETCH):
                for name, call in calls.items():
                    before = cpu_seconds(server.process.pid)
                    taken = [seconds_of(call) for _ in range(STRETCH)]
                    if game:
                        times[name] += taken
                        cpu[name] += cpu_seconds(server.process.pid) - before
            op.new_game()
    _report(times, {name: seconds / GAMES / TURNS for name, seconds in cpu.items()})


def seconds_of(call: Callable[[], None]) -> float:
    start = perf_counter()
    call()
    return perf_counter() - start


def _report(times: dict[str, list[float]], cpu: dict[str, float]) -> None:
    for name, taken in times.items():
        p95 = quantiles(taken, n=20)[-1]
        print(
            f"{name:9} request   median {median(taken) * 1e3:6.2f} ms   p95 {p95 * 1e3:6.2f} ms   "
            f"server CPU {cpu[name] * 1e3:6.2f} ms"
        )
    for name, limit in LIMITS.items():
        in_time = median(times[name]) / median(times["yardstick"])
        in_cpu = cpu[name] / cpu["yardstick"]
        ratio = f"{name} / yardstick"
        print(f"{ratio:19} {in_time:.2f} in time, {in_cpu:.2f} in CPU   (at most {limit})")
