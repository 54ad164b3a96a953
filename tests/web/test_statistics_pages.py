"""The statistics as pages and files, without a browser: figures, pictures, and who may read."""

import csv
import json
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from config.http.throttling import meter
from stats.models import Correction, GameResult
from tests.games.conftest import Player
from tests.web.test_statistics import played
from tests.web.visitors import visitor

pytestmark = pytest.mark.django_db
FILES = ("/stats.csv", "/stats.json")


def text(client: Client, path: str) -> str:
    """What is answered, whole."""
    response = client.get(path)
    assert response.status_code == 200
    parts = response.streaming_content if response.streaming else [response.content]  # type: ignore[attr-defined]
    return b"".join(parts).decode()


def wins_of(player: Player, *times: int) -> None:
    """Wins that took so many seconds."""
    for seconds in times:
        played(player, 1, time_ms=seconds * 1000)


def pictures(player: Player) -> list[str]:
    """The tables of the pictures, each as text."""
    html = text(visitor(player), "/stats")
    return [part.split("</details>")[0] for part in html.split("<details>")[1:]]


@pytest.mark.parametrize(
    ("times", "first", "last"),
    [
        ((0,), "0:00", "0:15"),
        ((14, 15, 180), "0:00", "3:15"),
        ((181,), "0:00", "3:30"),
        ((360, 361), "0:00", "7:00"),
        ((3600,), "0:00", "1:05:00"),
        ((172_800,), "0:00", "52:00:00"),
        ((172_812,), "0:00", "52:00:13"),
    ],
)
def test_w44_times_are_counted_in_at_most_thirteen_bars(
    times: tuple[int, ...], first: str, last: str
) -> None:
    player = Player()
    wins_of(player, *times)
    rows = pictures(player)[1].split("<tr>")[2:]
    assert len(rows) <= 13
    assert f">{first} " in rows[0]
    assert f" {last}<" in rows[-1]
    counted = [int(row.rsplit('"number">', 1)[1].split("<")[0]) for row in rows]
    assert sum(counted) == len(times)
    assert counted[-1] >= 1


def test_w44_a_win_rate_is_of_ten_games_and_rounded_half_up() -> None:
    player = Player()
    for at in range(12):
        lost = {"won": False, "score": None}
        played(player, 1, **({"time_ms": 1000} if at in (3, 11) else lost))
    rates = [part.split(" %")[0].rpartition(">")[2] for part in pictures(player)[0].split("<tr>")]
    assert rates[2:] == ["0", "0", "0", "25", "20", "17", "14", "13", "11", "10", "10", "20"]


def test_w44_a_line_is_drawn_with_points_in_every_language() -> None:
    player = Player()
    played(player, 12)
    client = visitor(player)
    drawn = []
    for language in ("en", "fr", "ru"):
        response = client.get("/stats", headers={"Accept-Language": language})
        html = response.content.decode()
        assert f'<html lang="{language}"' in html
        drawn.append(html.split("<svg")[1].split("<rect", 1)[1].split("</svg>")[0])
    assert len(set(drawn)) == 1
    assert '<polyline class="rate" points="4,2 12,2 20,34 ' in drawn[0]


def test_w44_what_is_annulled_counts_for_nothing_and_is_listed() -> None:
    player = Player()
    played(player, 3)
    best = GameResult.objects.filter(won=True).earliest("-score")
    Correction.objects.create(result=best, annulled=True, reason="=SUM(A1)")
    client = visitor(player)
    html = text(client, "/stats?period=week")
    assert "<dt>Played</dt><dd>2</dd>" in html
    assert "The latest 2 games: 1 won" in html
    assert html.count('<a href="/play/') == 3
    (cell,) = {row["corrections"] for row in rows_of(text(client, "/stats.csv"))} - {""}
    assert json.loads(cell)[0]["reason"] == "=SUM(A1)"
    assert cell.startswith("[")


@pytest.mark.parametrize("query", ["?level=chess.easy", "?period=year", "?level=&period=", "?x=1"])
def test_w44_a_choice_that_is_void_is_as_if_it_were_missing(query: str) -> None:
    player = Player()
    played(player, 2)
    client = visitor(player)
    shown = text(client, f"/stats{query}").split("<main")[1].split("</main>")[0]
    assert shown == text(client, "/stats").split("<main")[1].split("</main>")[0]


