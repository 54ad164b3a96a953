"""An op request beside the yardstick request: the same server, the same run, turn by turn."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median, quantiles
from time import perf_counter

from django.db import connection

from tests.games.conftest import Player
from tests.servers import Client, Server

TURNS = 600
WARM_UP = 50


@contextmanager
def _database() -> Iterator[None]:
    name = connection.settings_dict["NAME"]
    connection.creation.create_test_db(verbosity=0, autoclobber=True)
    try:
        yield
    finally:
        connection.creation.destroy_test_db(name, verbosity=0)


def _cpu_seconds(group: int) -> float:
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
    """Moves a card away and back, in the middle of a game."""

    def __init__(self, client: Client, player: Player) -> None:
        self.client = client
        self.game = player.start(deal={"scheme": "ms", "number": 1})
        self.game = player.play(self.game, *["72", "z"] * 30)

    def call(self) -> None:
        op = "z" if self.game["version"] % 2 else "72"
        body = {"base_version": self.game["version"], "ops": [op]}
        path = f"/api/v1/games/{self.game['id']}/ops"
        status, self.game = self.client.call("POST", path, body)
        assert status == 200, self.game


class _Yardstick:
    def __init__(self, client: Client, game_id: str) -> None:
        self.client, self.path = client, f"/yardstick/{game_id}"

    def call(self) -> None:
        status, _ = self.client.call("POST", self.path, {"base_version": 1, "ops": ["72"]})
        assert status == 200


def run() -> None:
    """Print medians of both, and their ratio in time and in processor time."""
    with (
        _database(),
        Server(
            ROOT_URLCONF="tests.bench.urls", RATE_LIMITS="ops=1000000/minute,games=1000/minute"
        ) as server,
    ):
        player = Player()
        client = Client(server.port, player.token)
        op = _Op(client, player)
        yardstick = _Yardstick(client, op.game["id"])
        times: dict[str, list[float]] = {"op": [], "yardstick": []}
        cpu: dict[str, float] = {"op": 0.0, "yardstick": 0.0}
        for turn in range(WARM_UP + TURNS):
            for name, call in (("op", op.call), ("yardstick", yardstick.call)):
                start = perf_counter()
                call()
                if turn >= WARM_UP:
                    times[name].append(perf_counter() - start)
        for name, call in (("op", op.call), ("yardstick", yardstick.call)):
            before = _cpu_seconds(server.process.pid)
            for _ in range(TURNS):
                call()
            cpu[name] = (_cpu_seconds(server.process.pid) - before) / TURNS
    for name, taken in times.items():
        p95 = quantiles(taken, n=20)[-1]
        print(
            f"{name:9} request   median {median(taken) * 1e3:6.2f} ms   p95 {p95 * 1e3:6.2f} ms   "
            f"server CPU {cpu[name] * 1e3:6.2f} ms"
        )
    print(
        f"op / yardstick      {median(times['op']) / median(times['yardstick']):.2f} in time, "
        f"{cpu['op'] / cpu['yardstick']:.2f} in server CPU   (at most 1.6)"
    )
