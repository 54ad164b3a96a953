"""Settings: colours that can be told apart, faces, and what taps, holds and keys do."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

from config.http import client
from tests.games.conftest import Player
from tests.web.positions import reach
from tests.web.screen import Screen
from tests.web.test_access import violations

Open = Callable[..., Screen]


def luminance(colour: str) -> float:
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    linear = [
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    ]
    return sum(weight * part for weight, part in zip((0.2126, 0.7152, 0.0722), linear, strict=True))


def contrast(one: str, other: str) -> float:
    dark, light = sorted((luminance(one), luminance(other)))
    return (light + 0.05) / (dark + 0.05)


def tokens(style: str, *wanted: str) -> dict[str, str]:
    """The colours that hold where the root has all of these attributes, as `faces=dark`."""
    found: dict[str, str] = {}
    for selector, block in re.findall(r"^:root([^{\s]*) \{([^{}]*--[^{}]*)\}", style, re.MULTILINE):
        needed = re.findall(r'\[data-(\w+)="(\w+)"\]', selector)
        if all(f"{name}={value}" in wanted for name, value in needed):
            found |= dict(re.findall(r"--([\w-]+): (#[0-9a-f]{3,6}|var\(--\w+\));", block))
    for name, value in found.items():
        if value.startswith("var"):
            found[name] = found[value[6:-1]]
    return {name: full(value) for name, value in found.items()}


def full(colour: str) -> str:
    return colour if len(colour) == 7 else "#" + "".join(2 * digit for digit in colour[1:])


@pytest.mark.parametrize("colours", ["two", "four"])
@pytest.mark.parametrize(
    ("felt", "faces", "theme"),
    [
        ("light", "white", "light"),
        ("dark", "dimmed", "dark"),
        ("dark", "white", "dark"),
        ("dark", "dark", "dark"),
        ("light", "white", "contrast"),
    ],
)
def test_w36_colours_can_be_told_apart(felt: str, faces: str, theme: str, colours: str) -> None:
    style = (client.FOLDER / "cards.css").read_text()
    wanted = (f"felt={felt}", f"faces={faces}", f"theme={theme}", f"colours={colours}")
    found = tokens(style, *wanted)
    for ink in ("black", "red", "diamond", "club"):
        assert contrast(found[ink], found["paper"]) >= 4.5, ink
    assert contrast(found["on-felt"], found["felt"]) >= 4.5
    assert contrast(found["place"], found["felt"]) >= 3
    # A card is told from the felt by its paper or, where that is dark too, by its edge.
    assert max(contrast(found[each], found["felt"]) for each in ("paper", "edge")) >= 3
    assert len({found[each] for each in ("black", "red", "diamond", "club")}) == (
        4 if colours == "four" else 2
    )


def test_w36_high_contrast_is_high() -> None:
    style = (client.FOLDER / "client.css").read_text()
    found = tokens(style, "theme=contrast")
    for name in ("text", "soft", "strong", "bad", "win", "loss", "line"):
        assert contrast(found[name], found["page"]) >= 7, name
    assert contrast(found["on-strong"], found["strong"]) >= 7


def test_w36_faces_as_the_player_likes_them(open_screen: Open, player: Player) -> None:
    game = reach(player, "bakers_game", "easy", lambda view: view["moves"] == 0)
    screen = open_screen("A", player, "ru", color_scheme="dark")
    screen.open(game)
    paper = "() => getComputedStyle(document.querySelector('.card')).backgroundColor"
    dimmed = screen.page.evaluate(paper)
    screen.page.get_by_role("button", name="Меню").click()
    screen.page.get_by_role("button", name="Настройки").click()
    for name, value in (
        ("Карты в тёмном оформлении", "dark"),
        ("Червы и бубны", "outlined"),
        ("Буквы на картах", "national"),
    ):
        screen.page.get_by_role("combobox", name=name).select_option(value)
    screen.page.keyboard.press("Escape")
    assert screen.page.evaluate(paper) != dimmed
    letters = screen.page.locator("[data-card^=K] .ix b").all_inner_texts()
    assert set(letters) == {"К"}
    assert set(screen.page.locator("[data-card^='T'] .ix b").all_inner_texts()) == {"10"}
    fill = "() => getComputedStyle(document.querySelector('.card.H .suit')).fill"
    assert screen.page.evaluate(fill) == "none"
    screen.page.reload()
    screen.settle()
    assert set(screen.page.locator("[data-card^=Q] .ix b").all_inner_texts()) == {"Д"}


def test_a_pair_is_selected_first_where_that_is_wanted(open_screen: Open, player: Player) -> None:
    def lone_pair(view: dict[str, Any]) -> bool:
        pairs = [each for each in view["legal_moves"] if each["n"] == 2]
        return any(sum(each["from"] == one["from"] for each in pairs) == 1 for one in pairs)

    game = reach(player, "baroness", "medium", lone_pair)
    pairs = [each for each in game["legal_moves"] if each["n"] == 2]
    pair = next(one for one in pairs if sum(each["from"] == one["from"] for each in pairs) == 1)
    screen = open_screen("A", player)
    screen.context.add_init_script("localStorage.settings = JSON.stringify({pairs: 'ask'})")
    screen.open(game)
    screen.tap_at(*screen.middle(pair["from"]))
    expect(screen.page.locator(".chosen")).to_have_count(1)
    assert screen.state()["moves"] == game["moves"]
    screen.tap_at(*screen.middle(pair["to"]))
    screen.expect_moves(game["moves"] + 1)


@pytest.mark.parametrize(("hold", "after", "is_shown"), [("250", 350, True), ("off", 700, False)])
def test_w38_a_card_is_shown_after_a_hold_as_long_as_chosen(
    open_screen: Open, player: Player, hold: str, after: int, is_shown: bool
) -> None:
    game = reach(player, "bakers_game", "easy", lambda view: view["moves"] == 0)
    screen = open_screen("E", player)
    screen.context.add_init_script(f"localStorage.settings = JSON.stringify({{hold: '{hold}'}})")
    screen.open(game)
    screen.page.mouse.move(*screen.spot(screen.pile("1")[0]))
    screen.page.mouse.down()
    screen.page.wait_for_timeout(after)
    assert screen.page.locator(".peek").count() == is_shown
    screen.page.mouse.up()


def test_keys_for_screen_readers_are_asked_for(open_screen: Open, player: Player) -> None:
    game = reach(player, "bakers_game", "easy", lambda view: view["moves"] == 0)
    screen = open_screen("E", player)
    screen.open(game)
    expect(screen.page.get_by_role("main")).to_have_count(1)
    screen.context.add_init_script("localStorage.settings = JSON.stringify({reader: 'on'})")
    screen.page.reload()
    screen.settle()
    expect(screen.page.get_by_role("application")).to_have_count(1)


def test_w36_four_colours_and_large_print(open_screen: Open, player: Player) -> None:
    game = reach(player, "bakers_game", "easy", lambda view: view["moves"] == 0)
    screen = open_screen("A", player)
    screen.open(game)
    inks = (
        "() => new Set([...document.querySelectorAll('.card')]"
        ".map(card => getComputedStyle(card).color)).size"
    )
    size = "() => parseFloat(getComputedStyle(document.querySelector('.card')).fontSize)"
    assert screen.page.evaluate(inks) == 4
    small = screen.page.evaluate(size)
    screen.page.get_by_role("button", name="Menu").click()
    screen.page.get_by_role("button", name="Settings").click()
    screen.page.get_by_role("combobox", name="Colours of the suits").select_option("two")
    screen.page.get_by_role("combobox", name="Print").select_option("large")
    screen.page.keyboard.press("Escape")
    assert screen.page.evaluate(inks) == 2
    assert screen.page.evaluate(size) > small


@pytest.mark.parametrize("language", ["en", "ru", "fr"])
@pytest.mark.parametrize("size", ["A", "E"])
def test_w35_axe_finds_nothing_in_settings_and_high_contrast(
    open_screen: Open, player: Player, size: str, language: str
) -> None:
    game = reach(player, "bakers_game", "easy", lambda view: view["moves"] == 0)
    screen = open_screen(size, player, language)
    screen.page.goto(f"/offline/{language}")
    assert violations(screen) == []
    screen.page.goto("/")
    screen.page.locator(".links button").first.click()
    screen.page.wait_for_selector("dialog")
    assert violations(screen) == []
    screen.page.locator("dialog select").first.select_option("contrast")
    assert violations(screen) == []
    screen.page.keyboard.press("Escape")
    assert violations(screen) == []
    screen.open(game)
    assert violations(screen) == []
