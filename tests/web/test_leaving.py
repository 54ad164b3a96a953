"""Leaving the table, by choice or because the session has ended: nothing done is lost."""

import json
import time
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Request, Route, expect

from games.models import Game
from tests.games.conftest import Player, stock_up
from tests.web.positions import craft, reach
from tests.web.screen import Screen

Open = Callable[..., Screen]
OPS = "**/api/v1/games/*/ops"


@pytest.fixture
def game(player: Player) -> dict[str, Any]:
    return reach(player, "bakers_game", "easy", lambda view: view["moves"] == 0)


def leave_by_menu(screen: Screen) -> None:
    screen.page.get_by_role("button", name="Menu").click()
    screen.page.get_by_role("button", name="All games").click()


def leave_by_back(screen: Screen) -> None:
    screen.page.go_back(wait_until="commit")


@pytest.mark.parametrize("leave", [leave_by_menu, leave_by_back], ids=["menu", "back"])
def test_every_tap_before_the_table_is_left_arrives(
    open_screen: Open, player: Player, leave: Callable[[Screen], None]
) -> None:
    stock_up()
    screen = open_screen("E", player)
    page = screen.page
    page.goto("/")
    page.get_by_role("button", name="Play", exact=True).click()
    screen.settle()
    game = screen.state()

    def delay(route: Route) -> None:
        time.sleep(0.4)
        route.continue_()

    page.route(OPS, delay)
    for card in [screen.pile(pile)[-1] for pile in "2345"]:
        screen.tap(card)
    leave(screen)
    expect(page.locator(".open a")).to_contain_text("4 moves")
    left = player.get(f"/games/{game['id']}").json()
    assert left["moves"] == 4
    assert left["paused"]


def test_a_session_that_has_ended_leads_to_the_sign_in_and_asks_once(
    open_screen: Open, player: Player, game: dict[str, Any]
) -> None:
    screen = open_screen("A", player)
    screen.expected = ("Failed to load resource",)
    screen.open(game)
    screen.context.clear_cookies(name="sessionid")
    asked: list[Request] = []
    screen.page.on("request", lambda each: each.method == "POST" and asked.append(each))
    screen.tap(screen.pile("2")[-1])
    expect(screen.page.get_by_role("heading", name="Sign in")).to_be_visible()
    expect(screen.page.locator(".toast")).to_contain_text("signed out")
    assert len(asked) == 1


def test_a_form_older_than_its_token_still_changes_the_language(
    open_screen: Open, player: Player
) -> None:
    screen = open_screen("A", player)
    screen.page.goto("/")
    [cookie] = [each for each in screen.context.cookies() if each["name"] == "csrftoken"]
    screen.context.add_cookies([{**cookie, "value": "a" * 32}])  # type: ignore[list-item]
    screen.page.get_by_role("button", name="Français").click()
    expect(screen.page.get_by_role("button", name="Jouer", exact=True)).to_be_visible()


def test_back_closes_a_dialog_and_no_more(open_screen: Open, player: Player) -> None:
    stock_up()
    screen = open_screen("A", player)
    page = screen.page
    page.goto("/")
    page.get_by_role("button", name="Play", exact=True).click()
    screen.settle()
    address = page.url
    page.get_by_role("button", name="Menu").click()
    expect(page.get_by_role("dialog")).to_be_visible()
    page.evaluate("() => history.back()")
    expect(page.get_by_role("dialog")).to_have_count(0)
    page.wait_for_timeout(300)
    assert page.url == address
    assert page.locator(".table .card").count() == 52
    page.go_back(wait_until="commit")
    expect(page.get_by_role("button", name="Play", exact=True)).to_be_visible()


def test_the_focus_stays_on_its_card_while_there_is_no_network(
    open_screen: Open, player: Player, game: dict[str, Any]
) -> None:
    screen = open_screen("E", player)
    screen.expected = ("Failed to load resource",)
    screen.open(game)
    page = screen.page
    page.locator("[data-pile='2'] li:last-child .card").focus()
    screen.context.set_offline(True)
    page.keyboard.press("Enter")
    expect(page.locator(".notice")).to_contain_text("No connection")
    assert page.evaluate("document.activeElement.closest('[data-pile]')?.dataset.pile") == "2"
    screen.context.set_offline(False)
    screen.expect_moves(1)
    assert page.evaluate("document.activeElement.closest('[data-pile]')?.dataset.pile") == "2"


@pytest.mark.parametrize("kept", ["null", "7", '"x"', "[1]", "{"])
def test_what_is_kept_may_be_nonsense(open_screen: Open, player: Player, kept: str) -> None:
    stock_up()
    screen = open_screen("A", player)
    names = json.dumps(["settings", "said", "reset", "ended"])
    screen.context.add_init_script(
        f"for (const name of {names}) localStorage.setItem(name, {json.dumps(kept)})"
    )
    screen.page.goto("/account")
    expect(screen.page.get_by_role("heading", name="Save my results")).to_be_visible()
    screen.page.goto("/")
    screen.page.get_by_role("button", name="Play", exact=True).click()
    screen.settle()


def test_another_window_that_is_closed_costs_no_move(
    open_screen: Open, player: Player, game: dict[str, Any]
) -> None:
    screen = open_screen("E", player)
    screen.expected = ("Failed to load resource",)
    screen.open(game)
    player.play(game, "p")
    screen.tap(screen.pile("2")[-1])
    screen.expect_moves(1)
    expect(screen.page.locator(".cover")).to_be_hidden()
    assert not screen.state()["paused"]


def test_back_to_a_deal_with_hidden_cards_says_what_it_costs(
    open_screen: Open, player: Player
) -> None:
    game = player.start("medium", variant="baroness")
    game = player.play(game, "n")
    screen = open_screen("A", player)
    screen.open(game)
    screen.page.get_by_role("button", name="Menu").click()
    screen.page.get_by_role("button", name="Back to the deal").click()
    expect(screen.page.get_by_role("dialog")).to_contain_text("counts as helped")
    screen.page.get_by_role("button", name="Keep playing").click()
    assert not Game.objects.get(pk=game["id"]).assisted


def test_practice_is_not_said_to_count(open_screen: Open, player: Player) -> None:
    screen = open_screen("A", player)
    screen.open(craft(player))
    screen.page.get_by_role("button", name="Help from the solver").click()
    expect(screen.page.get_by_role("dialog")).not_to_contain_text("record")
    screen.page.keyboard.press("Escape")
    screen.page.get_by_role("button", name="Menu").click()
    screen.page.get_by_role("button", name="Give up").click()
    expect(screen.page.get_by_role("dialog")).to_contain_text("counts in no statistics")
    screen.page.get_by_role("button", name="Give up").click()
    result = screen.page.get_by_role("dialog")
    expect(result.get_by_role("heading", name="Game over")).to_be_visible()
    expect(result.get_by_role("button", name="Next game")).to_have_count(0)
