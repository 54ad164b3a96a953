"""Drags: where cards go that are let go, and what breaks off a drag."""

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.games.conftest import Player
from tests.web.positions import cards_of, craft, fresh
from tests.web.screen import Screen

Open = Callable[..., Screen]


@pytest.mark.parametrize("size", ["A", "D", "E"])
def test_w05_a_card_is_dragged(open_screen: Open, player: Player, size: str) -> None:
    """A tap would take this card home."""
    game = craft(player, pile_1="AC", pile_2="2C", pile_3="3C")
    game = player.play(game, "1h")
    screen = open_screen(size, player)
    screen.open(game)
    (screen.drag if size == "E" else screen.swipe)("2C", *screen.middle("3"))
    screen.expect_moves(2)
    assert screen.pile("3")[-2:] == ["3C", "2C"]
    assert cards_of(screen.state(), "3")[-1] == "2C"


def test_w05_a_card_is_dragged_by_pen(open_screen: Open, player: Player) -> None:
    game = craft(player, pile_2="9H", pile_3="TH")
    screen = open_screen("D", player)
    screen.open(game)
    (x0, y0), (x, y) = screen.spot("9H"), screen.middle("3")
    session = screen.context.new_cdp_session(screen.page)

    def pen(kind: str, x: float, y: float) -> None:
        told = {"type": kind, "x": x, "y": y, "button": "left", "clickCount": 1}
        session.send("Input.dispatchMouseEvent", {**told, "pointerType": "pen"})

    kinds = "addEventListener('pointerdown', ({pointerType}) => (window.kind = pointerType), true)"
    screen.page.evaluate(kinds)
    pen("mousePressed", x0, y0)
    pen("mouseMoved", x0 + 5, y0)
    expect(screen.page.locator(".lifted")).to_have_count(0)
    pen("mouseMoved", (x0 + x) / 2, (y0 + y) / 2)
    expect(screen.page.locator(".lifted")).to_have_count(1)
    pen("mouseMoved", x, y)
    pen("mouseReleased", x, y)
    screen.expect_moves(1)
    assert screen.page.evaluate("window.kind") == "pen"
    assert screen.pile("3")[-2:] == ["TH", "9H"]


@pytest.mark.parametrize("size", ["A", "E"])
def test_w06_what_does_not_fit_goes_back(open_screen: Open, player: Player, size: str) -> None:
    game = fresh(player)
    screen = open_screen(size, player)
    screen.open(game)
    before = screen.piles()
    able = {each["from"] for each in game["legal_moves"] if each["to"] == "h"}
    card = next(before[pile][-1] for pile in "12345678" if pile not in able)
    place = screen.box(f"[data-card='{card}']")
    way = screen.swipe if size == "A" else screen.drag
    sent = screen.tally()
    way(card, *screen.middle("hS"))
    expect(screen.page.locator(".refused")).to_have_count(1)
    expect(screen.page.get_by_role("status")).to_contain_text("Not possible.")
    screen.settle()
    assert screen.piles() == before
    assert screen.box(f"[data-card='{card}']") == place
    assert not sent


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", ["Only 5 cards can", "Only 2 cards can", "Only 1 card can"]),
        ("ru", ["только 5 карт.", "только 2 карты.", "только 1 карту."]),
        ("fr", ["Seulement 5 cartes peuvent", "2 cartes peuvent", "1 carte peut"]),
    ],
)
def test_w07_a_run_that_is_too_long_says_how_many_can_go(
    open_screen: Open, player: Player, language: str, words: list[str]
) -> None:
    ends = {"pile_1": "8S 7S 6S 5S 4S 3S", "pile_2": "9S", "pile_3": "KC KD", "pile_4": "KH KS"}
    game = craft(player, **ends)
    screen = open_screen("A", player, language)
    screen.open(game)
    for kings, text in zip((["KD", "KC", "KS"], ["KH"], []), words, strict=True):
        blocked = screen.state()["blocked"][0]
        assert (blocked["from"], blocked["to"], blocked["n"]) == ("1", "2", 6)
        assert str(blocked["max_run"]) in text
        screen.swipe("8S", *screen.middle("2"))
        expect(screen.page.locator(".toast").last).to_contain_text(text)
        screen.settle()
        assert screen.pile("1") == cards_of(game, "1")
        for king in kings:
            before = screen.moves()
            screen.tap(king)
            screen.expect_moves(before + 1)
            screen.settle()


def test_w08_drops_beside_a_place_count(open_screen: Open, player: Player) -> None:
    """The finger is 14 px below the foundation, over a column that does not take the card."""
    screen = open_screen("A", player)
    screen.open(craft(player, pile_2="AC"))
    home = screen.box("[data-place='hC']")
    screen.swipe("AC", home["x"] + home["width"] / 2, home["y"] + home["height"] + 14)
    screen.expect_moves(1)
    screen.settle()
    assert screen.pile("hC") == ["AC"]


