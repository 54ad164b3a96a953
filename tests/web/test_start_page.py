"""The first page, without a browser: what is chosen there, and which games are open."""

import re

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.games.conftest import Player
from tests.web.visitors import visitor

pytestmark = pytest.mark.django_db
OTHERS = ["bakers_dozen", "good_measure", "spanish_patience", "baroness", "thirteens"]
KEPT = "variant=baroness&baroness.level=medium&bakers_game.cells=3"


def chosen(path: str, choice: str = "") -> tuple[str, set[str]]:
    """The variant that is chosen, and the levels of all."""
    response = visitor(choice=choice).get(path)
    assert response.status_code == 200
    picks = re.findall(r'name="([\w.]+)" value="(\w+)"[^>]* checked', response.content.decode())
    variant = dict(picks)["variant"]
    return variant, {f"{name}={value}" for name, value in picks if name != "variant"}


def cells(path: str, choice: str) -> str:
    """How many cells the switch of Baker's Game says."""
    html = visitor(choice=choice).get(path).content.decode()
    switch = html.split('name="bakers_game.cells"')[1].split("</select>")[0]
    (value,) = re.findall(r'value="(\d+)" selected', switch)
    return str(value)


@pytest.mark.parametrize(
    "name", ["If-Unmodified-Since", "If-Modified-Since", "If-Match", "If-None-Match", "If-Range"]
)
@pytest.mark.parametrize("value", ["Mon, 01 Jan 2001 00:00:00 GMT", "*", "nonsense"])
def test_no_condition_keeps_a_page_from_being_made(name: str, value: str) -> None:
    client = visitor(Player())
    response = client.get("/", headers={name: value, "Range": "bytes=0-0"})
    assert response.status_code == 200
    assert response.content.rstrip().endswith(b"</html>")


def test_what_was_chosen_is_chosen_again() -> None:
    variant, levels = chosen("/", KEPT)
    assert variant == "baroness"
    assert "baroness.level=medium" in levels
    assert cells("/", KEPT) == "3"


@pytest.mark.parametrize(
    "choice",
    [
        "&" * 1500,
        "a=b&" * 1500 + KEPT,
        "variant=chess&bakers_game.level=&bakers_game.cells=99",
        "%ff%00=%80;=;&&=variant",
    ],
)
def test_a_strange_choice_is_none(choice: str) -> None:
    assert chosen("/", choice) == chosen("/")
    assert cells("/", choice) == cells("/", "")
    assert visitor(choice=choice).get("/boards").status_code == 302


def test_a_form_that_was_sent_wins_over_what_the_browser_keeps() -> None:
    query = "/?variant=bakers_game&bakers_game.level=hard&bakers_game.cells=2"
    variant, levels = chosen(query, KEPT)
    assert variant == "bakers_game"
    assert {"bakers_game.level=hard", "baroness.level=medium"} <= levels
    assert cells(query, KEPT) == "2"


def test_a_variant_that_there_is_not_leaves_what_the_browser_keeps() -> None:
    assert chosen("/?variant=chess", KEPT)[0] == "baroness"


def resumed(player: Player) -> list[str]:
    """The links to open games: those that are shown, then those that are folded away."""
    html = visitor(player).get("/").content.decode()
    return [part.split("</a>")[0] for part in html.split('<a class="button resume"')[1:]]


def test_no_practice_game_hides_one_that_counts(player: Player) -> None:
    counted = player.start()
    others = [player.start("medium", variant=key) for key in OTHERS]
    practice = [player.start(deal={"scheme": "ms", "number": 1 + at}) for at in range(20)]
    links = resumed(player)
    games = [re.search(r"/play/([0-9a-f-]+)", link)[1] for link in links]  # type: ignore[index]
    assert games[:6] == [game["id"] for game in [*others[::-1], counted]]
    assert sorted(games[6:]) == sorted(game["id"] for game in practice)
    assert f'data-occupies="{OTHERS[-1]}" autofocus' in links[0]
    assert 'data-occupies="bakers_game"' in links[5]
    for link in links[6:]:
        assert "data-occupies" not in link
        assert "autofocus" not in link
    html = visitor(player).get("/").content.decode()
    shown, folded = html.split('<div class="panel open">')[1].split("</div>")[0].split("<details>")
    assert shown.count("resume") == 6
    assert "<summary>Practice games</summary>" in folded
    assert folded.count("resume") == 20
    assert html.count(" autofocus") == 1


@pytest.mark.parametrize("level", ["easy", "medium", "hard", "custom"])
def test_practice_alone_leaves_the_focus_to_a_new_game(player: Player, level: str) -> None:
    custom = {"custom": {"cells": 3}} if level == "custom" else {}
    player.start(level, deal={"scheme": "ms", "number": 1}, **custom)
    (link,) = resumed(player)
    assert "<span>Baker&#x27;s Game, " in link
    assert "0 moves, 0:00" in link
    html = visitor(player).get("/").content.decode()
    assert '<button class="main play" name="early" autofocus>' in html


def test_r31_the_first_page_asks_as_often_however_many_games_are_open(player: Player) -> None:
    client = visitor(player)

    def asked() -> int:
        with CaptureQueriesContext(connection) as queries:
            assert client.get("/").status_code == 200
        return len(queries)

    player.start(deal={"scheme": "ms", "number": 1})
    asked()
    few = asked()
    for at in range(10):
        player.start(deal={"scheme": "ms", "number": 2 + at})
    assert asked() == few


EARLY = "/?variant=baroness&early="
AGAIN = "/?variant=baroness"


@pytest.mark.parametrize(
    ("path", "referrer", "is_early"),
    [
        (EARLY, "http://testserver/", True),
        (EARLY, "http://testserver/?variant=thirteens", True),
        (AGAIN, "http://testserver/", False),
    ],
)
def test_play_that_was_pressed_early_is_pressed_once_and_no_language_does_so_again(
    path: str, referrer: str, is_early: bool
) -> None:
    response = visitor().get(path, headers={"Referer": referrer})
    assert (b"data-early" in response.content) == is_early
    assert (b'name="next" value="/">' in response.content) == is_early
    assert chosen(AGAIN)[0] == "baroness"


@pytest.mark.parametrize(
    "referrer",
    ["", "http://testserver.example/", "http://example.com/?http://testserver/", "http://["],
)
def test_only_play_that_was_pressed_here_begins_a_game(referrer: str) -> None:
    response = visitor().get(EARLY, headers={"Referer": referrer})
    assert (response.status_code, response["Location"]) == (302, AGAIN)
