"""Where piles lie: the geometry module itself, asked in the browser."""

from collections.abc import Callable
from itertools import combinations, product
from typing import Any

import pytest

from tests.web.screen import SIZES, Screen

Open = Callable[..., Screen]

ASK = """async ([columns, cells, homes, longest, size, options]) => {
  const folder = document.querySelector('script[src]').src.replace('main.js', '');
  const { layOut, strip } = await import(folder + 'layout.js');
  const pile = (kind) => (_, at) => ({ id: kind + at, kind, cards: [] });
  const all = [
    ...Array.from({ length: columns }, pile('column')),
    ...Array.from({ length: cells }, pile('cell')),
    ...Array.from({ length: homes }, pile('foundation')),
  ];
  all[0].cards = Array(longest).fill('KS');
  const table = layOut(all, { width: size[0], height: size[1] }, options);
  const places = Object.fromEntries(table.places);
  return { ...table, places, strip: strip(places.column0, longest, table.high) };
}"""


def lay_out(
    screen: Screen, columns: int, cells: int, longest: int, size: str, **options: Any
) -> dict[str, Any]:
    """The table of a game whose first column has so many cards, below the bar."""
    width, height, _ = SIZES[size]
    return screen.page.evaluate(ASK, [columns, cells, 4, longest, [width, height - 44], options])


@pytest.fixture
def screen(open_screen: Open) -> Screen:
    one = open_screen("A")
    one.page.goto("/")
    one.page.wait_for_selector("#play")
    return one


def test_w27_twenty_cards_fit(screen: Screen) -> None:
    table = lay_out(screen, 8, 4, 20, "A")
    assert (table["card"], table["high"]) == (42, 61)
    assert table["strip"] >= 24
    last = table["places"]["column0"]["y"] + 19 * table["strip"] + table["high"]
    assert last <= SIZES["A"][1] - 44


def test_w27_twenty_five_cards_fit_in_a_game_of_four_columns(screen: Screen) -> None:
    for size in SIZES:
        table = lay_out(screen, 4, 10, 25, size)
        place = table["places"]["column0"]
        assert place["y"] + 24 * table["strip"] + table["high"] <= SIZES[size][1] - 44
        assert table["strip"] > 0


def test_w28_thirteen_columns_in_one_row_or_two(screen: Screen) -> None:
    two = lay_out(screen, 13, 0, 16, "A")
    assert (two["card"], two["high"]) == (48, 70)
    one = lay_out(screen, 13, 0, 16, "A", rows=1)
    assert one["card"] == 25
    assert one["strip"] == 24
    assert len({place["y"] for key, place in two["places"].items() if "column" in key}) == 2
    lying = lay_out(screen, 13, 0, 16, "C")
    assert len({place["y"] for key, place in lying["places"].items() if "column" in key}) == 1


def is_apart(one: tuple[float, ...], other: tuple[float, ...]) -> bool:
    return (
        one[2] <= other[0] + 0.5
        or other[2] <= one[0] + 0.5
        or one[3] <= other[1] + 0.5
        or other[3] <= one[1] + 0.5
    )


@pytest.mark.parametrize("is_left", [False, True])
def test_nothing_overlaps_or_leaves_the_table(screen: Screen, is_left: bool) -> None:
    for size, columns, cells in product(SIZES, (4, 8, 10, 13), (0, 1, 4, 10)):
        table = lay_out(screen, columns, cells, 7, size, isLeft=is_left)
        width, height, _ = SIZES[size]
        boxes = [
            (place["x"], place["y"], place["x"] + table["card"], place["y"] + table["high"])
            for place in table["places"].values()
        ]
        for left, top, right, bottom in boxes:
            assert left >= 0
            assert top >= 0
            assert right <= width + 0.5
            assert bottom <= height - 44
        for one, other in combinations(boxes, 2):
            assert is_apart(one, other), (size, columns, cells, one, other)
