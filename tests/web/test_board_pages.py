"""The boards as pages, without a browser: which one is meant, and what an odd request comes to."""

import re
from datetime import datetime, timedelta

import pytest
import time_machine
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.models import User
from tests.games.by_hand import confirm
from tests.games.conftest import Player
from tests.stats.boards import NOON, win
from tests.web.test_boards import BOARD, filled
from tests.web.visitors import visitor

pytestmark = pytest.mark.django_db
BEST = "best_score:bakers_game"


def led(query: str, choice: str = "") -> str:
    """The board that a choice leads to."""
    response = visitor(choice=choice).get(f"/boards{query}")
    assert response.status_code == 302
    start, key = response["Location"].rsplit("/", 1)
    assert start == "/boards"
    return str(key)


@pytest.mark.parametrize(
    ("choice", "key"),
    [
        ("", f"{BEST}:easy"),
        ("variant=baroness&baroness.level=hard", "best_score:baroness:hard"),
        ("variant=bakers_game&bakers_game.level=custom", f"{BEST}:easy"),
        ("variant=chess&chess.level=hard", f"{BEST}:easy"),
    ],
)
def test_without_a_choice_it_is_the_board_of_what_was_played(choice: str, key: str) -> None:
    assert led("", choice) == key


@pytest.mark.parametrize(
    ("query", "key"),
    [
        ("?kind=best_time&variant=baroness&level=medium", "best_time:baroness:medium"),
        ("?kind=best_streak&level=hard&period=week", "best_streak:bakers_game:hard"),
        ("?level=medium&period=2026-W40", f"{BEST}:medium:2026-W40"),
        ("?level=medium&period=month", f"{BEST}:medium:2026-11"),
        ("?variant=thirteens&level=hard", "best_score:thirteens:medium"),
        ("?kind=daily&day=2026-11-20&level=hard", "daily:2026-11-20:bakers_game"),
        ("?kind=daily", "daily:2026-11-29:bakers_game"),
    ],
)
def test_a_choice_leads_to_its_board(query: str, key: str) -> None:
    with time_machine.travel("2026-11-29T12:00:00Z"):
        assert led(query) == key


@pytest.mark.parametrize(
    "query",
    [
        "?kind=best&variant=chess&level=custom&period=2026-W99",
        "?kind=&variant=&level=&period=",
        "?period=../../admin&level=%0d%0aSet-Cookie:a",
        "?period=9999-12&period=&kind=best_score",
    ],
)
def test_what_is_void_in_a_choice_is_as_if_it_were_missing(query: str) -> None:
    assert led(query) == f"{BEST}:easy"


@pytest.mark.parametrize("day", ["", "today", "20261120", "2026-02-30", "9999-12-31", "0001-01-01"])
def test_a_day_that_is_none_is_today(day: str) -> None:
    with time_machine.travel("2026-11-29T12:00:00Z"):
        assert led(f"?kind=daily&day={day}") == "daily:2026-11-29:bakers_game"


@pytest.mark.parametrize("day", ["2025-12-29", "2026-01-01", "2026-01-04", "2027-01-03"])
def test_weeks_are_named_as_the_service_names_them(day: str) -> None:
    year, week, _ = datetime.fromisoformat(day).isocalendar()
    with time_machine.travel(f"{day}T23:30:00Z"):
        key = led("?period=week")
        assert key == f"{BEST}:easy:{year}-W{week:02}"
        html = visitor().get(f"/boards/{key}").content.decode()
    assert '<option value="week" selected>this week</option>' in html


def test_a_time_that_is_over_can_be_chosen_where_it_is_shown() -> None:
    html = visitor().get(f"{BOARD}:2026-W01").content.decode()
    assert '<option value="2026-W01" selected>2026-W01</option>' in html


@pytest.mark.parametrize(
    "key",
    ["x", "daily:2026-11-20:thirteens", f"{BEST}:custom", "best_score:chess:easy", "%3Cb%3E", "me"],
)
def test_of_a_board_that_is_not_there_the_choice_is_left(key: str) -> None:
    response = visitor().get(f"/boards/{key}")
    assert response.status_code == 404
    html = response.content.decode()
    assert "There is no such board." in html
    assert '<form class="choosers"' in html
    assert "<b>" not in html


def test_a_cursor_of_another_board_is_refused() -> None:
    filled(60)
    html = visitor().get(BOARD).content.decode()
    cursor = html.split("?cursor=")[1].split('"')[0]
    assert visitor().get(f"{BOARD}?cursor={cursor}").status_code == 200
    for path in (f"{BOARD}?cursor={cursor}x", f"/boards/{BEST}:easy?cursor={cursor}"):
        response = visitor().get(path)
        assert response.status_code == 400
        assert "<h1>Invalid cursor</h1>" in response.content.decode()


def test_nobody_has_no_place_to_be_shown() -> None:
    filled(3)
    html = visitor().get(f"{BOARD}?around=me").content.decode()
    assert "3 players." in html
    assert "Sign in to see your own place." in html


@pytest.mark.parametrize("query", ["", "?around=me"])
@pytest.mark.parametrize("period", ["", ":2026-11"])
def test_who_is_alone_with_a_place_is_not_told_of_nobody(query: str, period: str) -> None:
    player = Player()
    confirm(player)
    with time_machine.travel(NOON + timedelta(minutes=1)):
        win(player.user, doubts=["pace"])
        own = visitor(player).get(BOARD + period + query).content.decode()
        nobody = visitor().get(BOARD + period).content.decode()
        other = visitor(Player()).get(BOARD + period).content.decode()
    assert "Your place: 1 of 1" in own
    assert "One of your results waits for a review." in own
    assert "0 players." not in own
    assert ("Open until" in own) == bool(period)
    assert not re.search(r'<section class="panel">\s*</section>', own)
    for html in (nobody, other):
        assert "0 players." in html


def test_a_name_is_text() -> None:
    filled(1)
    User.objects.update(display_name="<i>&amp;")
    assert "<td>&lt;i&gt;&amp;amp;</td>" in visitor().get(BOARD).content.decode()


def test_an_erased_player_has_a_row_without_a_name() -> None:
    filled(1)
    User.objects.update(erased_at=timezone.now())
    assert "<td>Deleted player</td>" in visitor().get(BOARD).content.decode()


@pytest.mark.parametrize("query", ["", "?around=me"])
def test_r31_a_page_asks_as_often_however_long_the_board_is(
    query: str,
) -> None:
    player = Player()
    confirm(player)
    win(player.user, score=8_985)
    client = visitor(player)

    def asked() -> int:
        with CaptureQueriesContext(connection) as queries:
            assert client.get(BOARD + query).status_code == 200
        return len(queries)

    asked()
    filled(1)
    few = asked()
    filled(60)
    assert asked() == few
