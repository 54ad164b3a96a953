"""Slow, broken and absent networks, two tabs and another device: nothing is lost or doubled."""

import time
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Route, expect

from tests.games.conftest import Player
from tests.web.positions import reach
from tests.web.screen import Screen

Open = Callable[..., Screen]
OPS = "**/api/v1/games/*/ops"
FAILED = ("Failed to load resource",)


@pytest.fixture
def game(player: Player) -> dict[str, Any]:
    return reach(player, "bakers_game", "easy", lambda view: view["moves"] == 0)


def bottoms(screen: Screen) -> list[str]:
    return [screen.pile(pile)[-1] for pile in "2345"]


def test_w23_moves_are_shown_at_once_and_wait_in_order(
    open_screen: Open, player: Player, game: dict[str, Any]
) -> None:
    screen = open_screen("A", player)
    screen.open(game)
    sent: list[Any] = []

    def delay(route: Route) -> None:
        sent.append(route.request.post_data_json)
        time.sleep(1.5)
        route.continue_()

    screen.page.route(OPS, delay)
    cards = bottoms(screen)[:3]
    screen.tap(cards[0])
    assert cards[0] not in screen.pile("2")
    screen.tap(cards[1])
    screen.tap(cards[2])
    screen.page.wait_for_function(
        "() => Number(document.querySelector('.score b').textContent) === 3"
    )
    assert [body["base_version"] for body in sent] == [0, 1, 2]
    assert [body["ops"][0][0] for body in sent] == ["2", "3", "4"]
    assert screen.state()["version"] == 3


def test_w24_a_lost_answer_is_asked_for_again(
    open_screen: Open, player: Player, game: dict[str, Any]
) -> None:
    screen = open_screen("A", player)
    screen.expected = FAILED
    screen.open(game)
    tries: list[Any] = []

    def lose(route: Route) -> None:
        tries.append(route.request.post_data_json)
        if len(tries) == 1:
            route.fetch()  # The service has it, and nobody learns of it.
            route.abort()
        elif len(tries) == 2:
            route.fulfill(status=500, json={"code": "internal", "status": 500})
        else:
            route.continue_()

    screen.page.route(OPS, lose)
    card = bottoms(screen)[0]
    screen.tap(card)
    screen.expect_moves(1)
    assert len(tries) == 3
    assert all(each == tries[0] for each in tries)
    assert screen.state()["version"] == 1
    assert card not in screen.pile("2")


def test_w24_another_device_was_faster(
    open_screen: Open, player: Player, game: dict[str, Any]
) -> None:
    screen = open_screen("A", player)
    screen.expected = FAILED
    screen.open(game)
    player.play(game, "5d")
    screen.tap(bottoms(screen)[0])
    expect(screen.page.locator(".toast")).to_contain_text("continued elsewhere")
    screen.settle()
    assert len(screen.pile("d")) == 1
    assert screen.piles()["2"] == next(p["cards"] for p in game["piles"] if p["id"] == "2")
    screen.tap(bottoms(screen)[0])
    screen.expect_moves(2)
    assert screen.state()["version"] == 2


def test_w24_a_refused_move_goes_back(
    open_screen: Open, player: Player, game: dict[str, Any]
) -> None:
    screen = open_screen("A", player)
    screen.expected = FAILED
    screen.open(game)
    before = screen.piles()
    problem = {"code": "illegal_move", "status": 422, "detail": "This move is not possible here."}
    screen.page.route(OPS, lambda route: route.fulfill(status=422, json=problem))
    screen.tap(bottoms(screen)[0])
    expect(screen.page.locator(".toast")).to_contain_text("This move is not possible here.")
    screen.settle()
    assert screen.piles() == before


def test_w25_without_a_network_the_table_waits(
    open_screen: Open, player: Player, game: dict[str, Any]
) -> None:
    screen = open_screen("A", player)
    screen.expected = FAILED
    screen.open(game)
    screen.context.set_offline(True)
    first, second = bottoms(screen)[:2]
    screen.tap(first)
    notice = screen.page.locator(".notice")
    expect(notice).to_contain_text("No connection. Your game is safe.")
    screen.tap(second)
    assert second in screen.pile("3")
    screen.context.set_offline(False)
    expect(notice).to_be_hidden(timeout=8000)
    screen.expect_moves(1)
    assert screen.state()["version"] == 1
    screen.tap(second)
    screen.expect_moves(2)
    assert screen.state()["version"] == 2


def test_w26_two_tabs_show_one_game(
    open_screen: Open, player: Player, game: dict[str, Any]
) -> None:
    screen = open_screen("E", player)
    screen.open(game)
    other = Screen(screen.context, screen.context.new_page(), player)
    other.open(game)
    card = bottoms(screen)[0]
    screen.tap(card)
    screen.expect_moves(1)
    other.expect_moves(1)
    other.settle()
    assert other.piles() == screen.piles()
    other.page.keyboard.press("Control+z")
    other.expect_moves(2)
    screen.expect_moves(2)
    assert screen.pile("2")[-1] == card
    assert not other.problems


def test_w26_a_move_that_another_tab_forestalled_goes_back(
    open_screen: Open, player: Player, game: dict[str, Any]
) -> None:
    screen = open_screen("E", player)
    screen.expected = FAILED
    screen.open(game)
    other = Screen(screen.context, screen.context.new_page(), player)
    other.open(game)
    held: list[Route] = []
    screen.page.route(OPS, lambda route: held.append(route), times=1)
    first, second = bottoms(screen)[:2]
    screen.tap(first)
    assert screen.pile("2")[-1] != first
    other.tap(second)
    other.expect_moves(1)
    held[0].continue_()
    expect(screen.page.locator(".toast")).to_contain_text("continued elsewhere")
    screen.settle()
    assert screen.pile("2")[-1] == first
    assert screen.pile("3")[-1] != second
    assert screen.piles() == other.piles()
    assert screen.state()["version"] == 1
    screen.tap(first)
    screen.expect_moves(2)
    other.expect_moves(2)
    assert not other.problems


def test_w26_the_end_in_one_tab_is_seen_in_the_other(
    open_screen: Open, player: Player, game: dict[str, Any]
) -> None:
    screen = open_screen("E", player)
    screen.open(game)
    screen.expected = FAILED
    assert player.post(f"/games/{game['id']}/resign").status_code == 200
    screen.tap(bottoms(screen)[0])
    expect(screen.page.get_by_role("heading", name="Game over")).to_be_visible()


def test_w23_more_taps_than_can_wait_are_dropped(
    open_screen: Open, player: Player, game: dict[str, Any]
) -> None:
    screen = open_screen("E", player)
    screen.open(game)
    held: list[Route] = []

    def hold(route: Route) -> None:
        if held:
            route.continue_()
        held.append(route)

    screen.page.route(OPS, hold)
    for card in [screen.pile(pile)[-1] for pile in "234567"]:
        screen.tap(card)
    assert len(held) == 1
    held[0].continue_()
    screen.expect_moves(4)
    screen.page.wait_for_timeout(300)
    assert screen.state()["version"] == 4
    screen.settle()
    assert screen.piles() == {pile["id"]: pile["cards"] for pile in screen.state()["piles"]}
