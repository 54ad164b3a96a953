"""Long columns on small screens. Where piles lie is tested with the module itself."""

from collections.abc import Callable
from itertools import pairwise
from typing import Any

import pytest

from tests.games.conftest import Player
from tests.web.positions import FULL, craft
from tests.web.screen import SIZES, Box, Screen

Open = Callable[..., Screen]


def boxes(screen: Screen, selector: str) -> list[Box]:
    """Where elements are, from the first to the last."""
    return screen.page.eval_on_selector_all(
        selector,
        "all => all.map(each => { const { x, y, width, height } = each.getBoundingClientRect();"
        " return { x, y, width, height }; })",
    )


def expect_on_screen(screen: Screen, size: str) -> None:
    """Every card and place is on the screen, below the bar, and nothing scrolls."""
    width, height, _ = SIZES[size]
    for box in boxes(screen, ".table .card, .table .place"):
        assert box["x"] >= 0
        assert box["y"] >= 44
        assert box["x"] + box["width"] <= width
        assert box["y"] + box["height"] <= height
    assert screen.page.evaluate("() => document.documentElement.scrollHeight") <= height


def strips(screen: Screen, pile: str) -> list[float]:
    """How much is seen of each card of a column but the last."""
    tops = [box["y"] for box in boxes(screen, f"[data-pile='{pile}'] .card")]
    return [below - above for above, below in pairwise(tops)]


def letters(screen: Screen) -> float:
    """The size of the ranks on the cards."""
    size = "() => parseFloat(getComputedStyle(document.querySelector('.card')).fontSize)"
    return float(screen.page.evaluate(size))


@pytest.mark.parametrize(("size", "least"), [("A", 24), ("C", 12)])
def test_w27_twenty_cards_in_a_column_of_bakers_game(
    open_screen: Open, player: Player, size: str, least: float
) -> None:
    ends = {"pile_1": "KS", "pile_2": "6S 9S QS", "pile_3": "8S JS", "pile_4": "7S TS"}
    game = craft(player, columns=4, **ends)
    game = player.play(game, "21", "31", "41", "21", "31", "41", "21")
    screen = open_screen(size, player)
    screen.open(game)
    assert len(screen.pile("1")) == 20
    expect_on_screen(screen, size)
    assert min(strips(screen, "1")) >= least
    assert letters(screen) >= 10
    # Others are not shrunk by it.
    assert min(strips(screen, "2")) > max(strips(screen, "1"))


def long_dozen(player: Player) -> dict[str, Any]:
    """A game of Baker's Dozen of which the first column holds four kings and all ranks below."""
    run = [f"{rank}{'SHDC'[at % 4]}" for at, rank in enumerate("QJT98765432A")]
    rest = [card for card in FULL if card not in run and card[0] != "K"]
    columns = [["KC", "KD", "KH", "KS"]]
    columns += [[*rest[3 * at : 3 * at + 3], card] for at, card in enumerate(run)]
    cards = [columns[at % 13][at // 13] for at in range(52)]
    game = player.start("medium", variant="bakers_dozen", deal={"cards": cards})
    return player.play(game, *(f"{pile}1" for pile in "23456789ABCD"))


@pytest.mark.parametrize("size", ["A", "C", "D"])
@pytest.mark.parametrize("columns", ["auto", "one", "two"])
def test_w28_sixteen_cards_in_a_column_of_bakers_dozen(
    open_screen: Open, player: Player, size: str, columns: str
) -> None:
    screen = open_screen(size, player)
    settings = {"columns": columns, "finish": "off"}
    screen.context.add_init_script(f"localStorage.settings = JSON.stringify({settings})")
    screen.open(long_dozen(player))
    assert len(screen.pile("1")) == 16
    expect_on_screen(screen, size)
    assert min(box["width"] for box in boxes(screen, ".card")) >= 24
    rows = {box["y"] for box in boxes(screen, ".column .place")}
    wanted = {"one": 1, "two": 2}.get(columns, 1 if size == "C" else 2)
    assert len(rows) == wanted
    assert min(strips(screen, "1")) > 0
    assert letters(screen) >= 10
