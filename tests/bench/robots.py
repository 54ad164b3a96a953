"""Players that never tire: what they do, how long each thing takes, and what was promised them."""

import http.client
import threading
import time
from collections import defaultdict
from collections.abc import Sequence
from random import Random
from typing import Any
from uuid import UUID

from django.db import DatabaseError, connection

from games.management.commands.load_stock import FOLDER
from games.models import Game
from stats.models import GameResult
from tests.servers import Client

# How often each thing is done. A yardstick request comes on top, to compare with.
WEIGHTS = {"op": 70, "read": 20, "board": 4, "start": 3, "hint": 3, "yardstick": 5}
LEVELS = ("bakers_game", "bakers_dozen", "good_measure", "baroness")
BOARDS = ("best_score", "best_time", "best_streak")
# An answer that says so is asked for again, as clients do.
RETRIED = (502, 503, 504)
PATIENCE_SECONDS = 120
# So many moves before the end of a line no single move wins.
SURELY_OPEN = 20


def winning_lines() -> dict[str, list[str]]:
    """The lines of all proven deals that come with the project, by their decks."""
    rows = (
        row.split("\t")
        for file in FOLDER.glob("*.tsv")
        for row in file.read_text().splitlines()
        if not row.startswith("#")
    )
    return {deck: line.split() for deck, line in rows}


class Robot(threading.Thread):
    """Plays easy games until told to stop, one request at a time, and keeps what was acknowledged.

    `is_stubborn` says that a server that is gone, or says that something is missing, is asked
    again until it answers; otherwise each such answer is an error.
    """

    def __init__(
        self, ports: Sequence[int], seed: int, stop: threading.Event, *, is_stubborn: bool = False
    ) -> None:
        super().__init__(daemon=True)
        self.stop, self.is_stubborn = stop, is_stubborn
        self.choose = Random(seed)
        self.lines = winning_lines()
        self.times: dict[str, list[float]] = defaultdict(list)
        self.errors: list[str] = []
        # Of every game the ops that were acknowledged, and how it ended if it did.
        self.logs: dict[str, list[str]] = defaultdict(list)
        self.ends: dict[str, str] = {}
        # Each request goes to any of them, as behind a balancer.
        self.clients = [Client(port) for port in ports]
        self.game: dict[str, Any] = {}
        self.line: list[str] = []

    def run(self) -> None:
        """Begin as a guest, and play."""
        try:
            guest = self._ask("guest", "POST", "/guests", {"client": "app"})
            for client in self.clients:
                client.headers["Authorization"] = f"Bearer {guest['token']}"
            names, weights = zip(*WEIGHTS.items(), strict=True)
            self._start()
            while not self.stop.is_set():
                getattr(self, f"_{self.choose.choices(names, weights)[0]}")()
        except _Stopped:
            pass
        finally:
            connection.close()

    def _start(self) -> None:
        body = {
            "id": str(UUID(int=self.choose.getrandbits(128), version=4)),
            "variant": self.choose.choice(LEVELS),
            "level": "easy",
            "abandon_active": True,
        }
        self.game = self._ask("start", "POST", "/games", body)
        self.line = list(self.lines.get(self._deck(), []))

    def _deck(self) -> str:
        """The game's deck, from the database itself: nobody else would tell."""
        while True:
            try:
                return Game.objects.values_list("deal__deck", flat=True).get(pk=self.game["id"])
            except DatabaseError:
                if not self.is_stubborn or self.stop.is_set():
                    raise _Stopped from None
                connection.close()
                time.sleep(0.1)

    def _op(self) -> None:
        """One to three ops: along the line that wins, or astray and back."""
        if self.game["status"] != "active":
            self._start()
        if not self.line:
            ops = [self.game["legal_moves"][0]["move"]] if self.game["legal_moves"] else ["z"]
        elif len(self.line) > SURELY_OPEN and self.choose.random() < 0.2:
            ops = [self.choose.choice(self.game["legal_moves"])["move"], "z"]
        else:
            ops = self.line[: self.choose.randint(1, 3)]
            self.line = self.line[len(ops) :]
        body = {"base_version": self.game["version"], "ops": ops}
        self.game = self._ask("op", "POST", f"/games/{self.game['id']}/ops", body)
        self.logs[self.game["id"]] += ops
        if self.game["status"] != "active":
            self.ends[self.game["id"]] = self.game["status"]

    def _read(self) -> None:
        paths = (f"/games/{self.game['id']}", "/me/stats", "/games?limit=5", "/dailies")
        self._ask("read", "GET", self.choose.choices(paths, (7, 1, 1, 1))[0])

    def _board(self) -> None:
        board = f"{self.choose.choice(BOARDS)}:{self.choose.choice(LEVELS)}:easy"
        self._ask("board", "GET", f"/leaderboards/{board}{self.choose.choice(['', '/me'])}")

    def _hint(self) -> None:
        if self.game["status"] == "active":
            self._ask("hint", "POST", f"/games/{self.game['id']}/hint", {}, expected=(200, 202))

    def _yardstick(self) -> None:
        path = f"../../yardstick/{self.game['id']}/4000"
        self._ask("yardstick", "POST", f"/{path}", {"base_version": 1, "ops": ["72"]})

    def _ask(
        self,
        name: str,
        method: str,
        path: str,
        body: Any = None,
        expected: tuple[int, ...] = (200, 201),
    ) -> Any:
        """The answer; raises `_Stopped` where there is none and it is time to stop, or is told."""
        address = path.removeprefix("/../..") if "yardstick" in path else f"/api/v1{path}"
        end = time.monotonic() + PATIENCE_SECONDS
        while True:
            client = self.choose.choice(self.clients)
            start = time.perf_counter()
            try:
                status, answer = client.call(method, address, body)
            except (OSError, http.client.HTTPException) as lost:
                status, answer = 0, repr(lost)
                client.connection.close()
            if status in expected:
                self.times[name].append(time.perf_counter() - start)
                return answer
            if not self.is_stubborn or status not in (0, *RETRIED) or time.monotonic() > end:
                self.errors.append(f"{method} {address}: {status} {answer}")
                raise _Stopped
            if self.stop.is_set():
                raise _Stopped
            time.sleep(0.05)


class _Stopped(Exception):
    """The robot has nothing more to do."""


def broken_promises(robots: list[Robot]) -> list[str]:
    """What was acknowledged and is not stored, or not once."""
    found = []
    for robot in robots:
        rows = Game.objects.in_bulk(robot.logs.keys())
        for game_id, ops in robot.logs.items():
            row = rows.get(UUID(game_id))
            stored = [entry.rpartition(":")[0] for entry in row.log.split()] if row else []
            if stored[: len(ops)] != ops:
                found.append(f"game {game_id}: acknowledged {len(ops)} ops, not stored as such")
        for game_id, status in robot.ends.items():
            results = GameResult.objects.filter(game_id=game_id, won=status == "won").count()
            if results != 1:
                found.append(f"game {game_id}: {status}, and {results} results")
    return found
