"""W30: Baroness by hand, on a phone and on a desktop."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from tests.games.conftest import Player
from tests.web.positions import FULL, cards_of
from tests.web.screen import Screen

Open = Callable[..., Screen]

pytestmark = pytest.mark.parametrize("size", ["A", "E"])


def start(player: Player, *rows: str) -> dict[str, Any]:
    """A game whose stock gives these cards first."""
    first = " ".join(rows).split()
    cards = [*first, *(card for card in FULL if card not in first)]
    return player.start("medium", variant="baroness", deal={"cards": cards})


def left(screen: Screen) -> Locator:
    """The stock."""
    return screen.page.locator("[data-place=stock]")


def test_w30_a_king_a_pair_and_a_card_without_a_partner(
    open_screen: Open, player: Player, size: str
) -> None:
    screen = open_screen(size, player)
    screen.open(start(player, "KC 4D 9S 2H 5H"))
    sent = screen.tally()
    screen.tap("KC")
    screen.expect_moves(1)
    screen.tap("9S")
    screen.expect_moves(2)
    assert screen.pile("discard")[0] == "KC"
    assert set(screen.pile("discard")[1:]) == {"9S", "4D"}
    screen.settle()
    screen.tap("2H")
    expect(screen.page.get_by_role("status")).to_contain_text("Not possible.")
    expect(screen.page.locator(".refused")).to_have_count(1)
    assert len(sent) == 2


def test_w30_of_several_partners_one_is_chosen(
    open_screen: Open, player: Player, size: str
) -> None:
    screen = open_screen(size, player)
    screen.open(start(player, "4C 9D 9S 2H 5H"))
    sent = screen.tally()
    screen.tap("4C")
    expect(screen.page.locator(".chosen [data-card='4C']")).to_have_count(1)
    expect(screen.page.locator(".target")).to_have_count(2)
    expect(screen.page.get_by_role("status")).to_contain_text("2 places possible")
    assert not sent
    screen.tap("9S")
    screen.expect_moves(1)
    screen.settle()
    assert set(screen.pile("discard")) == {"4C", "9S"}
    assert screen.pile("2") == ["9D"]
    expect(screen.page.locator(".chosen, .target")).to_have_count(0)


def test_w30_a_card_is_dragged_onto_its_partner_or_the_discard(
    open_screen: Open, player: Player, size: str
) -> None:
    screen = open_screen(size, player)
    screen.open(start(player, "4C 9D 9S 6H 7H"))
    drag = screen.swipe if size == "A" else screen.drag
    drag("4C", *screen.middle("2"))
    screen.expect_moves(1)
    screen.settle()
    assert set(screen.pile("discard")) == {"4C", "9D"}
    drag("6H", *screen.middle("discard"))
    screen.expect_moves(2)
    screen.settle()
    assert set(screen.pile("discard")[2:]) == {"6H", "7H"}


def test_w30_the_stock_gives_five_cards_and_the_last_two_their_own_piles(
    open_screen: Open, player: Player, size: str
) -> None:
    game = start(player, "2C 3C 4C 5C 6C")
    screen = open_screen(size, player)
    screen.open(game)
    expect(left(screen)).to_have_attribute("data-count", "47")
    for pile in "67":
        expect(screen.page.locator(f"[data-pile='{pile}']")).to_have_class("pile grace unused")
    for deal in range(1, 11):
        screen.tap_at(*screen.middle("stock"))
        screen.expect_moves(deal)
        screen.settle()
        rest = 47 - 5 * deal
        expect(left(screen)).to_have_attribute("data-count", str(rest) if rest > 0 else "")
    view = screen.state()
    assert screen.piles() == {each["id"]: each.get("cards", []) for each in view["piles"]}
    assert [len(screen.pile(pile)) for pile in "1234567"] == [10] * 5 + [1] * 2
    for pile in "67":
        expect(screen.page.locator(f"[data-pile='{pile}'] .card")).to_be_visible()
    entry = next(each for each in view["legal_moves"] if each["from"] in "67" or each["to"] in "67")
    screen.tap(cards_of(view, entry["from"])[-1])
    chosen = screen.page.locator(".target")
    if chosen.count():
        screen.tap_at(*screen.middle(entry["to"]))
    screen.expect_moves(11)


def test_w30_a_dead_end_is_told_and_the_game_stays(
    open_screen: Open, player: Player, size: str
) -> None:
    """In the end only cards that make no thirteen lie free; nothing is closed by itself."""
    order = sorted(FULL, key=lambda card: "KQJT98765432A".index(card[0]))
    game = player.start("medium", variant="baroness", deal={"cards": order})
    screen = open_screen(size, player)
    while not game["stuck"]:
        game = player.play(game, game["legal_moves"][-1]["move"])
    screen.open(game)
    notice = screen.page.locator(".notice")
    expect(notice).to_contain_text("No more moves.")
    expect(notice.get_by_role("button", name="Undo")).to_be_visible()
    expect(notice.get_by_role("button", name="New game")).to_be_visible()
    expect(screen.page.get_by_role("dialog")).to_have_count(0)
    assert screen.state()["status"] == "active"
