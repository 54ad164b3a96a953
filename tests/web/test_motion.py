"""How long motions take, and who can end them."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.games.conftest import Player, nearly_won, stock_up
from tests.web.positions import craft, fresh, reach
from tests.web.screen import Screen

Open = Callable[..., Screen]

# What the client lets move, and for how long.
RECORD = """(() => {
  window.motions = [];
  const animate = Element.prototype.animate;
  Element.prototype.animate = function (frames, options) {
    window.motions.push(options.duration);
    return animate.call(this, frames, options);
  };
})()"""
IS_FALLING = (
    "() => [...document.querySelectorAll('.table li')].filter(li => li.getAnimations()"
    ".some(each => each.effect.getTiming().fill === 'both')).length === 52"
)
# How many cards are on their way to where they belong.
RISING = (
    "() => [...document.querySelectorAll('.table li')].filter(li => li.getAnimations()"
    ".some(each => each.effect.getTiming().fill === 'backwards')).length"
)


def chosen(screen: Screen, **settings: str) -> None:
    """Let the browser have these settings."""
    screen.context.add_init_script(f"localStorage.settings = JSON.stringify({settings})")


def won(screen: Screen) -> None:
    """Wait for the result, and until nothing more is asked for it."""
    expect(screen.page.get_by_role("heading", name="You won!")).to_be_visible()
    screen.page.wait_for_load_state("networkidle")


def is_finishing(view: dict[str, Any]) -> bool:
    return bool(view["auto_finish"])


def test_w39_with_reduced_motion_nothing_moves_from_the_deal_to_the_win(
    open_screen: Open, player: Player
) -> None:
    stock_up()
    screen = open_screen("E", player, reduced_motion="reduce")
    screen.context.add_init_script(RECORD)
    screen.page.goto("/")
    screen.page.get_by_role("button", name="Play", exact=True).click()
    screen.settle()
    screen.tap(screen.pile("1")[-1])
    screen.expect_moves(1)
    screen.tap(screen.pile("2")[0])
    expect(screen.page.locator(".refused").first).to_be_visible()
    expect(screen.page.get_by_role("status")).to_contain_text("Not possible.")
    screen.page.get_by_role("button", name="Undo").click()
    screen.expect_moves(2)
    motions = screen.page.evaluate("window.motions")
    screen.page.goto(f"/play/{reach(player, 'bakers_game', 'easy', is_finishing)['id']}")
    won(screen)
    motions += screen.page.evaluate("window.motions")
    assert max([0, *motions]) <= 10
    assert screen.page.evaluate("document.getAnimations().length") == 0


@pytest.mark.parametrize(
    ("speed", "system", "wanted"),
    [
        ("off", "no-preference", []),
        ("fast", "no-preference", [80]),
        ("normal", "no-preference", [160]),
        ("slow", "no-preference", [256]),
        ("auto", "no-preference", [160]),
        ("auto", "reduce", []),
        ("normal", "reduce", [160]),
    ],
)
def test_w39_motions_are_as_fast_as_was_chosen(
    open_screen: Open, player: Player, speed: str, system: str, wanted: list[int]
) -> None:
    screen = open_screen("E", player, reduced_motion=system)
    chosen(screen, speed=speed)
    screen.context.add_init_script(RECORD)
    screen.open(fresh(player))
    screen.page.evaluate("window.motions.length = 0")
    screen.tap(screen.pile("1")[-1])
    screen.expect_moves(1)
    screen.page.keyboard.press("Control+z")
    screen.expect_moves(2)
    assert sorted(set(screen.page.evaluate("window.motions"))) == wanted


@pytest.mark.parametrize("size", ["A", "E"])
@pytest.mark.parametrize("way", ["pointer", "key"])
def test_w22_the_cascade_ends_soon_and_sooner_for_a_tap_or_a_key(
    open_screen: Open, player: Player, size: str, way: str
) -> None:
    stock_up()
    screen = open_screen(size, player)
    screen.page.goto(f"/play/{nearly_won(player).game['id']}")
    screen.page.wait_for_function(IS_FALLING)
    longest = screen.page.evaluate(
        "() => Math.max(...[...document.querySelectorAll('.table li')].flatMap(li =>"
        " li.getAnimations().map(each => each.effect.getComputedTiming().endTime)))"
    )
    assert longest <= 2500
    # As the moment comes, each card is at its end.
    screen.page.evaluate(
        "way => addEventListener(way, () => setTimeout(() => { window.rests ="
        " document.getAnimations().every(each => each.playState === 'finished') }), {once: true})",
        "keydown" if way == "key" else "pointerdown",
    )
    if way == "key":
        screen.page.keyboard.press("Shift")
    elif size == "A":
        screen.page.touchscreen.tap(5, 400)
    else:
        screen.page.mouse.click(5, 400)
    won(screen)
    assert screen.page.evaluate("window.rests")
    assert screen.page.get_by_role("dialog").count() == 1


def test_w22_with_reduced_motion_there_is_no_cascade(open_screen: Open, player: Player) -> None:
    stock_up()
    screen = open_screen("A", player, reduced_motion="reduce")
    screen.context.add_init_script(RECORD)
    screen.page.goto(f"/play/{nearly_won(player).game['id']}")
    won(screen)
    assert screen.page.evaluate("window.motions.length") == 0


@pytest.mark.parametrize("size", ["A", "E"])
def test_w20_a_tap_ends_the_motions_of_auto_finish(
    open_screen: Open, player: Player, size: str
) -> None:
    game = reach(player, "bakers_game", "easy", is_finishing)
    screen = open_screen(size, player)
    chosen(screen, speed="slow")
    screen.page.goto(f"/play/{game['id']}")
    screen.page.wait_for_function(f"() => ({RISING})() > 8")
    if size == "A":
        screen.page.touchscreen.tap(5, 300)
    else:
        screen.page.mouse.click(5, 300)
    assert screen.page.evaluate(RISING) == 0
    won(screen)
    assert screen.state()["status"] == "won"


def test_w20_nothing_is_finished_before_the_service_says_so(
    open_screen: Open, player: Player
) -> None:
    """Aces that could go home stay where they are."""
    screen = open_screen("A", player)
    screen.open(craft(player, pile_1="AC", pile_2="AD", pile_3="AH", pile_4="AS"))
    sent = screen.tally()
    screen.page.wait_for_timeout(500)
    expect(screen.page.get_by_role("button", name="Finish")).to_have_count(0)
    screen.tap("AC")
    screen.expect_moves(1)
    screen.page.wait_for_timeout(500)
    assert [body["ops"] for body in sent] == [["1h"]]
