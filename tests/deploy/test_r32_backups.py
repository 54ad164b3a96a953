"""R32: what the README says of backups, done: a dump is restored and read again."""

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import quote

import pytest
from django.conf import settings
from django.db import connection

from config.launch.binaries import MAJOR, find_binaries
from games.models import Game, StockDeal
from stats.models import GameResult
from tests.games.conftest import Player, nearly_won, stock_up
from tests.readme import README
from tests.servers import database_url

pytestmark = pytest.mark.django_db(transaction=True)


def programs() -> str:
    """Where the programs of the server's own version are, as search path; newer ones write more."""
    is_embedded = connection.pg_version // 10_000 == MAJOR
    return f"{find_binaries(None)}:{os.environ['PATH']}" if is_embedded else os.environ["PATH"]


@pytest.fixture
def restored() -> Iterator[str]:
    """The address of a new, empty database."""
    name = f"{connection.settings_dict['NAME']}_restored"
    with connection.cursor() as cursor:
        cursor.execute(f'DROP DATABASE IF EXISTS "{name}" WITH (FORCE)')
        cursor.execute(f'CREATE DATABASE "{name}"')
    yield database_url().replace(f"/{quote(connection.settings_dict['NAME'])}?", f"/{name}?")
    with connection.cursor() as cursor:
        cursor.execute(f'DROP DATABASE "{name}" WITH (FORCE)')


def commands() -> list[str]:
    """The two scripts of the README's section: dump, and restore with a look at everything."""
    section = README.read_text().partition("## Backups")[2].partition("\n## ")[0]
    scripts = re.findall(r"```sh\n(.*?)```", section, re.DOTALL)
    assert len(scripts) == 2
    return scripts


def run(script: str, folder: Path, restored: str) -> "subprocess.CompletedProcess[str]":
    environment = {
        **os.environ,
        "PATH": f"{Path(sys.executable).parent}:{programs()}",
        "PYTHONPATH": str(settings.BASE_DIR),
        "DATABASE_URL": database_url(),
        "RESTORED_URL": restored,
        "SECRET_KEY": settings.SECRET_KEY,
    }
    script = script.replace("manage.py", str(settings.BASE_DIR / "manage.py"))
    return subprocess.run(
        ["bash", "-eu", "-c", script],
        cwd=folder,
        env=environment,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )


def some_games() -> None:
    stock_up(3)
    for _ in range(2):
        player = Player()
        won = nearly_won(player)
        player.play(won.game, *won.last)
        player.post(f"/games/{player.start()['id']}/resign")
        player.play(player.start(deal={"scheme": "ms", "number": 1}), "p")


def test_r32_a_dump_is_restored_whole(tmp_path: Path, restored: str) -> None:
    some_games()
    dump, restore = commands()
    done = run(dump, tmp_path, restored)
    assert done.returncode == 0, done.stderr
    done = run(restore, tmp_path, restored)
    assert done.returncode == 0, done.stderr
    assert f"{Game.objects.count()} games: every log replays" in done.stdout
    count = "SELECT count(*) FROM games_game UNION ALL SELECT count(*) FROM stats_gameresult"
    counts = run(f'psql -qtA -c "{count}" "$RESTORED_URL"', tmp_path, restored).stdout.split()
    assert counts == [str(Game.objects.count()), str(GameResult.objects.count())] == ["6", "4"]


@pytest.mark.parametrize(
    "damage",
    [
        "UPDATE games_game SET log = replace(log, ' ', ' 11:0 ') WHERE status = 'won'",
        "UPDATE stats_gameresult SET moves = moves + 1",
        "DELETE FROM stats_totals",
        "UPDATE games_stockdeal SET line = ''",
    ],
)
def test_r32_what_a_restored_database_lacks_is_found(
    tmp_path: Path, restored: str, damage: str
) -> None:
    some_games()
    dump, restore = commands()
    assert StockDeal.objects.exists()
    with connection.cursor() as cursor:
        cursor.execute(damage)
    assert run(dump, tmp_path, restored).returncode == 0
    done = run(restore, tmp_path, restored)
    assert done.returncode != 0
    assert "findings in 6 games" in done.stderr
