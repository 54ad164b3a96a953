"""Keyboard, names, messages, contrast and geometry: a table for everybody."""

from collections.abc import Callable
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from tests.games.conftest import Player, nearly_won, stock_up
from tests.web.positions import cards_of, craft, kind_of, reach
from tests.web.screen import Screen

Open = Callable[..., Screen]
RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]


def focused(screen: Screen) -> str:
    """What has the focus: a card, a place, or the element's name."""
    return screen.page.evaluate(
        "() => { const e = document.activeElement;"
        " return e.dataset.card || e.dataset.place || e.tagName; }"
    )


def violations(screen: Screen) -> list[str]:
    """What axe finds against the rules."""
    # Through the protocol, so that the page's own policy stays as it is.
    results = Axe().run(screen.page, options={"runOnly": RULES, "resultTypes": ["violations"]})
    return [
        f"{each['id']}: {node['html'][:150]}"
        for each in results.response["violations"]
        for node in each["nodes"]
    ]


def on_table(screen: Screen, card: str) -> None:
    """Give a card the focus as Tab and arrows would."""
    screen.page.wait_for_timeout(250)  # The keyboard is loaded after the deal.
    screen.page.locator(f"[data-card='{card}']").focus()


@pytest.mark.parametrize("variant", ["bakers_game", "bakers_dozen", "good_measure", "baroness"])
def test_w32_a_game_is_won_by_keyboard(open_screen: Open, player: Player, variant: str) -> None:
    stock_up(variant=variant)
    won = nearly_won(player, keep=14 if variant == "baroness" else 40, variant=variant)
    screen = open_screen("E", player, reduced_motion="reduce")
    screen.open(won.game)
    screen.page.wait_for_timeout(250)
    press = screen.page.keyboard.press
    for at, move in enumerate(won.last, start=won.game["moves"]):
        view = screen.state()
        if view["auto_finish"] or view["status"] == "won":
            break
        entry = next(each for each in view["legal_moves"] if each["move"] == move)
        if entry["to"] is None:
            press("d")
        else:
            is_pair = variant == "baroness"
            on_table(screen, cards_of(view, entry["from"])[-1 if is_pair else -entry["n"]])
            alike = [
                each
                for each in view["legal_moves"]
                if each["from"] == entry["from"] and (is_pair or each["n"] == entry["n"])
            ]
            press("Space")
            for _ in range(alike.index(entry)):
                press("ArrowRight")
            press("Space")
        screen.page.wait_for_function(
            "at => document.querySelector('dialog') ||"
            " Number(document.querySelector('.score b').textContent) > at",
            arg=at,
        )
        assert focused(screen) != "BODY"
    expect(screen.page.get_by_role("heading", name="You won!")).to_be_visible()


def test_w32_the_focus_stays_where_one_plays(open_screen: Open, player: Player) -> None:
    game = reach(player, "bakers_game", "easy", lambda view: view["moves"] == 0)
    screen = open_screen("E", player)
    screen.open(game)
    column = cards_of(game, "2")
    on_table(screen, column[-1])
    screen.page.keyboard.press("Enter")
    screen.expect_moves(1)
    assert focused(screen) == column[-2]
    screen.page.keyboard.press("ArrowUp")
    assert focused(screen) == column[-3]
    screen.page.keyboard.press("ArrowRight")
    assert focused(screen) == cards_of(game, "3")[-1]
    screen.page.keyboard.press("u")
    screen.expect_moves(2)
    assert focused(screen) == column[-1]
    screen.page.keyboard.press("8")
    assert focused(screen) == cards_of(game, "8")[-1]
    screen.page.keyboard.press("Home")
    assert focused(screen) == cards_of(game, "1")[-1]
    for _ in range(len(cards_of(game, "1"))):
        screen.page.keyboard.press("ArrowUp")
    assert kind_of(game, focused(screen)) in ("cell", "foundation")


def test_w33_cards_are_picked_up_and_put_back(open_screen: Open, player: Player) -> None:
    game = reach(player, "bakers_game", "easy", lambda view: view["moves"] == 0)
    screen = open_screen("E", player)
    screen.open(game)
    pile = next(each["from"] for each in game["legal_moves"] if each["to"] == "a")
    card = cards_of(game, pile)[-1]
    named = [each["to"] for each in game["legal_moves"] if each["from"] == pile]
    targets = [f"h{card[1]}" if each == "h" else each for each in named]
    on_table(screen, card)
    screen.page.keyboard.press("Space")
    expect(screen.page.locator(f"[data-card='{card}']")).to_have_attribute("aria-pressed", "true")
    seen = []
    for _ in targets:
        seen.append(focused(screen))
        screen.page.keyboard.press("ArrowRight")
    assert seen == [cards_of(game, each)[-1] if cards_of(game, each) else each for each in targets]
    assert focused(screen) == seen[0]
    screen.page.keyboard.press("Escape")
    assert focused(screen) == card
    expect(screen.page.get_by_role("status")).to_contain_text("Put back.")
    screen.page.keyboard.press("+")
    assert focused(screen) == cards_of(game, pile)[-2]
    screen.page.keyboard.press("-")
    assert focused(screen) == card
    assert screen.moves() == 0


