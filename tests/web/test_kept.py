"""What stays as it was: after many undos, after a page is closed, and behind the guide."""

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.games.conftest import Player, stock_up
from tests.web.positions import cards_of, fresh, reach
from tests.web.screen import Screen

Open = Callable[..., Screen]


@pytest.mark.parametrize("size", ["A", "E"])
def test_w14_after_thirty_undos_every_card_is_where_it_was_dealt(
    open_screen: Open, player: Player, size: str
) -> None:
    dealt = {pile["id"]: pile["cards"] for pile in fresh(player)["piles"]}
    game = reach(player, "bakers_game", "easy", lambda view: view["moves"] == 30)
    screen = open_screen(size, player)
    screen.open(game)
    undo = screen.page.get_by_role("button", name="Undo")
    while undo.is_enabled():
        screen.page.evaluate("() => document.querySelector('.bar [aria-label=Undo]').click()")
    screen.expect_moves(60)
    screen.settle()
    assert screen.piles() == dealt
    for pile in "12345678":
        place = screen.box(f"[data-place='{pile}']")
        for card in dealt[pile]:
            assert screen.box(f"[data-card='{card}']")["x"] == pytest.approx(place["x"], abs=0.1)


def test_w16_a_closed_page_stops_the_clock_and_keeps_the_way_back(
    open_screen: Open, player: Player
) -> None:
    stock_up()
    game = player.start("easy")
    game = player.play(game, "1a", "2b")
    screen = open_screen("A", player)
    screen.open(game)
    screen.page.wait_for_timeout(1500)
    before, spent = screen.piles(), screen.state()["clock"]["elapsed_ms"]
    assert spent >= 1500
    screen.page.close()
    screen.page = screen.context.new_page()
    screen.page.wait_for_timeout(8000)
    screen.page.goto("/")
    screen.page.get_by_role("link", name="Continue").or_(
        screen.page.get_by_role("button", name="Continue")
    ).click()
    screen.settle()
    assert screen.piles() == before
    assert 0 <= screen.state()["clock"]["elapsed_ms"] - spent < 8000
    minutes, seconds = map(int, screen.page.locator(".figure b").nth(1).inner_text().split(":"))
    assert (60 * minutes + seconds) * 1000 >= spent - 1000
    for count, pile in ((3, "b"), (4, "a")):
        screen.page.get_by_role("button", name="Undo").click()
        screen.expect_moves(count)
        screen.settle()
        assert screen.pile(pile) == []


def test_w49_the_guide_by_keyboard_stops_the_clock_and_gives_the_focus_back(
    open_screen: Open, player: Player
) -> None:
    game = fresh(player)
    before, card = cards_of(game, "2")[-1], cards_of(game, "3")[-1]
    screen = open_screen("E", player)
    screen.open(game)
    screen.page.wait_for_timeout(400)  # The keyboard is loaded after the deal.
    screen.page.locator(f"[data-card='{before}']").focus()
    screen.page.keyboard.press("ArrowRight")
    expect(screen.page.locator(f"[data-card='{card}']")).to_be_focused()
    screen.page.keyboard.press("?")
    expect(screen.page.get_by_role("dialog")).to_contain_text("600,000")
    expect(screen.page.locator(".cover")).to_be_visible()
    assert screen.state()["paused"]
    screen.page.keyboard.press("Escape")
    expect(screen.page.locator(".cover")).to_be_hidden()
    expect(screen.page.locator(f"[data-card='{card}']")).to_be_focused()
    assert not screen.state()["paused"]
    assert screen.state()["moves"] == 0
