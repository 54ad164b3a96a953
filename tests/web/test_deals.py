"""Deals of one's own choice: by number, as text, and by a link."""

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from games.rules import RULES, microsoft_deck, name
from tests.games.conftest import Player
from tests.web.screen import Screen
from tests.web.test_access import violations

Open = Callable[..., Screen]


def columns(number: int) -> dict[str, list[str]]:
    """The columns of a Microsoft deal."""
    position = RULES["bakers-game-4-cells-1"].lay_out(microsoft_deck(number))
    return {pile: [name(card) for card in position.pile(pile)] for pile in "12345678"}


def shown(screen: Screen) -> dict[str, list[str]]:
    screen.settle()
    return {pile: cards for pile, cards in screen.piles().items() if pile in "12345678"}


@pytest.mark.parametrize("size", ["A", "E"])
def test_a_number_is_entered_and_its_link_copied(open_screen: Open, size: str) -> None:
    screen = open_screen(size)
    screen.context.grant_permissions(["clipboard-read", "clipboard-write"])
    screen.page.goto("/")
    screen.page.get_by_role("radio", name="Medium").check()
    screen.page.get_by_role("button", name="Enter a deal").click()
    dialog = screen.page.get_by_role("dialog")
    dialog.get_by_label("Number", exact=True).fill("617")
    dialog.get_by_role("button", name="Copy link").click()
    expect(screen.page.locator(".toast")).to_contain_text("Copied.")
    link = screen.page.evaluate("navigator.clipboard.readText()")
    dialog.get_by_label("Number", exact=True).press("Enter")
    assert shown(screen) == columns(617)
    view = screen.state()
    assert (view["mode"], view["level"]) == ("practice", "medium")
    other = open_screen(size)
    other.page.goto(link)
    expect(other.page.get_by_label("Number", exact=True)).to_have_value("617")
    other.page.get_by_role("dialog").get_by_role("button", name="Play").first.click()
    assert shown(other) == columns(617)


def test_numbers_beyond_doubles_are_exact(open_screen: Open) -> None:
    screen = open_screen("E")
    screen.page.goto("/?deal=bakers_game.medium.pysolfc.99999999999999999997")
    with screen.page.expect_request("**/api/v1/games") as sent:
        screen.page.get_by_role("dialog").get_by_role("button", name="Play").first.click()
    assert '"number":99999999999999999997' in (sent.value.post_data or "")
    screen.settle()


def test_a_board_is_pasted_and_copied_from_a_replay(open_screen: Open, player: Player) -> None:
    screen = open_screen("E", player)
    screen.context.grant_permissions(["clipboard-read", "clipboard-write"])
    game = player.start(deal={"scheme": "ms", "number": 31})
    player.post(f"/games/{game['id']}/resign")
    screen.page.goto(f"/play/{game['id']}?move=0")
    screen.page.get_by_role("button", name="Copy the deal").click()
    expect(screen.page.locator(".toast").last).to_contain_text("Copied.")
    board = screen.page.evaluate("navigator.clipboard.readText()")
    screen.page.goto("/")
    screen.page.get_by_role("button", name="Enter a deal").click()
    screen.page.get_by_label("Or a board as text").fill(board)
    screen.page.get_by_role("dialog").get_by_role("button", name="Play").last.click()
    assert shown(screen) == columns(31)


@pytest.mark.parametrize("variant", ["bakers_game", "bakers_dozen", "good_measure"])
def test_the_deal_of_an_open_game_is_copied(
    open_screen: Open, player: Player, variant: str
) -> None:
    game = player.start("medium", variant=variant)
    player.play(game, game["legal_moves"][0]["move"])
    screen = open_screen("E", player)
    screen.context.grant_permissions(["clipboard-read", "clipboard-write"])
    screen.open(game)
    screen.page.get_by_role("button", name="Menu").click()
    screen.page.get_by_role("button", name="Copy the deal").click()
    expect(screen.page.locator(".toast").last).to_contain_text("Copied.")
    board = screen.page.evaluate("navigator.clipboard.readText()")
    again = player.start("medium", variant=variant, deal={"board": board})
    assert again["piles"] == game["piles"]


def test_cards_that_are_not_seen_cannot_be_copied(open_screen: Open, player: Player) -> None:
    screen = open_screen("E", player)
    screen.open(player.start("medium", variant="baroness"))
    screen.page.get_by_role("button", name="Menu").click()
    expect(screen.page.get_by_role("button", name="Give up")).to_be_visible()
    expect(screen.page.get_by_role("button", name="Copy the deal")).to_have_count(0)


def test_what_is_no_deal_is_refused_and_can_be_mended(open_screen: Open) -> None:
    screen = open_screen("A")
    screen.expected = ("Failed to load resource",)
    screen.page.goto("/")
    screen.page.get_by_role("button", name="Enter a deal").click()
    dialog = screen.page.get_by_role("dialog")
    dialog.get_by_role("button", name="Play").first.click()
    expect(dialog.get_by_label("Number", exact=True)).to_be_focused()
    board = dialog.get_by_label("Or a board as text")
    board.fill("AS AS AS")
    dialog.get_by_role("button", name="Play").last.click()
    expect(screen.page.locator(".toast")).to_be_visible()
    expect(board).to_have_value("AS AS AS")


@pytest.mark.parametrize("language", ["en", "ru", "fr"])
@pytest.mark.parametrize("size", ["A", "E"])
def test_w35_axe_finds_nothing_where_a_deal_is_entered(
    open_screen: Open, size: str, language: str
) -> None:
    screen = open_screen(size, language=language)
    screen.page.goto("/?deal=bakers_game.easy.ms.5")
    screen.page.wait_for_selector("dialog")
    assert not violations(screen)
