"""The server, its document, and what a client's program has to prove about its game."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from games.models import Game
from stats.models import GameResult
from tests.games.conftest import STOCK_ROWS, stock_up
from tests.servers import Client, Server

LINE = STOCK_ROWS[0][1]


@contextmanager
def served(folder: Path) -> Iterator[tuple[str, Path]]:
    """The address of a server with one easy deal, and the file with the document it serves."""
    stock_up(1)
    with Server() as server:
        status, document = Client(server.port).call("GET", "/api/v1/schema")
        assert status == 200
        file = folder / "openapi.json"
        file.write_text(json.dumps(document))
        yield f"http://127.0.0.1:{server.port}", file


def assert_won(printed: str) -> None:
    """The program has won the game that it says, and it counts."""
    told = json.loads(printed)
    game = Game.objects.select_related("player").get(pk=told["id"])
    assert game.status == "won"
    assert str(game.player_id) == told["player"]
    assert GameResult.objects.get(game_id=game.pk).won
