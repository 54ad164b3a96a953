"""W36: colours of pages and rings as they are computed, and those that the system forces."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from config.http import client
from tests.games.conftest import Player
from tests.web.positions import craft
from tests.web.screen import Screen
from tests.web.test_settings import contrast, tokens

Open = Callable[..., Screen]

# What colours come to here and now.
COMPUTE = """(colours) => {
  const probe = document.body.appendChild(document.createElement("i"));
  const found = colours.map((colour) => {
    probe.style.color = colour;
    return getComputedStyle(probe).color;
  });
  probe.remove();
  return found;
}"""


def hexadecimal(colour: str) -> str:
    """A computed colour, as style sheets write it, whatever shines through."""
    return "#" + "".join(f"{int(part):02x}" for part in re.findall(r"[\d.]+", colour)[:3])


TOKENS = ["page", "panel", "text", "soft", "strong", "on-strong", "bad", "win", "loss"]


@pytest.mark.parametrize("theme", ["light", "dark", "contrast"])
def test_w36_words_and_pictures_of_pages_can_be_told_from_what_is_behind(
    open_screen: Open, theme: str
) -> None:
    screen = open_screen("E", color_scheme="light" if theme == "dark" else "dark")
    screen.context.add_init_script(f"localStorage.settings = JSON.stringify({{theme: '{theme}'}})")
    screen.page.goto("/")
    screen.page.wait_for_function(f"() => document.documentElement.dataset.theme === '{theme}'")
    values = screen.page.evaluate(COMPUTE, [f"var(--{name})" for name in TOKENS])
    found = dict(zip(TOKENS, map(hexadecimal, values), strict=True))
    assert contrast(found["on-strong"], found["strong"]) >= 4.5
    for behind in ("page", "panel"):
        for name in ("text", "soft", "bad"):
            assert contrast(found[name], found[behind]) >= 4.5, (name, behind)
        for name in ("strong", "win", "loss"):
            assert contrast(found[name], found[behind]) >= 3, (name, behind)


TABLES = [
    ("light", "white", "light"),
    ("dark", "dimmed", "dark"),
    ("dark", "white", "dark"),
    ("dark", "dark", "dark"),
    ("light", "white", "contrast"),
]


@pytest.mark.parametrize(("felt", "faces", "theme"), TABLES)
def test_w36_rings_are_seen_on_cards_and_felt(felt: str, faces: str, theme: str) -> None:
    style = (client.FOLDER / "cards.css").read_text()
    found = tokens(style, f"felt={felt}", f"faces={faces}", f"theme={theme}")

    def ring(selector: str, key: str) -> list[str]:
        (rule,) = re.findall(rf"^{selector}[^{{]*{{([^}}]*)}}", style, re.MULTILINE)
        (value,) = re.findall(rf"{key}: ([^;}}]*)", rule)
        return [each if len(each) == 7 else each + each[1:] for each in re.findall("#\\w+", value)]

    focused = r":root\[data-by=\"keys\"\] :is\(.card, .place\):focus-visible"
    (outer,), inner = ring(focused, "outline"), ring(focused, "box-shadow")[0]
    assert contrast(outer, inner) >= 3
    for behind in ("felt", "paper"):
        assert max(contrast(each, found[behind]) for each in (outer, inner)) >= 3
    (target,) = ring(r"\.target > li:last-child > :is", "box-shadow")
    assert contrast(target, found["felt"]) >= 3
    # A dot says the same without a colour.
    (dot,) = ring(r"\.target > li:last-child > ::after", "background")
    (edge,) = ring(r"\.target > li:last-child > ::after", "border")
    assert contrast(dot, edge) >= 3
    assert max(contrast(each, found["paper"]) for each in (dot, edge)) >= 3


def test_w36_colours_that_the_system_forces_are_kept(open_screen: Open, player: Player) -> None:
    screen = open_screen("E", player, forced_colors="active")
    screen.open(craft(player, pile_1="9H", pile_2="TH"))
    ink, light = map(hexadecimal, screen.page.evaluate(COMPUTE, ["CanvasText", "Highlight"]))
    screen.page.wait_for_timeout(400)  # The keyboard is loaded after the deal.
    screen.page.locator("[data-card='9H']").focus()
    screen.page.keyboard.press("Space")
    expect(screen.page.locator(".chosen")).to_have_count(1)

    def style(selector: str, key: str) -> str:
        read = "([name, key]) => getComputedStyle(document.querySelector(name))[key]"
        return str(screen.page.evaluate(read, [selector, key]))

    assert hexadecimal(style("[data-card='KS']", "borderTopColor")) == ink
    assert hexadecimal(style("[data-card='KS'] .suit", "fill")) == ink
    for selector in (".chosen .card", ".target [data-place='a']"):
        assert style(selector, "outlineStyle") == "solid"
        assert hexadecimal(style(selector, "outlineColor")) == light