def test_w44_no_level_hides_the_games_of_another() -> None:
    player = Player()
    played(player, 4, days_ago=2)
    played(player, 401, level="hard")
    client = visitor(player)
    for period in ("ever", "month", "week"):
        html = text(client, f"/stats?level=bakers_game.medium&period={period}")
        assert "<dt>Played</dt><dd>4</dd>" in html
        assert "<dt>Won</dt><dd>3</dd>" in html
        assert "The latest 4 games: 3 won" in html
        assert html.count('<a href="/play/') == 4
    html = text(client, "/stats?period=week")
    assert "<dt>Played</dt><dd>401</dd>" in html
    assert "<dt>Lost</dt><dd>133</dd>" in html
    assert "<dt>Played</dt><dd>401</dd>" in text(client, "/stats")


def test_w44_a_time_has_its_own_figures() -> None:
    player = Player()
    played(player, 3, days_ago=20)
    played(player, 2, days_ago=3, won=True, score=4000)
    client = visitor(player)
    counts = {}
    for period in ("ever", "month", "week"):
        counts[period] = text(client, f"/stats?period={period}").split("<dt>Played</dt><dd>")[1][0]
    assert counts == {"ever": "5", "month": "5", "week": "2"}
    assert "<dt>Best score</dt><dd>4,000</dd>" in text(client, "/stats?period=week")


def rows_of(table: str) -> list[dict[str, Any]]:
    return list(csv.DictReader(table.splitlines()))


def test_files_have_all_results_and_no_others() -> None:
    player, other = Player(), Player()
    played(player, 7)
    played(other, 2)
    told = json.loads(text(visitor(player), "/stats.json"))
    answered = player.get("/me/results").json()["items"]
    assert told == [{**each, "review": None} for each in answered]
    assert len(told) == 7
    rows = rows_of(text(visitor(player), "/stats.csv"))
    assert [row["game_id"] for row in rows] == [each["game_id"] for each in told]
    assert [row["finished_at"] for row in rows] == [each["finished_at"] for each in told]
    assert {row["won"] for row in rows} == {"true", "false"}
    assert {row["score"] for row in rows if row["won"] == "false"} == {""}


def test_files_without_results_are_empty() -> None:
    player = Player()
    assert json.loads(text(visitor(player), "/stats.json")) == []
    assert rows_of(text(visitor(player), "/stats.csv")) == []


def test_a_review_is_told_by_its_status() -> None:
    player = Player()
    played(player, 1, doubts=["pace"])
    assert json.loads(text(visitor(player), "/stats.json"))[0]["review"] == "pending"
    assert rows_of(text(visitor(player), "/stats.csv"))[0]["review"] == "pending"


@pytest.mark.parametrize("path", FILES)
def test_nobody_is_led_from_files_to_where_one_signs_in(path: str) -> None:
    response = visitor().get(path)
    assert (response.status_code, response["Location"]) == (302, "/account?step=signIn")


@pytest.mark.parametrize("path", FILES)
def test_files_are_of_whoever_is_asked_for(path: str) -> None:
    """A token beside a cookie is another's: what is read is whose quota is counted."""
    player, other = Player(), Player()
    played(player, 1)
    answer = visitor(player).get(path, headers={"Authorization": f"Bearer {other.token}"})
    assert str(GameResult.objects.get().game_id).encode() not in b"".join(answer.streaming_content)  # type: ignore[attr-defined]


@pytest.mark.parametrize("path", FILES)
def test_r24_files_are_counted_as_exports(path: str, settings: Any) -> None:
    """All kinds together, and with what the API exports."""
    settings.RATE_LIMITS = {**settings.RATE_LIMITS, "exports": "3/minute"}
    meter().storage.reset()
    player = Player()
    client = visitor(player)
    assert player.get("/me/export").status_code == 200
    for file in FILES:
        answer = client.get(file)
        assert answer.status_code == 200
        assert answer["RateLimit-Policy"] == '"exports";q=3;w=60'
    refused = client.get(path)
    assert refused.status_code == 429
    assert 0 < int(refused["Retry-After"]) <= 60
    assert "<h1>Too many requests</h1>" in refused.content.decode()
    assert client.get("/stats").status_code == 200
    assert visitor(Player()).get(path).status_code == 200


@pytest.mark.parametrize("path", ["/stats", "/stats?period=week", *FILES])
def test_r31_as_many_statements_however_many_results(path: str) -> None:
    player = Player()
    client = visitor(player)

    def asked() -> int:
        with CaptureQueriesContext(connection) as queries:
            text(client, path)
        return len(queries)

    played(player, 1)
    asked()
    few = asked()
    played(player, 120, finished_at=datetime.now(UTC) - timedelta(days=1))
    assert asked() == few
