"""From the choice of a game to its result: starting, undo, pause, leaving and coming back."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.games.conftest import Player, nearly_won, stock_up
from tests.web.positions import reach
from tests.web.screen import Screen

Open = Callable[..., Screen]

WORDS = {
    "en": {"play": "Play", "easy": "Easy", "none": "No results at this level yet."},
    "ru": {"play": "Играть", "easy": "Лёгкий", "none": "На этом уровне результатов пока нет."},
    "fr": {"play": "Jouer", "easy": "Facile", "none": "Pas encore de résultat à ce niveau."},
}


def hide(page: Page, is_hidden: bool) -> None:
    """Let the page believe that it is hidden, or seen again."""
    page.evaluate(
        "is_hidden => { Object.defineProperty(document, 'hidden',"
        " {value: is_hidden, configurable: true});"
        " document.dispatchEvent(new Event('visibilitychange')); }",
        is_hidden,
    )


@pytest.mark.parametrize("language", WORDS)
@pytest.mark.parametrize("size", ["A", "E"])
def test_w01_a_guest_starts_a_game(open_screen: Open, size: str, language: str) -> None:
    stock_up()
    words = WORDS[language]
    screen = open_screen(size, language=language)
    screen.page.goto("/")
    expect(screen.page.get_by_role("radio", name=words["easy"])).to_be_checked()
    expect(screen.page.get_by_text(words["none"]).filter(visible=True)).to_have_count(1)
    screen.page.get_by_role("button", name=words["play"], exact=True).click()
    screen.settle()
    assert screen.page.locator("[data-card]").count() == 52
    assert screen.page.locator(".column [data-card]").count() == 52
    view = screen.state()
    assert (view["variant"], view["level"], view["status"]) == ("bakers_game", "easy", "active")


def test_w01_results_of_the_level_are_shown(open_screen: Open, player: Player) -> None:
    stock_up()
    won = nearly_won(player)
    player.play(won.game, *won.last)
    screen = open_screen("A", player)
    screen.page.goto("/")
    results = screen.page.locator(".results").filter(visible=True)
    expect(results).to_contain_text("Won1Lost0Win rate100 %")
    screen.page.get_by_role("radio", name="Medium").check()
    expect(results).to_have_text("No results at this level yet.")


def test_w01_a_custom_game_has_its_switches(open_screen: Open) -> None:
    screen = open_screen("A")
    screen.page.goto("/")
    screen.page.get_by_role("radio", name="Custom").check()
    switches = screen.page.locator(".switches select")
    switches.nth(0).select_option("6")
    switches.nth(1).select_option("5")
    screen.page.get_by_role("button", name="Play", exact=True).click()
    screen.settle()
    view = screen.state()
    assert view["custom"] == {"cells": 6, "columns": 5, "empty_columns": "any"}
    assert screen.page.locator("[data-pile].cell").count() == 6
    assert screen.page.locator("[data-pile].column").count() == 5


@pytest.mark.parametrize(
    "stroke",
    [
        {"key": "z", "code": "KeyZ", "ctrlKey": True},
        {"key": "z", "code": "KeyZ", "metaKey": True},
        {"key": "я", "code": "KeyZ", "ctrlKey": True},
        {"key": "z", "code": "KeyW", "ctrlKey": True},
    ],
    ids=["ctrl", "cmd", "russian", "azerty"],
)
def test_w15_undo_by_keys_of_every_layout(
    open_screen: Open, player: Player, stroke: dict[str, Any]
) -> None:
    game = reach(player, "bakers_game", "easy", lambda view: view["moves"] == 2)
    screen = open_screen("E", player)
    screen.open(game)
    screen.page.wait_for_timeout(200)  # The keyboard is loaded after the deal.
    screen.page.evaluate(
        "stroke => document.body.dispatchEvent(new KeyboardEvent('keydown',"
        " {...stroke, bubbles: true, cancelable: true}))",
        stroke,
    )
    screen.expect_moves(3)
    assert screen.state()["undos"] == 1


def test_w16_a_closed_game_is_continued(open_screen: Open, player: Player) -> None:
    stock_up()
    game = player.start("easy")
    game = player.play(game, "1a", "2b")
    screen = open_screen("A", player)
    screen.open(game)
    before = screen.piles()
    screen.page.close()
    screen.page = screen.context.new_page()
    screen.page.goto("/")
    screen.page.get_by_role("link", name="Continue").click()
    screen.settle()
    assert screen.piles() == before
    screen.page.get_by_role("button", name="Undo").click()
    screen.expect_moves(3)
    screen.settle()
    assert screen.pile("b") == []


@pytest.mark.parametrize("size", ["A", "E"])
def test_w17_leaving_a_counted_game_asks(open_screen: Open, player: Player, size: str) -> None:
    stock_up(3)
    game = player.start("easy")
    screen = open_screen(size, player)
    screen.page.goto("/")
    screen.page.get_by_role("button", name="Play", exact=True).click()
    dialog = screen.page.get_by_role("dialog", name="Leave the open game?")
    expect(dialog.get_by_role("button", name="Keep playing")).to_be_focused()
    screen.page.keyboard.press("Enter")
    expect(dialog).to_have_count(0)
    assert player.stats("easy") == {}
    screen.page.get_by_role("button", name="Play", exact=True).click()
    dialog.get_by_role("button", name="Count it as lost").click()
    screen.settle()
    assert screen.state()["id"] != game["id"]
    assert player.stats("easy")["lost"] == 1


def test_w18_back_to_the_deal(open_screen: Open, player: Player) -> None:
    game = reach(player, "bakers_game", "easy", lambda view: view["moves"] == 12)
    game = player.play(game, "z", "z")
    screen = open_screen("E", player)
    screen.open(game)
    screen.page.get_by_role("button", name="Menu").click()
    screen.page.get_by_role("button", name="Back to the deal").click()
    screen.page.get_by_role("button", name="Back to the deal").click()
    expect(screen.page.get_by_role("button", name="Undo")).to_be_disabled()
    screen.settle()
    assert [len(screen.pile(pile)) for pile in "12345678"] == [7] * 4 + [6] * 4


def test_w19_a_hidden_page_stops_the_clock(open_screen: Open, player: Player) -> None:
    game = reach(player, "bakers_game", "easy", lambda view: view["moves"] == 1)
    screen = open_screen("A", player)
    screen.page.clock.install()
    screen.page.goto(f"/play/{game['id']}")
    screen.page.wait_for_selector(".card")
    hide(screen.page, True)
    expect(screen.page.get_by_role("button", name="Continue")).to_be_visible()
    assert screen.state()["paused"]
    screen.page.clock.fast_forward("10:00")
    hide(screen.page, False)
    before = screen.state()["clock"]["elapsed_ms"]
    screen.page.get_by_role("button", name="Continue").click()
    expect(screen.page.get_by_role("button", name="Continue")).to_be_hidden()
    after = screen.state()
    assert not after["paused"]
    assert after["clock"]["elapsed_ms"] - before < 5000
    assert after["moves"] == 1


def finishing(view: dict[str, Any]) -> Any:
    return view["auto_finish"]


def test_w20_the_client_finishes_by_itself(open_screen: Open, player: Player) -> None:
    game = reach(player, "bakers_game", "easy", finishing)
    screen = open_screen("A", player)
    screen.open(game)
    expect(screen.page.get_by_role("heading", name="You won!")).to_be_visible()
    assert screen.state()["status"] == "won"


def test_w20_it_asks_if_it_is_told_to(open_screen: Open, player: Player) -> None:
    game = reach(player, "bakers_game", "easy", finishing)
    screen = open_screen("E", player)
    screen.context.add_init_script("localStorage.settings = JSON.stringify({finish: 'off'})")
    screen.open(game)
    screen.page.wait_for_timeout(300)
    assert screen.state()["status"] == "active"
    screen.page.get_by_role("button", name="Finish").click()
    expect(screen.page.get_by_role("heading", name="You won!")).to_be_visible()


@pytest.mark.parametrize("size", ["A", "B"])
def test_w21_the_win_is_stored_before_it_is_shown(
    open_screen: Open, player: Player, size: str
) -> None:
    stock_up()
    won = nearly_won(player)
    screen = open_screen(size, player)
    screen.open(won.game)
    screen.page.wait_for_function("() => document.querySelector('.score b').textContent > 0")
    screen.page.wait_for_timeout(500)  # In the middle of the cascade.
    screen.page.reload()
    expect(screen.page.get_by_role("heading", name="You won!")).to_be_visible()
    assert (player.stats("easy")["won"], player.stats("easy")["lost"]) == (1, 0)
    expect(screen.page.get_by_role("dialog")).to_contain_text("Win rate100 %")


def test_w49_the_guide_stops_the_clock(open_screen: Open, player: Player) -> None:
    game = reach(player, "bakers_game", "easy", lambda view: view["moves"] == 1)
    screen = open_screen("A", player)
    screen.open(game)
    opener = screen.page.get_by_role("button", name="How to play")
    opener.click()
    expect(screen.page.get_by_role("dialog")).to_contain_text("600,000")
    expect(screen.page.locator(".cover")).to_be_visible()
    assert screen.state()["paused"]
    screen.page.keyboard.press("Escape")
    expect(opener).to_be_focused()
    expect(screen.page.locator(".cover")).to_be_hidden()
    assert not screen.state()["paused"]


def test_w30_a_dead_end_is_told(open_screen: Open, player: Player) -> None:
    cards = "KC QC JC TC 9C 8C 7C KD QD JD TD 9D 8D 7D KH QH JH TH 9H 8H 7H KS QS JS TS 9S 8S 7S "
    cards += "6C 5C 4C 3C 2C AC 6D 5D 4D 3D 2D AD 6H 5H 4H 3H 2H AH 6S 5S 4S 3S 2S AS"
    game = player.start("medium", variant="baroness", deal={"cards": cards.split()})
    while not game["stuck"] and game["status"] == "active":
        game = player.play(game, game["legal_moves"][-1]["move"])
    screen = open_screen("A", player)
    screen.open(game)
    notice = screen.page.locator(".notice")
    expect(notice).to_contain_text("No more moves.")
    assert game["undo_reveals"]
    notice.get_by_role("button", name="Undo").click()
    asked = screen.page.get_by_role("dialog", name="Undo")
    expect(asked).to_contain_text("counts as helped")
    asked.get_by_role("button", name="Undo").click()
    expect(notice).to_be_hidden()
    assert screen.state()["assisted"]
