"""A server that dies in the middle of its work forgets nothing it has acknowledged."""

import http.client
import random
import signal
import threading
import time
from typing import Any

import pytest

from games.rules import Playthrough
from tests.games.conftest import Player, stored
from tests.servers import Client, Server

ROUNDS = 4
PLAYERS = 8


def play_until_cut_off(server: Server, player: Player, game: dict[str, Any]) -> None:
    """Move a card to a cell and back, noting each version that was acknowledged."""
    client = Client(server.port, player.token)
    try:
        while True:
            version = game["version"]
            body = {"base_version": version, "ops": ["1a" if version % 2 == 0 else "z"]}
            status, answer = client.call("POST", f"/api/v1/games/{game['id']}/ops", body)
            assert status == 200, answer
            game["version"] = answer["version"]
    except (OSError, http.client.HTTPException):
        return


@pytest.mark.django_db(transaction=True)
def test_r01_no_acknowledged_op_is_missing_after_kill_9() -> None:
    players = [Player() for _ in range(PLAYERS)]
    games = [player.start(deal={"scheme": "ms", "number": 1}) for player in players]
    server = Server(RATE_LIMITS="ops=100000/minute")
    for _ in range(ROUNDS):
        server.start()
        threads = [
            threading.Thread(target=play_until_cut_off, args=(server, player, game))
            for player, game in zip(players, games, strict=True)
        ]
        before = sum(game["version"] for game in games)
        for thread in threads:
            thread.start()
        time.sleep(random.uniform(0.3, 0.8))
        server.end(signal.SIGKILL)
        for thread in threads:
            thread.join(60)
            assert not thread.is_alive()
        assert sum(game["version"] for game in games) > before
        for game in games:
            row = stored(game)
            # What was written but not acknowledged may be there; the client sends it again.
            assert row.version in (game["version"], game["version"] + 1)
            replayed = Playthrough(row.playthrough.rules, row.playthrough.deck)
            for op in row.playthrough.log:
                replayed = replayed.append(replayed.version, [op.text], op.at_ms)
            assert replayed.position == row.playthrough.position
            game["version"] = row.version
