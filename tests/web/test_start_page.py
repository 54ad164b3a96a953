"""The first page, without a browser: what is chosen there, and which games are open."""

import re

import pytest

from tests.games.conftest import Player
from tests.web.test_board_pages import browser

pytestmark = pytest.mark.django_db
KEPT = "variant=baroness&baroness.level=medium&bakers_game.cells=3"


def chosen(path: str, choice: str = "") -> tuple[str, set[str]]:
    """The variant that is chosen, and the levels of all."""
    response = browser(choice=choice).get(path)
    assert response.status_code == 200
    picks = re.findall(r'name="([\w.]+)" value="(\w+)"[^>]* checked', response.content.decode())
    variant = dict(picks)["variant"]
    return variant, {f"{name}={value}" for name, value in picks if name != "variant"}


def cells(path: str, choice: str) -> str:
    """How many cells the switch of Baker's Game says."""
    html = browser(choice=choice).get(path).content.decode()
    switch = html.split('name="bakers_game.cells"')[1].split("</select>")[0]
    (value,) = re.findall(r'value="(\d+)" selected', switch)
    return str(value)


@pytest.mark.parametrize(
    "name", ["If-Unmodified-Since", "If-Modified-Since", "If-Match", "If-None-Match", "If-Range"]
)
@pytest.mark.parametrize("value", ["Mon, 01 Jan 2001 00:00:00 GMT", "*", "nonsense"])
def test_no_condition_keeps_a_page_from_being_made(name: str, value: str) -> None:
    client = browser(Player())
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
    assert browser(choice=choice).get("/boards").status_code == 302


def test_a_form_that_was_sent_wins_over_what_the_browser_keeps() -> None:
    query = "/?variant=bakers_game&bakers_game.level=hard&bakers_game.cells=2"
    variant, levels = chosen(query, KEPT)
    assert variant == "bakers_game"
    assert {"bakers_game.level=hard", "baroness.level=medium"} <= levels
    assert cells(query, KEPT) == "2"


def test_a_variant_that_there_is_not_leaves_what_the_browser_keeps() -> None:
    assert chosen("/?variant=chess", KEPT)[0] == "baroness"
