"""Help from the solver, the dailies, the statistics, and the ways between the screens."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.games.conftest import Player, nearly_won, stock_up
from tests.web.positions import reach
from tests.web.questions import answer
from tests.web.screen import Screen

Open = Callable[..., Screen]


@pytest.mark.parametrize("size", ["A", "E"])
def test_a_hint_shows_a_move(open_screen: Open, player: Player, size: str) -> None:
    stock_up()
    game = nearly_won(player, keep=30).game
    screen = open_screen(size, player)
    screen.open(game)
    screen.page.get_by_role("button", name="Help from the solver").click()
    dialog = screen.page.get_by_role("dialog")
    expect(dialog).to_contain_text("Help marks this game")
    dialog.get_by_role("button", name="Show a move that leads to a win").click()
    answer(screen)
    expect(screen.page.locator(".toast")).to_have_text(re.compile("^Try: "))
    expect(screen.page.locator(".chosen").first).to_be_visible()
    assert screen.page.locator(".target").count() == 1
    assert screen.state()["assisted"]


def test_a_verdict_is_told(open_screen: Open, player: Player) -> None:
    stock_up()
    game = nearly_won(player, keep=30).game
    screen = open_screen("A", player)
    screen.open(game)
    screen.page.get_by_role("button", name="Help from the solver").click()
    screen.page.get_by_role("button", name="Can I still win?").click()
    answer(screen)
    expect(screen.page.locator(".toast").last).to_contain_text("This game can still be won.")


def test_help_that_is_not_given_says_why(open_screen: Open, player: Player) -> None:
    stock_up()
    game = player.start("easy")
    practice = {"cards": [card for pile in range(7) for card in row_of(game, pile)]}
    other = player.start("medium", deal=practice)
    screen = open_screen("A", player)
    screen.expected = ("Failed to load resource",)
    screen.open(other)
    screen.page.get_by_role("button", name="Help from the solver").click()
    screen.page.get_by_role("button", name="Can I still win?").click()
    expect(screen.page.locator(".toast").last).to_contain_text("These cards are played where")


def row_of(game: dict[str, list[dict[str, list[str]]]], at: int) -> list[str]:
    """The cards that were dealt in one round: one to each column that is long enough."""
    columns = [pile["cards"] for pile in game["piles"] if pile.get("kind") == "column"]
    return [cards[at] for cards in columns if len(cards) > at]


@pytest.mark.parametrize("size", ["A", "E"])
def test_w44_statistics_show_the_figures_of_the_service(
    open_screen: Open, player: Player, size: str
) -> None:
    stock_up(3)
    won = nearly_won(player)
    player.play(won.game, *won.last)
    lost = player.start("easy")
    player.post(f"/games/{lost['id']}/resign")
    screen = open_screen(size, player)
    screen.page.goto("/")
    screen.page.get_by_role("link", name="Statistics").click()
    own = player.stats("easy")
    panel = screen.page.locator("section", has_text="Baker's Game, Easy")
    expect(panel).to_contain_text("Played2Won1Lost1Win rate50 %")
    expect(panel).to_contain_text(f"Best score{own['best_score']:,}")
    chart = panel.get_by_role("img").first
    expect(chart).to_have_attribute("aria-label", "The latest 2 games: 1 won")
    assert (chart.locator(".win").count(), chart.locator(".loss").count()) == (1, 1)
    rows = screen.page.get_by_role("row")
    expect(rows).to_have_count(3)
    expect(rows.nth(1)).to_contain_text("Lost")
    screen.page.get_by_role("link", name="Back").click()
    expect(screen.page.get_by_role("button", name="Play", exact=True)).to_be_visible()


def test_w44_without_results_the_page_says_what_will_be_there(open_screen: Open) -> None:
    screen = open_screen("A")
    screen.page.goto("/stats")
    expect(screen.page.get_by_text("after your first game")).to_be_visible()


@pytest.mark.parametrize("size", ["A", "E"])
def test_w45_a_daily_is_attempted_once(open_screen: Open, size: str) -> None:
    stock_up(4, "medium")
    screen = open_screen(size)
    screen.page.goto("/daily")
    expect(screen.page.locator(".countdown")).to_contain_text("The next deals come in")
    screen.page.locator(".daily").first.get_by_role("button").click()
    asked = screen.page.get_by_role("dialog")
    expect(asked).to_contain_text("one attempt")
    asked.get_by_role("button", name="Play").click()
    screen.settle()
    game = screen.state()
    assert game["mode"] == "daily"
    screen.page.get_by_role("button", name="Menu").click()
    expect(screen.page.get_by_role("button", name="Pause")).to_have_count(0)
    screen.page.get_by_role("button", name="Daily deals").click()
    first = screen.page.locator(".daily").first
    expect(first).to_contain_text("Begun; the clock is running")
    first.get_by_role("link", name="Continue").click()
    screen.settle()
    assert screen.state()["id"] == game["id"]
    screen.page.get_by_role("button", name="Menu").click()
    screen.page.get_by_role("button", name="Give up").click()
    screen.page.get_by_role("button", name="Give up").click()
    expect(screen.page.get_by_role("heading", name="Game over")).to_be_visible()
    screen.page.get_by_role("button", name="Daily deals").click()
    expect(screen.page.locator(".daily").first).to_contain_text("Lost")


RESULTS = {
    "en": ("Won1Lost0Win rate100", "Won0Lost1Win rate0"),
    "ru": ("Победы1Поражения0Доля побед100", "Победы0Поражения1Доля побед0"),
    "fr": ("Gagnées1Perdues0Réussite100", "Gagnées0Perdues1Réussite0"),
}


@pytest.mark.parametrize("language", RESULTS)
@pytest.mark.parametrize("size", ["A", "E"])
def test_w01_results_of_each_level_are_told_in_every_language(
    open_screen: Open, player: Player, size: str, language: str
) -> None:
    stock_up()
    won = nearly_won(player)
    player.play(won.game, *won.last)
    lost = player.start("medium")
    player.post(f"/games/{lost['id']}/resign")
    screen = open_screen(size, player, language)
    screen.page.goto("/")
    for level, text in zip(("easy", "medium"), RESULTS[language], strict=True):
        screen.page.locator(f"input[name='bakers_game.level'][value={level}]").check()
        expect(screen.page.locator(".results:visible")).to_contain_text(text)


def test_back_leads_to_the_choice_and_the_game_waits(open_screen: Open, player: Player) -> None:
    stock_up()
    screen = open_screen("A", player)
    screen.page.goto("/")
    screen.page.get_by_role("button", name="Play", exact=True).click()
    screen.settle()
    before = screen.piles()
    screen.page.go_back()
    screen.page.get_by_role("link", name="Continue").click()
    screen.settle()
    assert screen.piles() == before
    assert not screen.state()["paused"]


def test_the_language_is_changed_on_the_page(open_screen: Open) -> None:
    screen = open_screen("A")
    screen.page.goto("/")
    screen.page.get_by_role("button", name="Русский").click()
    expect(screen.page.get_by_role("button", name="Играть", exact=True)).to_be_visible()
    assert screen.page.locator("html").get_attribute("lang") == "ru"
    expect(screen.page.get_by_role("radio", name="Игра Бейкера")).to_be_visible()


def test_a_game_of_nobody_leads_to_the_start(open_screen: Open, player: Player) -> None:
    screen = open_screen("A", player)
    screen.expected = ("Failed to load resource",)
    screen.page.goto("/stats")
    screen.page.goto("/play/00000000-0000-4000-8000-000000000000")
    expect(screen.page.locator("main")).to_contain_text("There is nothing at this address.")
    screen.page.get_by_role("link", name="Back").click()
    expect(screen.page.get_by_role("button", name="Play", exact=True)).to_be_visible()
    screen.page.go_back()
    screen.page.go_back()
    expect(screen.page.get_by_role("heading", name="Statistics")).to_be_visible()


def test_points_go_down_with_the_time_and_without_a_request(
    open_screen: Open, player: Player
) -> None:
    game = reach(player, "bakers_game", "easy", lambda view: view["score"]["total"] >= 60)
    screen = open_screen("A", player)
    screen.page.clock.install()
    screen.open(game)
    points = screen.page.locator(".figure b").last
    before = int(points.inner_text())
    asked: list[str] = []
    screen.page.on("request", lambda request: asked.append(request.url))
    screen.page.clock.fast_forward(30_000)
    expect(points).to_have_text(str(before - 30))
    screen.page.clock.fast_forward(300_000)
    expect(points).to_have_text("0")
    assert not asked
