"""Taps and drags: what the player's hand does to the table."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.games.conftest import Player
from tests.web.positions import View, cards_of, kind_of, moves_of, reach
from tests.web.screen import Screen

Open = Callable[..., Screen]


def tally(screen: Screen) -> list[Any]:
    """The bodies of all requests with ops from now on."""
    sent: list[Any] = []
    screen.page.on(
        "request",
        lambda request: request.url.endswith("/ops") and sent.append(request.post_data_json),
    )
    return sent


def fresh(player: Player, variant: str = "bakers_game") -> dict[str, Any]:
    return reach(player, variant, "easy", lambda view: True)


@pytest.mark.parametrize("size", ["A", "E"])
def test_w02_a_tap_makes_the_first_listed_move(
    open_screen: Open, player: Player, size: str
) -> None:
    game = fresh(player)
    screen = open_screen(size, player)
    screen.open(game)
    sent = tally(screen)
    for count, pile in enumerate(("1", "3", "8"), start=1):
        view = screen.state()
        entry = moves_of(view, pile)[0]
        card = cards_of(view, pile)[-1]
        screen.tap(card)
        screen.expect_moves(count)
        screen.settle()
        assert sent[-1] == {"base_version": count - 1, "ops": [entry["move"]]}
        home = f"h{card[1]}" if entry["to"] == "h" else entry["to"]
        assert screen.pile(home)[-1] == card
    assert len(sent) == 3


@pytest.mark.parametrize("size", ["A", "E"])
def test_w03_a_tap_inside_a_run_moves_the_run(open_screen: Open, player: Player, size: str) -> None:
    def has_run(view: View) -> object:
        return [entry for entry in view["legal_moves"] if entry["n"] > 1]

    game = reach(player, "bakers_game", "medium", has_run)
    entry = next(each for each in game["legal_moves"] if each["n"] > 1)
    run = cards_of(game, entry["from"])[-entry["n"] :]
    screen = open_screen(size, player)
    screen.open(game)
    screen.tap(run[0])
    screen.expect_moves(game["moves"] + 1)
    assert screen.pile(moves_of(game, entry["from"], entry["n"])[0]["to"])[-len(run) :] == run


def draggable(view: View) -> dict[str, Any]:
    """A move of one card between columns that a tap would not make, or any between columns."""
    return next(
        each
        for each in view["legal_moves"]
        if each["n"] == 1 and {kind_of(view, each["from"]), kind_of(view, each["to"])} == {"column"}
    )


def can_drag(view: View) -> bool:
    return any(
        each["n"] == 1 and {kind_of(view, each["from"]), kind_of(view, each["to"])} == {"column"}
        for each in view["legal_moves"]
    )


@pytest.mark.parametrize(("size", "is_touch"), [("A", True), ("D", True), ("E", False)])
def test_w05_a_card_is_dragged(
    open_screen: Open, player: Player, size: str, is_touch: bool
) -> None:
    game = reach(player, "bakers_dozen", "easy", can_drag)
    entry = draggable(game)
    card = cards_of(game, entry["from"])[-1]
    screen = open_screen(size, player)
    screen.open(game)
    way = screen.swipe if is_touch else screen.drag
    way(card, *screen.middle(entry["to"]))
    screen.expect_moves(game["moves"] + 1)
    assert screen.pile(entry["to"])[-1] == card
    assert cards_of(screen.state(), entry["to"])[-1] == card


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
    sent = tally(screen)
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
        ("en", {1: "Only 1 card can", 2: "Only 2 cards can"}),
        ("ru", {1: "только 1 карту.", 2: "только 2 карты."}),
        ("fr", {1: "Seulement 1 carte peut", 2: "Seulement 2 cartes peuvent"}),
    ],
)
def test_w07_a_run_that_is_too_long_says_how_many_can_go(
    open_screen: Open, player: Player, language: str, words: dict[int, str]
) -> None:
    game = reach(player, "bakers_game", "medium", lambda view: view["blocked"])
    blocked = game["blocked"][0]
    screen = open_screen("A", player, language)
    screen.open(game)
    first = cards_of(game, blocked["from"])[-blocked["n"]]
    screen.drag(first, *screen.middle(blocked["to"]))
    expect(screen.page.locator(".toast")).to_contain_text(words[blocked["max_run"]])
    screen.settle()
    assert screen.piles()[blocked["from"]] == cards_of(game, blocked["from"])


def test_w08_drops_beside_a_place_count(open_screen: Open, player: Player) -> None:
    def is_home(view: View) -> bool:
        return any(each["to"] == "h" for each in view["legal_moves"])

    game = reach(player, "bakers_game", "medium", is_home)
    entry = next(each for each in game["legal_moves"] if each["to"] == "h")
    card = cards_of(game, entry["from"])[-1]
    screen = open_screen("A", player)
    screen.open(game)
    home = screen.box(f"[data-place='h{card[1]}']")
    screen.swipe(card, home["x"] + home["width"] / 2 + 14, home["y"] + 30)
    screen.expect_moves(game["moves"] + 1)
    assert screen.pile(f"h{card[1]}")[-1] == card


def test_w10_a_trembling_finger_taps(open_screen: Open, player: Player) -> None:
    game = fresh(player)
    screen = open_screen("A", player)
    screen.open(game)
    card = screen.pile("1")[-1]
    x, y = screen.spot(card)
    screen.swipe(card, x + 5, y + 5)
    screen.expect_moves(1)
    assert card not in screen.pile("1")


@pytest.mark.parametrize("size", ["A", "E"])
def test_w11_a_double_tap_makes_one_move(open_screen: Open, player: Player, size: str) -> None:
    game = fresh(player)
    screen = open_screen(size, player)
    screen.open(game)
    sent = tally(screen)
    x, y = screen.spot(screen.pile("1")[-1])
    below = screen.pile("1")[-2]
    touch = screen.page.touchscreen.tap if size == "A" else screen.page.mouse.click
    touch(x, y)
    touch(x, y)
    screen.expect_moves(1)
    screen.page.wait_for_timeout(400)
    assert len(sent) == 1
    assert screen.pile("1")[-1] == below


def test_w12_a_broken_drag_goes_back_and_the_next_works(open_screen: Open, player: Player) -> None:
    game = fresh(player)
    screen = open_screen("E", player)
    screen.open(game)
    before = screen.piles()
    card = before["2"][-1]
    x, y = screen.spot(card)
    for how in ("Escape", "blur"):
        screen.page.mouse.move(x, y)
        screen.page.mouse.down()
        screen.page.mouse.move(x + 60, y - 200, steps=4)
        expect(screen.page.locator(".lifted")).to_have_count(1)
        if how == "blur":
            screen.page.evaluate("dispatchEvent(new Event('blur'))")
        else:
            screen.page.keyboard.press(how)
        screen.page.mouse.up()
        expect(screen.page.locator(".lifted")).to_have_count(0)
        screen.settle()
        assert screen.piles() == before
    screen.page.locator("dialog").wait_for(state="detached")
    screen.drag(card, *screen.middle("b"))
    screen.expect_moves(1)
    assert screen.pile("b") == [card]


def test_w38_a_held_card_is_shown_and_not_moved(open_screen: Open, player: Player) -> None:
    game = fresh(player)
    screen = open_screen("E", player)
    screen.open(game)
    sent = tally(screen)
    screen.page.mouse.move(*screen.spot(screen.pile("1")[2]))
    screen.page.mouse.down()
    expect(screen.page.locator(".peek")).to_have_count(1)
    screen.page.mouse.up()
    expect(screen.page.locator(".peek")).to_have_count(0)
    assert not sent


@pytest.mark.parametrize("variant", ["bakers_dozen", "good_measure"])
def test_w29_the_whole_column_acts_on_its_last_card(
    open_screen: Open, player: Player, variant: str
) -> None:
    game = fresh(player, variant)
    pile = game["legal_moves"][0]["from"]
    screen = open_screen("A", player)
    screen.open(game)
    screen.tap(cards_of(game, pile)[0])
    screen.expect_moves(1)
    assert screen.pile(pile) == cards_of(game, pile)[:-1]


def test_w30_baroness_by_hand(open_screen: Open, player: Player) -> None:
    def is_choice(view: View) -> bool:
        pairs = [each for each in view["legal_moves"] if each["n"] == 2]
        return any(sum(each["from"] == one["from"] for each in pairs) > 1 for one in pairs)

    game = reach(player, "baroness", "easy", is_choice)
    pairs = [each for each in game["legal_moves"] if each["n"] == 2]
    source = next(
        one["from"] for one in pairs if sum(each["from"] == one["from"] for each in pairs) > 1
    )
    partner = [each["to"] for each in pairs if each["from"] == source][-1]
    screen = open_screen("A", player)
    screen.open(game)
    discarded = len(screen.pile("discard"))
    screen.tap(screen.pile(source)[-1])
    expect(screen.page.locator(".chosen")).to_have_count(1)
    assert screen.page.locator(".target").count() > 1
    screen.tap(screen.pile(partner)[-1])
    screen.expect_moves(game["moves"] + 1)
    assert len(screen.pile("discard")) == discarded + 2
    left = int(screen.page.locator("[data-place=stock]").get_attribute("data-count") or 0)
    screen.tap_at(*screen.middle("stock"))
    screen.expect_moves(game["moves"] + 2)
    assert screen.page.locator("[data-place=stock]").get_attribute("data-count") in (
        str(left - 5),
        "",
    )


def test_w09_of_two_columns_the_one_that_takes_the_card_wins(
    open_screen: Open, player: Player
) -> None:
    game = reach(player, "bakers_dozen", "easy", can_drag)
    entry = draggable(game)
    card = cards_of(game, entry["from"])[-1]
    screen = open_screen("E", player)
    screen.open(game)
    x, y = screen.middle(entry["to"])
    takers = {each["to"] for each in game["legal_moves"] if each["from"] == entry["from"]}
    columns = "123456789ABCD"
    at = columns.index(entry["to"])
    other = next(
        each
        for each in (columns[at - 1 : at] + columns[at + 1 : at + 2])
        if each not in {*takers, entry["from"]}
    )
    # Three fifths of the card lie over the neighbour, which does not take it.
    screen.drag(card, x + 0.6 * (screen.middle(other)[0] - x), y)
    screen.expect_moves(game["moves"] + 1)
    assert screen.pile(entry["to"])[-1] == card


def test_w12_a_second_finger_changes_nothing(open_screen: Open, player: Player) -> None:
    game = fresh(player)
    screen = open_screen("A", player)
    screen.open(game)
    before = screen.piles()
    (x, y), second = screen.spot(before["1"][-1]), screen.spot(before["5"][-1])
    session = screen.context.new_cdp_session(screen.page)

    def touch(kind: str, *points: tuple[float, float]) -> None:
        fingers = [{"x": px, "y": py, "id": at} for at, (px, py) in enumerate(points)]
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": fingers})

    touch("touchStart", (x, y))
    touch("touchMove", (x + 20, y + 20))
    touch("touchStart", (x + 20, y + 20), second)
    touch("touchMove", (x + 30, y + 40), (second[0] + 30, second[1]))
    assert screen.page.locator(".lifted").count() == 1
    touch("touchEnd", (x + 30, y + 40))
    touch("touchEnd")
    screen.settle()
    assert screen.piles() == before


def test_w13_the_table_neither_scrolls_nor_zooms(open_screen: Open, player: Player) -> None:
    game = fresh(player)
    screen = open_screen("A", player)
    screen.open(game)
    style = "name => getComputedStyle(document.querySelector(name)).touchAction"
    assert screen.page.evaluate(style, ".table") == "none"
    assert screen.page.evaluate(style, ".tool") == "manipulation"
    assert "user-scalable" not in screen.page.content()
    x, y = screen.middle("hS")
    screen.swipe(screen.pile("4")[-1], x, y + 300)
    assert screen.page.evaluate("() => scrollY + document.scrollingElement.scrollTop") == 0


def test_w31_the_table_follows_a_rotation(open_screen: Open, player: Player) -> None:
    game = fresh(player)
    screen = open_screen("A", player)
    screen.open(game)
    before = screen.piles()
    place = screen.box(f"[data-card='{before['8'][-1]}']")
    for _ in range(5):
        screen.page.set_viewport_size({"width": 640, "height": 360})
        screen.page.wait_for_function(
            "() => document.querySelector('[data-place=hS]').offsetLeft > 360"
        )
        screen.page.set_viewport_size({"width": 360, "height": 640})
        screen.page.wait_for_function(
            "() => document.querySelector('[data-place=hS]').offsetLeft < 360"
        )
    screen.settle()
    assert screen.piles() == before
    assert screen.box(f"[data-card='{before['8'][-1]}']") == place
