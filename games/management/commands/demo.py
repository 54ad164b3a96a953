"""Play an easy game to its end over HTTP, as a new guest, and show the table meanwhile."""

import http.client
import json
import time
from typing import Any
from urllib.parse import urlsplit

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import DatabaseError

from games.models import StockDeal

_BAR = 40
_BACK_TO_TOP = "\x1b[H\x1b[J"
_PLAIN_STEP = 20


class Client:
    """A client of the JSON API that keeps its connection and its token."""

    def __init__(self, url: str) -> None:
        parts = urlsplit(url)
        if parts.scheme != "http" or not parts.hostname:
            raise CommandError(f"not an http address: {url}")
        self.connection = http.client.HTTPConnection(parts.hostname, parts.port or 80, timeout=30)
        self.headers = {"Content-Type": "application/json"}

    def call(self, method: str, path: str, body: object = None) -> Any:
        """The decoded answer; `CommandError` with the problem when it is none of success."""
        sent = None if body is None else json.dumps(body)
        try:
            self.connection.request(method, f"/api/v1{path}", sent, self.headers)
            response = self.connection.getresponse()
            answer = json.loads(response.read())
        except (OSError, http.client.HTTPException) as failed:
            raise CommandError(f"{method} {path} got no answer: {failed}") from failed
        except ValueError:
            host = self.connection.host
            raise CommandError(
                f"What answers at {host}:{self.connection.port} is not Patience."
            ) from None
        if response.status >= 400:
            raise CommandError(f"{method} {path}: {answer['code']}: {answer['detail']}")
        return answer

    def sign_in_as_guest(self) -> None:
        """Become a new guest."""
        token = self.call("POST", "/guests", {"client": "app"})["token"]
        self.headers["Authorization"] = f"Bearer {token}"


def table(game: dict[str, Any]) -> str:
    """The table as text: cells and foundations above, the columns below."""
    piles: dict[str, list[dict[str, Any]]] = {}
    for pile in game["piles"]:
        piles.setdefault(pile["kind"], []).append(pile)
    above = [pile["cards"][-1] if pile["cards"] else "--" for pile in piles["cell"]]
    home = [pile["cards"][-1] if pile["cards"] else pile["id"] for pile in piles["foundation"]]
    columns = [pile["cards"] for pile in piles["column"]]
    rows = [" ".join(f"{pile['id']:>2} " for pile in piles["column"])]
    for depth in range(max(map(len, columns))):
        cards = (column[depth] if depth < len(column) else "" for column in columns)
        rows.append(" ".join(f"{card:>2} " for card in cards))
    return "\n".join([f"cells {' '.join(above)}   home {' '.join(home)}", "", *rows])


class Command(BaseCommand):
    """Reads the line that proves the deal from the database, as only the operator can."""

    help = "Play a counted easy game of Baker's Game to a win against a running server."

    def add_arguments(self, parser: CommandParser) -> None:
        """Where the server is, and how long to show each move."""
        parser.add_argument("--url", default="http://127.0.0.1:8000", help="the running server")
        parser.add_argument(
            "--delay", type=float, default=0.1, help="seconds to show each move on a terminal"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        """Play, then print the score and the player's statistics."""
        client = Client(options["url"])
        client.sign_in_as_guest()
        game = client.call("POST", "/games", {"variant": "bakers_game", "level": "easy"})
        line = self._line(game["deal"]["id"], options["url"])
        for done, move in enumerate(line, 1):
            body = {"base_version": game["version"], "ops": [move]}
            game = client.call("POST", f"/games/{game['id']}/ops", body)
            self._show(game, move, done, len(line), options["delay"])
        if game["status"] != "won":
            raise CommandError("the line in the stock did not win the game")
        self._report(game, client.call("GET", "/me/stats")["items"])

    def _line(self, deal_id: str, url: str) -> list[str]:
        try:
            return StockDeal.objects.get(deal_id=deal_id).line.split()
        except (StockDeal.DoesNotExist, DatabaseError) as missing:
            raise CommandError(
                f"The server at {url} has another database than this command: DATABASE_URL must "
                "name its one."
            ) from missing

    def _show(self, game: dict[str, Any], move: str, done: int, all_: int, delay: float) -> None:
        full = _BAR * done // all_
        bar = f"[{'#' * full}{'.' * (_BAR - full)}] {done}/{all_}  {move}"
        if self.stdout.isatty():
            self.stdout.write(f"{_BACK_TO_TOP}{bar}\n\n{table(game)}")
            self.stdout.flush()
            time.sleep(delay)
        elif done % _PLAIN_STEP == 1 or done == all_:
            self.stdout.write(f"{bar}\n{table(game)}\n")

    def _report(self, game: dict[str, Any], stats: list[dict[str, Any]]) -> None:
        score = game["score"]
        self.stdout.write(
            f"won in {game['moves']} moves and {game['clock']['elapsed_ms'] / 1000:.1f} s: "
            f"{score['total']} points = {score['cards']} for cards - {score['time_charge']} for "
            f"time + {score['bonus']} for the win"
        )
        for item in stats:
            self.stdout.write(
                f"{item['variant']} {item['level']}: {item['played']} played, {item['won']} won "
                f"({item['win_pct']} %), streak {item['current_streak']}, "
                f"best score {item['best_score']}"
            )
