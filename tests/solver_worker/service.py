"""A whole service on a Redis of its own, and the players who call it."""

import signal
from pathlib import Path
from typing import Any

from celery import Celery

from config.queues import REDIS_OPTIONS
from solver_worker.models import Solve
from tests.games.conftest import Player
from tests.servers import Client, Server
from tests.workers import Redis, Workers

QUOTAS = "ops=100000/minute,games=100000/minute,questions=100000/minute,reads=100000/minute"
SOLVING = "The solving worker"


class Service:
    """A web server, workers and a beat on a Redis of their own."""

    def __init__(self, folder: Path, *, log: Path | None = None, **environment: str) -> None:
        self.hooks = folder
        self.redis = Redis(str(folder))
        environment |= {"REDIS_URL": self.redis.url, "HOOKS": str(folder)}
        self.web = Server(log=log, RATE_LIMITS=QUOTAS, **environment)
        self.workers = Workers(include="tests.solver_worker.hooks", log=log, **environment)

    def start(self) -> None:
        self.redis.start()
        self.workers.start()
        self.web.start()

    def end(self) -> None:
        self.workers.end(signal.SIGTERM)
        self.web.end(signal.SIGTERM)
        self.redis.stop()

    def await_life(self) -> None:
        """Wait until workers of both queues take tasks."""
        for queue in ("fast", "solve"):
            self.send("solver_worker.heartbeat", queue, queue=queue)
        self.workers.await_life("fast", "solve")

    def send(self, task: str, *ids: str, **options: str) -> None:
        """Send a task as the web server does."""
        app = Celery("sender", set_as_current=False)
        app.config_from_object("config.queues")
        app.conf.update(
            broker_url=self.redis.url, broker_transport=None, broker_transport_options=REDIS_OPTIONS
        )
        app.send_task(task, ids, **options)


class Caller:
    """A player at a connection of their own; every answer must be a good one."""

    def __init__(self, service: Service) -> None:
        self.port, self.token = service.web.port, Player().token

    def call(self, method: str, path: str, body: Any = None) -> dict[str, Any]:
        # A connection each: the server closes one that is idle for some seconds.
        status, answer = Client(self.port, self.token).call(method, f"/api/v1{path}", body)
        assert 200 <= status < 300, (method, path, answer)
        return dict(answer)

    def start(self, number: int | None = None) -> dict[str, Any]:
        deal = {"deal": {"scheme": "ms", "number": number}} if number else {}
        return self.call("POST", "/games", {"variant": "bakers_game", "level": "medium", **deal})

    def ask(self, game: dict[str, Any], kind: str = "hint") -> Solve:
        """The row of a question, unsaved: threads have no connection to the database."""
        method = "GET" if kind == "analysis" else "POST"
        asked = self.call(method, f"/games/{game['id']}/{kind}")
        return Solve(pk=asked["id"], game_id=asked["game_id"])

    def play(self, number: int | None = None) -> None:
        """A short game, with a question in the middle and one at the end."""
        game = self.start(number)
        move = game["legal_moves"][0]["move"]
        body = {"base_version": 0, "ops": [move, "z"]}
        self.call("POST", f"/games/{game['id']}/ops", body)
        self.ask(game)
        self.call("POST", f"/games/{game['id']}/resign")
        self.ask(game, "analysis")
