"""What a phone does of its own accord: scrolling, zooming and turning."""

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.games.conftest import Player, nearly_won, stock_up
from tests.web.positions import cards_of, fresh, reach
from tests.web.screen import SIZES, Screen

Open = Callable[..., Screen]
STANDING, LYING = SIZES["A"][:2], SIZES["C"][:2]


def turn(screen: Screen, size: tuple[int, int]) -> None:
    """Turn the phone, and wait until the table has followed."""
    screen.page.set_viewport_size({"width": size[0], "height": size[1]})
    is_lying = "value => (document.querySelector('[data-place=hS]').offsetLeft > 360) === value"
    screen.page.wait_for_function(is_lying, arg=size == LYING)


def scale(screen: Screen) -> float:
    return float(screen.page.evaluate("visualViewport.scale"))


def pinch(screen: Screen) -> None:
    """Draw two fingers apart in the middle of the page."""
    session = screen.context.new_cdp_session(screen.page)
    for apart in range(20, 160, 10):
        kind = "touchMove" if apart > 20 else "touchStart"
        points = [{"x": 180, "y": 320 + apart * side, "id": side + 1} for side in (-1, 1)]
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
    session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


def test_w13_the_table_neither_scrolls_nor_zooms(open_screen: Open, player: Player) -> None:
    screen = open_screen("A", player, is_mobile=True)
    screen.open(fresh(player))
    style = "([name, key]) => getComputedStyle(document.querySelector(name))[key]"
    assert screen.page.evaluate(style, [".table", "touchAction"]) == "none"
    assert screen.page.evaluate(style, [".tool", "touchAction"]) == "manipulation"
    # Drawing down at the top of a page would load it anew. Browsers look at one or the other.
    for name in ("html", "body"):
        assert screen.page.evaluate(style, [name, "overscrollBehaviorY"]) == "none"
    x, y = screen.middle("hS")
    screen.swipe(screen.pile("4")[-1], x, y + 300)
    assert screen.page.evaluate("() => scrollY + document.scrollingElement.scrollTop") == 0
    pinch(screen)
    assert scale(screen) == 1


def test_w13_undo_tapped_twice_does_not_zoom(open_screen: Open, player: Player) -> None:
    game = reach(player, "bakers_game", "easy", lambda view: view["moves"] == 3)
    screen = open_screen("A", player, is_mobile=True)
    screen.open(game)
    box = screen.box(".tool[aria-label=Undo]")
    for _ in range(2):
        screen.page.touchscreen.tap(box["x"] + 20, box["y"] + 20)
    screen.expect_moves(5)
    screen.page.wait_for_timeout(400)
    assert scale(screen) == 1
    assert screen.state()["undos"] == 2


@pytest.mark.parametrize("path", ["/", "/stats"])
def test_w13_pages_can_be_enlarged_with_two_fingers(open_screen: Open, path: str) -> None:
    screen = open_screen("A", is_mobile=True)
    screen.page.goto(path)
    assert "user-scalable" not in screen.page.content()
    assert "maximum-scale" not in screen.page.content()
    pinch(screen)
    assert scale(screen) > 1.5


def test_w31_the_table_follows_ten_rotations(open_screen: Open, player: Player) -> None:
    game = fresh(player)
    screen = open_screen("A", player)
    screen.open(game)
    before = screen.piles()
    screen.page.wait_for_timeout(250)  # The keyboard is loaded after the deal.
    focused = cards_of(game, "3")[-1]
    screen.page.locator(f"[data-card='{focused}']").focus()
    sizes = {STANDING: (42, 61), LYING: (51, 74)}
    places: dict[tuple[int, int], dict[str, float]] = {}
    for size in [LYING, STANDING] * 10:
        turn(screen, size)
        screen.settle()
        box = screen.box(f"[data-card='{before['8'][-1]}']")
        assert (box["width"], box["height"]) == sizes[size]
        assert places.setdefault(size, box) == box
        assert screen.page.evaluate("document.activeElement.dataset.card") == focused
    assert screen.piles() == before
    assert screen.page.evaluate(
        "() => [...document.querySelectorAll('.table .card, .table .place')].every((each) => {"
        " const { left, top, right, bottom } = each.getBoundingClientRect();"
        " return left >= 0 && top >= 44 && right <= innerWidth && bottom <= innerHeight; })"
    )


@pytest.mark.parametrize("size", ["A", "B"])
def test_w21_a_win_outlives_a_rotation_in_the_middle_of_the_cascade(
    open_screen: Open, player: Player, size: str
) -> None:
    stock_up()
    won = nearly_won(player)
    screen = open_screen(size, player)
    screen.page.goto(f"/play/{won.game['id']}")
    screen.page.wait_for_function(
        "() => [...document.querySelectorAll('.table li')].filter(li => li.getAnimations()"
        ".some(each => each.effect.getTiming().fill === 'both')).length === 52"
    )
    width, height, _ = SIZES[size]
    screen.page.set_viewport_size({"width": height, "height": width})
    expect(screen.page.get_by_role("heading", name="You won!")).to_be_visible()
    assert screen.page.get_by_role("dialog").count() == 1
    assert (player.stats("easy")["won"], player.stats("easy")["lost"]) == (1, 0)
