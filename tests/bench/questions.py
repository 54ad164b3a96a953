"""Questions to the solver over HTTP: from the request to the answer, with Redis and without."""

import shutil
from statistics import median, quantiles
from tempfile import TemporaryDirectory

from solver_worker.models import Solve
from tests.bench.requests import cpu_seconds, own_database, seconds_of
from tests.games.conftest import Player
from tests.servers import Client, Server
from tests.workers import Redis, Workers

GAMES = 100
QUOTAS = ",".join(f"{name}=1000000/minute" for name in ("games", "ops", "questions", "reads"))


def run() -> None:
    """Print how long hints, verdicts and analyses take, and what they cost."""
    with TemporaryDirectory() as folder, own_database():
        if shutil.which("redis-server"):
            redis = Redis(folder)
            redis.start()
            try:
                _measure("Redis", redis.url)
            finally:
                redis.stop()
        _measure("files", "")


def _measure(name: str, redis_url: str) -> None:
    environment = {"REDIS_URL": redis_url, "RATE_LIMITS": QUOTAS}
    with Server(**environment) as server, Workers(**environment) as workers:
        workers.await_life("fast", "solve")
        groups = [server.process.pid, workers.processes["The solving worker"].pid]
        player = Player()
        asking = _Asking(Client(server.port, player.token))
        for number in range(1, 6):
            asking.about(number)  # To warm up.
        asking.taken = {}
        before = sum(map(cpu_seconds, groups))
        for number in range(6, 6 + GAMES):
            asking.about(number)
        cpu = (sum(map(cpu_seconds, groups)) - before) / GAMES
    for kind, taken in asking.taken.items():
        p95 = quantiles(taken, n=20)[-1]
        print(
            f"{kind:9} by {name:6}  median {median(taken) * 1e3:6.1f} ms   p95 {p95 * 1e3:6.1f} ms"
            f"   (at most 150 on an idle machine)"
        )
    print(f"          by {name:6}  {cpu * 1e3:.0f} ms CPU for a whole game with all three")
    Solve.objects.all().delete()


class _Asking:
    """Plays a short game of Baker's Game and asks everything about it."""

    def __init__(self, client: Client) -> None:
        self.client = client
        self.taken: dict[str, list[float]] = {}

    def about(self, number: int) -> None:
        deal = {"deal": {"scheme": "ms", "number": number}}
        game = self._call("POST", "", {"variant": "bakers_game", "level": "medium", **deal})
        self._ask("POST", game["id"], "hint")
        self._ask("POST", game["id"], "verdict")
        self._call("POST", f"/{game['id']}/resign")
        self._ask("GET", game["id"], "analysis")

    def _ask(self, method: str, game_id: str, kind: str) -> None:
        taken = seconds_of(lambda: self._call(method, f"/{game_id}/{kind}"))
        self.taken.setdefault(kind, []).append(taken)

    def _call(self, method: str, path: str, body: object = None) -> dict:
        status, answer = self.client.call(method, f"/api/v1/games{path}", body)
        assert status in (200, 201, 202), answer
        return dict(answer)
