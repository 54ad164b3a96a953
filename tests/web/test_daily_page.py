"""The page of the dailies as the service writes it, without a browser."""

import re
from datetime import UTC, date, datetime, timedelta

import pytest
import time_machine
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from games.services.daily import lay_dailies
from tests.games.conftest import Player, line_of, one_daily, stock_up
from tests.web.visitors import visitor

__all__ = ["one_daily"]

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("one_daily")]

TODAY = date(2026, 11, 12)
NOON = datetime(2026, 11, 12, 12, tzinfo=UTC)


def page(client: Client, query: str = "") -> str:
    """The page's HTML."""
    answer = client.get(f"/daily{query}")
    assert answer.status_code == 200
    return answer.content.decode()


def entries(html: str) -> list[str]:
    """What the page says of each daily of the chosen day."""
    return re.findall(r'<li class="daily.*?</li>', html, re.DOTALL)


def cells(html: str) -> dict[str, str]:
    """The days of the calendar."""
    return dict(re.findall(r'(?s)(?=<a [^>]*data-day="([\d-]+)")(<a .*?</a>)', html))


def play(player: Player, day: date, outcome: str) -> None:
    """Attempt the daily of a day, at its noon."""
    with time_machine.travel(datetime.combine(day, NOON.timetz()), tick=False):
        lay_dailies(NOON)
        game = player.put(f"/dailies/{day}/bakers_game/attempt").json()
        if outcome == "won":
            player.play(game, *line_of(game))
        elif outcome == "lost":
            player.post(f"/games/{game['id']}/resign")


def test_w45_yesterday_can_be_won_for_the_streak(player: Player) -> None:
    stock_up(40, "medium")
    for ago in (3, 2):
        play(player, TODAY - timedelta(days=ago), "won")
    with time_machine.travel(NOON - timedelta(days=1), tick=False):
        lay_dailies(NOON - timedelta(days=1))
    with time_machine.travel(NOON - timedelta(minutes=1), tick=False):
        html = page(visitor(player))
        late, today = entries(html)
    assert "Baker&#x27;s Game, Wednesday, November 11" in late
    assert re.search("Not played yet · for the streak until <time .*> · play this one first", late)
    assert '<button inert class="main" data-attempt="2026-11-11/bakers_game"' in late
    assert '<button inert data-attempt="2026-11-12/bakers_game"' in today
    assert "Yesterday is still open" in html
    with time_machine.travel(NOON, tick=False):
        html = page(visitor(player))
    (today,) = entries(html)
    assert '<button inert class="main" data-attempt="2026-11-12/bakers_game"' in today
    assert "A day can be won for the streak until twelve hours" in html


def test_w45_each_day_is_offered_as_it_stands(player: Player) -> None:
    stock_up(40, "medium")
    with time_machine.travel(NOON - timedelta(days=2), tick=False):
        lay_dailies(NOON - timedelta(days=2))
    play(player, TODAY - timedelta(days=1), "lost")
    play(player, TODAY, "begun")
    game = player.get("/games?status=active").json()["items"][0]["id"]
    with time_machine.travel(NOON, tick=False):
        told = {day: page(visitor(player), f"?day=2026-11-{day:02}") for day in (1, 10, 11, 12, 13)}
    assert "No daily deal is ready yet" in told[1]
    assert not entries(told[1])
    assert "data-deal=" in entries(told[10])[0]
    assert ">Result</a>" in entries(told[11])[0]
    assert re.search(f'<a class="button main" href="/play/{game}">Continue', entries(told[12])[0])
    (coming,) = entries(told[13])
    assert "Yet to come" in coming
    assert "<button" not in coming
    assert "/boards/" not in coming


@pytest.mark.parametrize("day", ["", "foo", "2026-13-01", "0001-01-01", "9999-12-31", "-1", "é"])
def test_what_is_no_day_is_today(day: str) -> None:
    stock_up(40, "medium")
    with time_machine.travel(NOON, tick=False):
        html = page(visitor(), f"?day={day}")
    assert re.findall(r'data-day="([\d-]+)"[^>]* aria-current="page"', html) == ["2026-11-12"]
    assert len(entries(html)) == 1


def test_w45_a_month_has_its_days_and_its_neighbours() -> None:
    with time_machine.travel(NOON, tick=False):
        html = page(visitor(**{"Accept-Language": "fr"}), "?day=2028-02-29")
    assert "<h2>février 2028</h2>" in html
    assert list(cells(html)) == [f"2028-02-{day:02}" for day in range(1, 30)]
    assert html.count("<span></span>\n") == 1  # The first is a Tuesday.
    assert re.findall(r'href="(\?day=[\d-]+#\w+)" aria-label="(.*?)"', html) == [
        ("?day=2028-01-01#before", "Mois précédent"),
        ("?day=2028-03-01#after", "Mois suivant"),
    ]
    last = cells(html)["2028-02-29"]
    assert 'aria-label="mardi 29 février"' in last
    assert 'role="link" aria-disabled="true" aria-current="page"' in last


def test_the_countdown_ends_at_the_servers_midnight() -> None:
    with time_machine.travel(NOON + timedelta(hours=11, seconds=1), tick=False):
        html = page(visitor())
    assert '<span data-left="3599000">59:59</span>' in html
    assert '<time datetime="2026-11-13T00:00:00+00:00" data-kind="time">' in html


def test_r31_the_page_asks_as_often_however_much_was_played(player: Player) -> None:
    stock_up(40, "medium")
    counted = []
    for days in ((1,), (9, 8, 7, 6, 5, 4, 3, 2)):
        for ago in days:
            play(player, TODAY - timedelta(days=ago), "lost" if ago % 2 else "won")
        with time_machine.travel(NOON, tick=False):
            client = visitor(player)
            page(client)  # What the process then knows, it need not ask again.
            with CaptureQueriesContext(connection) as asked:
                page(client)
        counted.append(len(asked))
    assert counted[0] == counted[1]
