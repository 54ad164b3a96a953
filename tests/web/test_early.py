"""What is pressed before the module has come that acts on it."""

import time
from collections.abc import Callable

import pytest
from playwright.sync_api import Route, expect

from games.models import Game
from tests.games.conftest import Player, stock_up
from tests.web.screen import Screen

Open = Callable[..., Screen]


@pytest.mark.parametrize("is_playing", [False, True])
def test_play_is_not_lost_that_is_pressed_before_the_module_is_there(
    open_screen: Open, player: Player, is_playing: bool
) -> None:
    stock_up()
    if is_playing:
        player.start("easy")
    screen = open_screen("A", player)
    page = screen.page
    held: list[Route] = []

    def hold_the_first(route: Route) -> None:
        held.append(route)
        if len(held) > 1:
            route.continue_()

    page.route("**/start.js", hold_the_first)
    page.goto("/", wait_until="commit")
    variant = "bakers_game" if is_playing else "thirteens"
    page.locator(f"[value={variant}]").check()
    page.get_by_role("button", name="Play", exact=True).click()
    if is_playing:
        page.get_by_role("dialog").get_by_role("button", name="Count it as lost").click()
    screen.settle()
    assert screen.state()["variant"] == variant
    page.go_back()
    expect(page.get_by_role("button", name="Play", exact=True)).to_be_visible()
    page.wait_for_timeout(500)
    assert page.url.endswith("/")
    assert Game.objects.count() == 1 + is_playing


@pytest.mark.parametrize("is_back", [True, False])
def test_neither_back_nor_forward_is_a_press(
    open_screen: Open, player: Player, is_back: bool
) -> None:
    stock_up()
    screen = open_screen("A", player)
    page = screen.page
    is_held = True

    def hold(route: Route) -> None:
        if not is_held:
            route.continue_()

    page.route("**/start.js", hold)
    page.goto("/", wait_until="commit")
    page.get_by_role("button", name="Play", exact=True).click()
    page.wait_for_url("**early=")
    if is_back:
        page.get_by_role("link", name="Statistics").click()
        page.wait_for_url("**/stats")
        is_held = False
        page.go_back(wait_until="commit")
    else:
        page.go_back(wait_until="commit")
        is_held = False
        page.go_forward(wait_until="commit")
    expect(page.locator("[data-open=settings]:not([inert])")).to_be_visible()
    page.wait_for_timeout(500)
    assert Game.objects.count() == 0
    assert page.url.endswith("/")


@pytest.mark.parametrize(
    ("path", "module", "button"),
    [
        ("/", "start.js", "Settings"),
        ("/daily", "daily.js", "Play"),
        ("/account?step=signIn", "account.js", "Sign in"),
    ],
)
def test_a_button_can_be_pressed_once_its_module_is_there(
    open_screen: Open, player: Player, path: str, module: str, button: str
) -> None:
    stock_up()
    screen = open_screen("A", player)
    page = screen.page
    screen.expected = ("Failed to load resource",)  # Nothing was filled in to sign in with.

    def late(route: Route) -> None:
        time.sleep(1)
        route.continue_()

    page.route(f"**/{module}", late)
    page.goto(path, wait_until="commit")
    page.get_by_role("button", name=button, exact=True).first.click()
    expect(page.locator("dialog, [aria-invalid]").first).to_be_visible()
