"""A database without room or without a free connection: 503 while it lasts, and nothing is lost."""

import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import psycopg
import pytest
from django.conf import settings
from django.db import connection

from config.launch.folders import clusters_folder, make_folder
from games.models import Game
from stats.models import GameResult
from tests.games.conftest import Player
from tests.postgres import Postgres, own_postgres
from tests.servers import Client, Server

QUOTAS = "ops=100000/minute,games=100000/minute,reads=100000/minute"
START = {"variant": "bakers_game", "level": "medium", "abandon_active": True}


@pytest.fixture
def connected(django_db_setup: None, django_db_blocker: Any) -> Iterator[ExitStack]:
    """Leave to use a database that is not that of the other tests."""
    with django_db_blocker.unblock(), ExitStack() as stack:
        yield stack


def is_problem(status: int, answer: Any) -> bool:
    """Whether this is the one refusal that is allowed now."""
    assert (status, answer["status"], answer["code"]) == (503, 503, "temporarily_unavailable")
    assert answer["retryable"] is True
    return True


@pytest.fixture
def small_disk() -> Iterator[Path]:
    """A file system with room for a database and little more."""
    folder = clusters_folder(Path(settings.DATA_DIR))
    make_folder(folder)
    home = Path(tempfile.mkdtemp(prefix="tests-full-", dir=folder))
    mount = ["mount", "-t", "tmpfs", "-o", "size=256m,mode=755", "tmpfs", str(home)]
    if subprocess.run(mount, capture_output=True, check=False).returncode:
        home.rmdir()
        pytest.skip("a small file system can be mounted by root only")
    yield home
    subprocess.run(["umount", "--lazy", str(home)], check=True)
    home.rmdir()


def test_a_full_disk_is_503_until_there_is_room(small_disk: Path, connected: ExitStack) -> None:
    postgres = connected.enter_context(
        own_postgres(small_disk, max_wal_size="64MB", min_wal_size="32MB")
    )
    server = connected.enter_context(Server(RATE_LIMITS=QUOTAS))
    player = Player()
    client = Client(server.port, player.token)

    def start() -> tuple[int, Any]:
        return client.call("POST", "/api/v1/games", START)

    acknowledged = [start()[1]["id"] for _ in range(5)]
    ballast = small_disk / "ballast"
    _fill(ballast)
    for _ in range(3000):
        status, answer = start()
        if status != 201:
            break
        acknowledged.append(answer["id"])
    assert is_problem(status, answer)
    assert is_problem(*start())
    assert client.call("GET", f"/api/v1/games/{acknowledged[-1]}")[0] == 200
    assert client.call("GET", "/health/live")[0] == 200
    ballast.unlink()
    postgres.start()  # Had it ended for want of room to write its log, somebody would do this.
    status, answer = start()
    assert status == 201, answer
    acknowledged.append(answer["id"])
    _require_whole(acknowledged)


def _fill(ballast: Path) -> None:
    with ballast.open("wb", buffering=0) as file:
        for size in (1 << 20, 1 << 12, 1):
            try:
                while True:
                    file.write(b"0" * size)
            except OSError:
                continue


def _require_whole(acknowledged: list[str]) -> None:
    """All games that were acknowledged are there, none but the last is open, each lost once."""
    connection.close()  # It may have died with its server.
    assert {str(pk) for pk in Game.objects.values_list("pk", flat=True)} == set(acknowledged)
    assert Game.objects.get(status="active").pk.hex == acknowledged[-1].replace("-", "")
    assert GameResult.objects.filter(reason="replaced").count() == len(acknowledged) - 1


def test_no_free_connection_is_503_until_one_is_free(connected: ExitStack) -> None:
    postgres = connected.enter_context(own_postgres(max_connections="12"))
    player = Player()
    server = connected.enter_context(Server(RATE_LIMITS=QUOTAS))
    with ExitStack() as others:
        _take_all_connections(postgres, others)
        client = Client(server.port, player.token)
        assert is_problem(*client.call("POST", "/api/v1/games", START))
        assert is_problem(*client.call("GET", "/api/v1/me"))
        assert client.call("GET", "/health/live")[0] == 200
        assert client.call("GET", "/health/ready")[0] == 503
    status, game = client.call("POST", "/api/v1/games", START)
    assert status == 201, game
    assert client.call("GET", "/health/ready")[0] in (200, 503)
    assert Game.objects.get().pk.hex == game["id"].replace("-", "")


def _take_all_connections(postgres: Postgres, others: ExitStack) -> None:
    try:
        while True:
            others.enter_context(psycopg.connect(postgres.address("patience")))
    except psycopg.OperationalError as refused:
        assert "too many clients" in str(refused)


def test_a_database_that_is_killed_is_503_until_it_is_back(connected: ExitStack) -> None:
    postgres = connected.enter_context(own_postgres())
    player = Player()
    server = connected.enter_context(Server(RATE_LIMITS=QUOTAS))
    client = Client(server.port, player.token)
    first = client.call("POST", "/api/v1/games", START)[1]["id"]
    postgres.kill()
    assert is_problem(*client.call("POST", "/api/v1/games", START))
    assert is_problem(*client.call("GET", f"/api/v1/games/{first}"))
    assert client.call("GET", "/health/live")[0] == 200
    postgres.start()
    assert client.call("GET", f"/api/v1/games/{first}")[0] == 200
    second = client.call("POST", "/api/v1/games", START)[1]["id"]
    _require_whole([first, second])
