"""Replays of what stands on a daily's board: for everybody, but not before it closes."""

from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.db import connection
from django.test.utils import CaptureQueriesContext
from rest_framework.test import APIClient

from games.rules.verify import check
from stats.models import BoardEntry
from tests.games.by_hand import full, own_lines, win_by_hand
from tests.games.conftest import Player
from tests.games.test_dailies import BOARD_CLOSES, MORNING, attempt


@pytest.fixture(autouse=True)
def clock(spares: None, stock: None) -> Any:
    """A clock that stands until it is moved."""
    with time_machine.travel(MORNING, tick=False) as traveller:
        yield traveller


def won_daily(clock: Any) -> tuple[Player, str]:
    """A player on the day's board, and where the replay is."""
    winner = full()
    game = attempt(winner)
    win_by_hand(winner, game, next(own_lines(game)), clock)
    return winner, f"/games/{game['id']}/replay"


def test_everybody_sees_how_a_daily_was_won_once_its_board_has_closed(clock: Any) -> None:
    winner, place = won_daily(clock)
    other, nobody = Player(), APIClient()
    clock.move_to(BOARD_CLOSES - timedelta(seconds=1))
    assert winner.get(place).status_code == 403
    assert other.get(place).status_code == 404
    assert nobody.get(f"/api/v1{place}").status_code == 404
    clock.move_to(BOARD_CLOSES)
    answers = [each.get(place) for each in (winner, other)] + [nobody.get(f"/api/v1{place}")]
    for answer in answers:
        assert answer.status_code == 200
        assert check(answer.content.decode())
        assert answer.json()["player"]["id"] == str(winner.user.pk)


@pytest.mark.parametrize("state", ["is_held", "by_guest", "is_withheld"])
def test_what_a_board_does_not_list_is_not_shown(clock: Any, state: str) -> None:
    _, place = won_daily(clock)
    BoardEntry.objects.filter(board__startswith="daily:").update(**{state: True})
    clock.move_to(BOARD_CLOSES)
    assert Player().get(place).status_code == 404


def test_a_board_of_all_time_opens_no_replay(clock: Any) -> None:
    winner = full()
    game = winner.start("easy")
    win_by_hand(winner, game, next(own_lines(game)), clock)
    clock.shift(timedelta(days=40))
    assert BoardEntry.objects.exists()
    assert Player().get(f"/games/{game['id']}/replay").status_code == 404


def test_what_stands_on_a_board_is_found_by_an_index(clock: Any) -> None:
    """However many there are: strangers may ask for any id."""
    _, place = won_daily(clock)
    clock.move_to(BOARD_CLOSES)
    with CaptureQueriesContext(connection) as captured:
        assert APIClient().get(f"/api/v1{place}").status_code == 200
    (asked,) = [each["sql"] for each in captured if 'FROM "stats_boardentry"' in each["sql"]]
    with connection.cursor() as cursor:
        cursor.execute("SET LOCAL enable_seqscan = off")
        cursor.execute(f"EXPLAIN {asked}")
        (by,) = [line for (line,) in cursor.fetchall() if "Index Cond" in line]
    # Of one player on one board there are two entries at most.
    assert "(board = " in by
    assert "(player_id = " in by


def test_a_reader_who_still_plays_the_daily_waits(clock: Any) -> None:
    _, place = won_daily(clock)
    late = Player()
    game = attempt(late)
    clock.move_to(BOARD_CLOSES)
    assert late.get(place).status_code == 403
    late.post(f"/games/{game['id']}/resign")
    assert late.get(place).status_code == 200