def test_w33_more_cards_are_lifted_and_put_down(open_screen: Open, player: Player) -> None:
    game = craft(player, pile_4="KC 6H 5H", pile_5="7H")
    screen = open_screen("E", player)
    screen.open(game)
    on_table(screen, "5H")
    for key, place in (("+", "6H"), ("Space", "7H"), ("ArrowRight", "7H"), ("Space", "6H")):
        screen.page.keyboard.press(key)
        assert focused(screen) == place, key
    screen.expect_moves(1)
    screen.settle()
    assert screen.pile("5")[-3:] == ["7H", "6H", "5H"]
    assert screen.pile("4")[-1] == "KC"


@pytest.mark.parametrize("language", ["en", "ru", "fr"])
@pytest.mark.parametrize("size", ["A", "E"])
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_w35_axe_finds_nothing(
    open_screen: Open, player: Player, size: str, language: str, theme: str
) -> None:
    stock_up()
    won = nearly_won(player)
    screen = open_screen(size, player, language, color_scheme=theme, reduced_motion="reduce")
    found: dict[str, list[str]] = {}
    screen.open(won.game)
    expect(screen.page.locator("dialog.result")).to_be_visible()
    found["result"] = violations(screen)
    game = player.start("medium", variant="baroness")
    for path in ("/", "/stats", "/daily"):
        screen.page.goto(path)
        screen.page.wait_for_selector("h1")
        found[path] = violations(screen)
    screen.open(game)
    found["table"] = violations(screen)
    for at, name in enumerate(("menu", "help", "guide")):
        screen.page.locator(".tool").nth(at).click()
        screen.page.wait_for_selector("dialog")
        found[name] = violations(screen)
        screen.page.keyboard.press("Escape")
        screen.page.locator("dialog").wait_for(state="detached")
    assert not {name: each for name, each in found.items() if each}


def test_w35_only_strips_of_covered_cards_may_be_small_targets(
    open_screen: Open, player: Player
) -> None:
    screen = open_screen("A", player)
    screen.open(player.start("medium", variant="bakers_dozen"))
    only = {"type": "rule", "values": ["target-size"]}
    found = Axe().run(screen.page, options={"runOnly": only}).response
    small = [node["html"] for each in found["incomplete"] for node in each["nodes"]]
    assert not found["violations"]
    assert all(' class="card ' in html for html in small)


def test_w37_left_handed_play_is_mirrored(open_screen: Open, player: Player) -> None:
    game = reach(player, "bakers_game", "easy", lambda view: view["moves"] == 0)
    screen = open_screen("A", player)
    screen.open(game)
    assert screen.box("[data-place=a]")["x"] < screen.box("[data-place=hS]")["x"]
    screen.context.add_init_script("localStorage.settings = JSON.stringify({side: 'left'})")
    screen.page.reload()
    screen.settle()
    assert screen.box("[data-place=a]")["x"] > screen.box("[data-place=hS]")["x"]
    undo, menu = (screen.page.get_by_role("button", name=name) for name in ("Undo", "Menu"))
    assert undo.bounding_box()["x"] < menu.bounding_box()["x"]  # type: ignore[index]
    first, second = screen.pile("1")[-1], screen.pile("2")[-1]
    on_table(screen, second)
    screen.page.keyboard.press("ArrowRight")
    assert focused(screen) == first


@pytest.mark.parametrize(
    "variant",
    ["bakers_game", "bakers_dozen", "spanish_patience", "good_measure", "baroness", "thirteens"],
)
@pytest.mark.parametrize("size", ["A", "B", "C", "D", "E"])
def test_w27_w28_everything_is_on_the_screen(
    open_screen: Open, player: Player, variant: str, size: str
) -> None:
    game: dict[str, Any] = player.start("medium", variant=variant)
    screen = open_screen(size, player)
    screen.open(game)
    page = screen.page.viewport_size
    assert page
    boxes = screen.page.eval_on_selector_all(
        ".table .card, .table .place",
        "all => all.map(e => { const b = e.getBoundingClientRect();"
        " return [b.left, b.top, b.right, b.bottom]; })",
    )
    assert min(box[0] for box in boxes) >= 0
    assert min(box[1] for box in boxes) >= 44
    assert max(box[2] for box in boxes) <= page["width"]
    assert max(box[3] for box in boxes) <= page["height"]
    assert screen.page.evaluate("() => document.documentElement.scrollHeight") <= page["height"]
    index = screen.page.evaluate(
        "() => parseFloat(getComputedStyle(document.querySelector('.card')).fontSize)"
    )
    assert index >= 10
    if variant == "bakers_dozen" and size == "A":
        box = screen.box(".card")
        assert (box["width"], box["height"]) == (48, 70)
