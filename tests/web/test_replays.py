"""The replay viewer: step by step, by link and by key, and nothing on it can be moved."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

from games.rules import name, shuffled
from tests.games.conftest import Player, nearly_won, stock_up
from tests.web.questions import answer
from tests.web.screen import Screen
from tests.web.test_access import violations

Open = Callable[..., Screen]


def over(player: Player, variant: str = "baroness", count: int = 12) -> dict[str, Any]:
    """A practice game of some moves and one undo that was given up, and what was seen in it."""
    cards = [name(card) for card in shuffled(b"film")]
    game = player.start("medium", variant=variant, deal={"cards": cards})
    seen = [game["piles"]]
    for at in range(count):
        move = "z" if at == 3 else game["legal_moves"][at % len(game["legal_moves"])]["move"]
        game = player.play(game, *(["p", "r"] if at == 2 else []), move)
        seen.append(game["piles"])
    player.post(f"/games/{game['id']}/resign")
    return {"id": game["id"], "seen": seen}


def expect_step(screen: Screen, game: dict[str, Any], at: int) -> None:
    """The page is at a step and shows its piles."""
    last = len(game["seen"]) - 1
    expect(screen.page.locator(".told")).to_contain_text(f"{at} / {last} · ")
    screen.settle()
    shown = screen.piles()
    for pile in game["seen"][at]:
        if "cards" in pile:
            assert shown[pile["id"]] == pile["cards"]
        else:
            place = screen.page.locator(f"[data-place='{pile['id']}']")
            expect(place).to_have_attribute("data-count", str(pile["count"]))


@pytest.mark.parametrize("variant", ["bakers_game", "baroness", "thirteens"])
@pytest.mark.parametrize("size", ["A", "E"])
def test_w46_every_step_shows_what_was_seen(
    open_screen: Open, player: Player, size: str, variant: str
) -> None:
    game = over(player, variant)
    screen = open_screen(size, player, reduced_motion="reduce")
    screen.page.goto(f"/play/{game['id']}?move=0")
    for at in range(len(game["seen"])):
        expect_step(screen, game, at)
        screen.page.get_by_role("button", name="One step on").click()
    expect_step(screen, game, len(game["seen"]) - 1)
    screen.page.get_by_role("button", name="One step back").click()
    expect_step(screen, game, len(game["seen"]) - 2)
    screen.page.get_by_role("button", name="To the deal").click()
    expect_step(screen, game, 0)
    screen.page.get_by_role("slider", name="Step").fill("5")
    expect_step(screen, game, 5)


def test_w46_keys_and_links_lead_to_a_step(open_screen: Open, player: Player) -> None:
    game = over(player)
    screen = open_screen("E", player)
    screen.page.goto(f"/play/{game['id']}?move=7")
    expect_step(screen, game, 7)
    press = screen.page.keyboard.press
    for key, at in (("ArrowRight", 8), ("ArrowLeft", 7), ("End", 12), ("Home", 0)):
        press(key)
        expect_step(screen, game, at)
    expect(screen.page.locator(".log [aria-current=step]")).to_have_count(1)
    current = screen.page.locator(".log [aria-current=step]")
    expect(current).to_contain_text("0. ")
    screen.page.locator(".log button").nth(4).click()
    expect_step(screen, game, 4)
    expect(current).to_contain_text("Undone")
    press("ArrowLeft")
    expect(current).to_be_focused()
    screen.page.wait_for_url("**/play/*?move=3")
    screen.page.reload()
    expect_step(screen, game, 3)


def test_w46_it_plays_and_stops_at_the_end(open_screen: Open, player: Player) -> None:
    game = over(player)
    screen = open_screen("E", player)
    screen.page.goto(f"/play/{game['id']}?move=9")
    expect_step(screen, game, 9)
    screen.page.get_by_role("combobox", name="Speed").select_option("4")
    screen.page.locator("body").press("Space")
    expect(screen.page.get_by_role("button", name="Stop")).to_be_visible()
    expect_step(screen, game, 12)
    expect(screen.page.get_by_role("button", name="Play", exact=True)).to_be_visible()


@pytest.mark.parametrize("size", ["A", "E"])
def test_w46_nothing_can_be_moved(open_screen: Open, player: Player, size: str) -> None:
    game = over(player, "bakers_game")
    screen = open_screen(size, player)
    sent: list[str] = []
    screen.page.on("request", lambda each: sent.append(each.method))
    screen.page.goto(f"/play/{game['id']}?move=5")
    expect_step(screen, game, 5)
    card = screen.pile("1")[-1]
    screen.tap_at(*screen.spot(card))
    (screen.swipe if size == "A" else screen.drag)(card, *screen.middle("hS"))
    screen.page.wait_for_timeout(300)
    expect_step(screen, game, 5)
    assert set(sent) == {"GET"}
    assert not screen.page.evaluate(
        "document.querySelector('.table').contains(document.activeElement)"
    )


@pytest.mark.parametrize("variant", ["bakers_game", "baroness"])
def test_w46_the_viewer_plays_on_from_a_step(
    open_screen: Open, player: Player, variant: str
) -> None:
    game = over(player, variant)
    screen = open_screen("E", player)
    screen.page.goto(f"/play/{game['id']}?move=8")
    expect_step(screen, game, 8)
    screen.page.get_by_role("button", name="Play on from here").click()
    screen.page.wait_for_selector(".bar .tool:last-child[aria-label=Undo]")
    screen.settle()
    view = screen.state()
    assert (view["mode"], view["status"], view["undos"]) == ("practice", "active", 0)
    assert view["piles"] == game["seen"][8]


def test_w46_everybody_sees_a_shared_replay(open_screen: Open, player: Player) -> None:
    game = over(player)
    screen = open_screen("E", player)
    screen.context.grant_permissions(["clipboard-read", "clipboard-write"])
    screen.page.goto(f"/play/{game['id']}?move=2")
    screen.page.get_by_role("button", name="Share").click()
    expect(screen.page.locator(".toast")).to_contain_text("Copied.")
    link = screen.page.evaluate("navigator.clipboard.readText()")
    assert "/replays/" in link
    guest = open_screen("A")
    guest.page.goto(link + "?move=6")
    expect_step(guest, game, 6)
    expect(guest.page.locator(".mark")).to_have_count(0)


@pytest.mark.parametrize("size", ["A", "E"])
def test_the_analysis_is_told_with_the_result(open_screen: Open, player: Player, size: str) -> None:
    stock_up()
    won = nearly_won(player, keep=60)
    game = player.play(won.game, *won.last[:20])
    player.post(f"/games/{game['id']}/resign")
    screen = open_screen(size, player)
    screen.page.goto(f"/play/{game['id']}")
    dialog = screen.page.get_by_role("dialog")
    expect(dialog.get_by_role("heading", name="Game over")).to_be_visible()
    answer(screen)
    expect(dialog).to_contain_text("could still be won when it ended")
    expect(dialog).to_contain_text("The solver needs")
    screen.page.keyboard.press("Escape")
    mark = screen.page.locator(".mark")
    assert mark.locator(".winnable").count() == game["moves"] + 1
    assert mark.locator(".unwinnable").count() == 0


def test_a_shorter_way_and_the_last_chance_are_told(open_screen: Open, player: Player) -> None:
    game = player.start("medium", deal={"scheme": "ms", "number": 1})
    game = player.play(game, "1a", "1b", "1c", "1d", "p", "r")
    game = player.play(game, game["legal_moves"][0]["move"])
    player.post(f"/games/{game['id']}/resign")
    screen = open_screen("E", player)
    screen.page.goto(f"/play/{game['id']}?move=1")
    answer(screen)
    worth = screen.page.locator(".worth")
    expect(worth).to_be_visible()
    verdicts = player.get(f"/games/{game['id']}/analysis").json()["answer"]["verdicts"]
    kept = [each for at, each in enumerate(verdicts) if at not in (5, 6)]
    mark = screen.page.locator(".mark rect")
    assert [mark.nth(at).get_attribute("class") for at in range(mark.count())] == kept


@pytest.mark.parametrize("language", ["en", "ru", "fr"])
@pytest.mark.parametrize("size", ["A", "C", "E"])
def test_w35_axe_finds_nothing_in_the_viewer(
    open_screen: Open, player: Player, size: str, language: str
) -> None:
    game = over(player, "bakers_game")
    screen = open_screen(size, player, language, reduced_motion="reduce")
    screen.page.goto(f"/play/{game['id']}?move=7")
    answer(screen)
    screen.page.locator(".worth").wait_for(state="attached")
    if size == "A":
        screen.page.locator("summary").click()
    screen.settle()
    screen.page.locator(".mark").wait_for()
    assert not violations(screen)
