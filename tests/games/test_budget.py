"""R31: what an endpoint asks of the database does not grow, and has a limit."""

from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from games.services.daily import lay_dailies
from stats.days import day_of
from stats.models import BoardEntry
from tests.games.conftest import Player, line_of, nearly_won, stock_up

AUTHENTICATION = 1


def statements(call: Callable[[], Any]) -> list[str]:
    """The statements of a request beyond authentication and the bounds of transactions."""
    with CaptureQueriesContext(
        connection,
    ) as captured:
        answer = call()
    assert answer.status_code < 300, answer.content
    bounds = ("SAVEPOINT", "RELEASE", "ROLLBACK", "BEGIN", "COMMIT")
    sql = [query["sql"] for query in captured if not query["sql"].startswith(bounds)]
    return sql[AUTHENTICATION:]


def test_r31_an_op_takes_two_statements(player: Player) -> None:
    game = player.start(deal={"scheme": "ms", "number": 1})
    sql = statements(lambda: player.send(game, "1a", "2b", "z"))
    assert [line.partition(" ")[0] for line in sql] == ["SELECT", "UPDATE"]


def test_r31_a_winning_op_takes_at_most_six_more(player: Player, stock: None) -> None:
    won = nearly_won(player)
    assert len(statements(lambda: player.send(won.game, *won.last))) <= 8


def test_r31_winning_a_daily_takes_no_more(player: Player, spares: None) -> None:
    game = player.put(f"/dailies/{day_of(timezone.now())}/bakers_game/attempt").json()
    *moves, last = line_of(game)
    game = player.play(game, *moves)
    sql = statements(lambda: player.send(game, last))
    assert len(sql) <= 8, sql
    assert BoardEntry.objects.filter(board__startswith="daily").exists()


def test_r31_reading_a_game_takes_one(player: Player) -> None:
    game = player.start()
    assert len(statements(lambda: player.get(f"/games/{game['id']}"))) == 1


@pytest.mark.parametrize("path", ["/games?limit=25", "/me/results?limit=100", "/me/stats"])
def test_r31_lists_take_as_many_for_many_rows_as_for_few(player: Player, path: str) -> None:
    player.start(abandon_active=True)
    player.start("hard", abandon_active=True)
    few = len(statements(lambda: player.get(path)))
    for level in ("medium", "hard", "custom") * 6:
        player.start(level, abandon_active=True)
    assert len(statements(lambda: player.get(path))) == few <= 2


def test_r31_a_long_log_costs_no_more_statements(player: Player) -> None:
    game = player.start(deal={"scheme": "ms", "number": 1})
    for _ in range(5):
        game = player.play(game, *["72", "z"] * 100)
    assert game["version"] == 1000
    assert len(statements(lambda: player.send(game, "72"))) == 2


def test_r31_an_op_in_a_daily_takes_two_statements_too(player: Player, spares: None) -> None:
    game = player.put(f"/dailies/{day_of(timezone.now())}/bakers_game/attempt").json()
    sql = statements(lambda: player.send(game, "1a", "2b", "z"))
    assert [line.partition(" ")[0] for line in sql] == ["SELECT", "UPDATE"]


def test_r31_dailies_take_as_many_for_many_as_for_few(player: Player, one_daily: None) -> None:
    stock_up(1, "medium")
    today = day_of(timezone.now())
    paths = ("/dailies", f"/dailies?month={today:%Y-%m}", f"/dailies/{today}")
    lay_dailies(timezone.now())
    few = [len(statements(lambda path=path: player.get(path))) for path in paths]
    stock_up(35, "medium")
    lay_dailies(timezone.now())
    player.put(f"/dailies/{today}/bakers_game/attempt")
    assert [len(statements(lambda path=path: player.get(path))) for path in paths] == few
    assert max(few) <= 6


def test_r31_coming_back_to_an_attempt_takes_two(player: Player, spares: None) -> None:
    path = f"/dailies/{day_of(timezone.now())}/bakers_game/attempt"
    player.put(path)
    assert len(statements(lambda: player.put(path))) == 2