@pytest.mark.parametrize("size", ["A", "E"])
def test_w08_low_in_the_strip_of_an_empty_column_counts(
    open_screen: Open, player: Player, size: str
) -> None:
    game = craft(player, columns=10, pile_2="KS", pile_A="5C 4C 3C 2C AC")
    game = player.play(game, "Ah", "Ah", "Ah", "Ah", "Ah")
    screen = open_screen(size, player)
    screen.open(game)
    page = screen.page.viewport_size
    assert page
    (screen.swipe if size == "A" else screen.drag)("KS", screen.middle("A")[0], page["height"] - 30)
    screen.expect_moves(game["moves"] + 1)
    assert screen.pile("A") == ["KS"]


@pytest.mark.parametrize("size", ["A", "E"])
def test_w09_of_two_columns_the_one_that_takes_the_card_wins(
    open_screen: Open, player: Player, size: str
) -> None:
    game = craft(player, pile_1="9H", pile_5="TH", pile_6="QS")
    screen = open_screen(size, player)
    screen.open(game)
    x, y = screen.middle("5")
    # Three fifths of the card lie over the neighbour, which does not take it.
    goal = x + 0.6 * (screen.middle("6")[0] - x)
    (screen.swipe if size == "A" else screen.drag)("9H", goal, y)
    screen.expect_moves(1)
    assert screen.pile("5")[-1] == "9H"


class Drag:
    """A card that is being dragged by finger or mouse, on a phone."""

    def __init__(self, screen: Screen, card: str, *, is_touch: bool) -> None:
        self.screen = screen
        self.touches = screen.context.new_cdp_session(screen.page) if is_touch else None
        self.x, self.y = screen.spot(card)
        if self.touches:
            self.touch("touchStart", (self.x, self.y))
        else:
            screen.page.mouse.move(self.x, self.y)
            screen.page.mouse.down()
        self.move(20, -60)
        expect(screen.page.locator(".lifted")).to_have_count(1)

    def touch(self, kind: str, *points: tuple[float, float]) -> None:
        assert self.touches
        told = [{"x": x, "y": y, "id": at} for at, (x, y) in enumerate(points)]
        self.touches.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": told})

    def move(self, dx: float, dy: float) -> None:
        self.x, self.y = self.x + dx, self.y + dy
        if self.touches:
            self.touch("touchMove", (self.x, self.y))
        else:
            self.screen.page.mouse.move(self.x, self.y)

    def drop(self, x: float, y: float) -> None:
        self.move(x - self.x, y - self.y)
        if self.touches:
            self.touch("touchEnd")
        else:
            self.screen.page.mouse.up()


def interrupt(screen: Screen, how: str, drag: Drag) -> None:
    """Do what ends a drag, or must not."""
    page = screen.page
    if how == "second finger":
        other = screen.spot(screen.pile("5")[-1])
        drag.touch("touchStart", (drag.x, drag.y), other)
        drag.touch("touchMove", (drag.x, drag.y), (other[0] + 30, other[1]))
        drag.touch("touchMove", (drag.x, drag.y))
    elif how == "right button":
        page.mouse.down(button="right")
        page.mouse.up(button="right")
    elif how == "wheel":
        page.mouse.wheel(0, 200)
    elif how == "Escape":
        page.keyboard.press("Escape")
    elif how == "blur":
        page.evaluate("dispatchEvent(new Event('blur'))")
    elif how == "rotation":
        page.set_viewport_size({"width": 640, "height": 360})
    else:
        drag.touch("touchCancel")


def dragged(open_screen: Open, player: Player, how: str) -> tuple[Screen, Drag]:
    """A phone on which a nine, which may go on a ten, is being dragged as something happens."""
    screen = open_screen("A", player)
    screen.open(craft(player, pile_2="9H", pile_7="TH"))
    screen.page.wait_for_timeout(300)  # The keyboard is loaded after the deal.
    drag = Drag(screen, "9H", is_touch=how not in ("right button", "wheel"))
    interrupt(screen, how, drag)
    return screen, drag


@pytest.mark.parametrize("how", ["Escape", "blur", "rotation", "right button", "touchCancel"])
def test_w12_a_broken_drag_goes_back_and_the_next_works(
    open_screen: Open, player: Player, how: str
) -> None:
    screen, drag = dragged(open_screen, player, how)
    if how == "right button":
        drag.move(1, 1)  # Only then does Chromium tell that it has taken the pointer.
    expect(screen.page.locator(".lifted")).to_have_count(0)
    if how == "rotation":
        screen.page.set_viewport_size({"width": 360, "height": 640})
    if how != "touchCancel":
        drag.drop(*screen.middle("7"))
    screen.settle()
    assert screen.pile("2")[-1] == "9H"
    assert screen.moves() == 0
    expect(screen.page.locator("dialog")).to_have_count(0)
    screen.swipe("9H", *screen.middle("7"))
    screen.expect_moves(1)
    assert screen.pile("7")[-1] == "9H"


@pytest.mark.parametrize("how", ["second finger", "wheel"])
def test_w12_what_does_not_concern_a_drag_does_not_end_it(
    open_screen: Open, player: Player, how: str
) -> None:
    screen, drag = dragged(open_screen, player, how)
    expect(screen.page.locator(".lifted")).to_have_count(1)
    drag.drop(*screen.middle("7"))
    screen.expect_moves(1)
    screen.settle()
    assert screen.pile("7")[-1] == "9H"
    assert screen.state()["version"] == 1
