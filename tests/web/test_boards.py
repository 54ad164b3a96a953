"""The boards: places, ties, one's own row, pages, and which board is shown."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from playwright.sync_api import expect

from accounts.models import User
from stats.models import BoardEntry
from tests.games.by_hand import confirm
from tests.games.conftest import Player
from tests.stats.boards import NOON, full_player, win
from tests.web.screen import Screen
from tests.web.test_access import violations

Open = Callable[..., Screen]
BOARD = "/boards/best_score:bakers_game:medium"


def filled(count: int, finished_at: datetime = NOON, **changed: Any) -> None:
    """So many players on the boards of a level; every other one is as good as the one before."""
    first = User.objects.count()
    for at in range(count):
        name = f"Player {first + at}"
        player = full_player(display_name=name, name_key=name)
        moment = finished_at + timedelta(seconds=at)
        win(player, score=9000 - at // 2 * 10, time_ms=90_000, finished_at=moment, **changed)


def rows(screen: Screen) -> list[list[str]]:
    """The texts of the board's rows."""
    table = screen.page.locator("tbody tr")
    table.first.wait_for()
    return [each.split("\t") for each in table.all_inner_texts()]


@pytest.mark.parametrize("size", ["A", "E"])
def test_ties_share_a_place(open_screen: Open, size: str) -> None:
    filled(5)
    screen = open_screen(size)
    screen.page.goto(BOARD)
    assert rows(screen) == [
        [place, f"Player {at}", score, "1:30", "95"]
        for at, (place, score) in enumerate(
            [("1", "9,000"), ("1", "9,000"), ("3", "8,990"), ("3", "8,990"), ("5", "8,980")]
        )
    ]
    expect(screen.page.locator("section").last).to_contain_text("5 players.")
    expect(screen.page.get_by_text("Sign in to see your own place.")).to_be_visible()
    link = screen.page.get_by_role("link", name="Sign in or create an account")
    expect(link).to_have_attribute("href", "/account")


def test_pages_lead_on_and_back_and_to_ones_own_place(open_screen: Open, player: Player) -> None:
    filled(120)
    confirm(player)
    win(player.user, score=100)
    screen = open_screen("E", player)
    screen.page.goto(BOARD)
    assert len(rows(screen)) == 50
    expect(screen.page.get_by_role("heading", name="Your place: 121 of 121")).to_be_visible()
    after = screen.page.get_by_role("link", name="Next places")
    before = screen.page.get_by_role("link", name="Better places")
    top = screen.page.get_by_role("link", name="Back to the top")
    first = rows(screen)
    expect(before).to_have_count(0)
    expect(top).to_have_count(0)
    after.click()
    expect(screen.page.locator("tbody tr").first).to_contain_text("8,750")
    expect(screen.page.locator("tr.mine")).to_have_count(0)
    after.click()
    expect(screen.page.locator("tr.mine")).to_contain_text("(you)")
    expect(after).to_have_count(0)
    before.click()
    expect(screen.page.locator("tbody tr").first).to_contain_text("8,750")
    before.click()
    expect(screen.page.locator("tbody tr").first).to_contain_text("9,000")
    assert rows(screen) == first
    screen.page.get_by_role("link", name="Show my place").click()
    expect(screen.page.locator("tr.mine")).to_be_in_viewport()
    assert len(rows(screen)) == 21
    top.click()
    expect(screen.page.locator("tbody tr")).to_have_count(50)


@pytest.mark.parametrize(
    ("state", "text"),
    [
        ("is_held", "waits for a review"),
        ("by_guest", "You play as a guest"),
        ("is_withheld", "you chose not to be seen"),
    ],
)
def test_a_row_that_others_do_not_see_is_explained(
    open_screen: Open, player: Player, state: str, text: str
) -> None:
    confirm(player)
    win(player.user)
    BoardEntry.objects.update(**{state: True})
    screen = open_screen("A", player)
    screen.page.goto(BOARD)
    expect(screen.page.get_by_role("heading", name="Your place: 1 of 1")).to_be_visible()
    expect(screen.page.get_by_text(text)).to_be_visible()
    is_guest = state == "by_guest"
    expect(screen.page.get_by_role("link", name="Sign in")).to_have_count(int(is_guest))
    expect(screen.page.locator("tbody tr")).to_have_count(0)
    screen.page.get_by_role("link", name="Show my place").click()
    expect(screen.page.locator("tr.mine")).to_be_visible()


def test_the_board_is_chosen(open_screen: Open) -> None:
    now = datetime.now(UTC)
    filled(1, finished_at=now)
    filled(2, finished_at=now - timedelta(days=400))
    screen = open_screen("E")
    screen.page.goto("/")
    screen.page.get_by_role("link", name="Leaderboards").click()
    choose = lambda name: screen.page.get_by_role("combobox", name=name)  # noqa: E731
    show = screen.page.get_by_role("button", name="Show").click
    choose("Level").select_option("medium")
    show()
    expect(screen.page.locator("tbody tr")).to_have_count(3)
    year, week, _ = now.isocalendar()
    for period, key in (("this week", f"{year}-W{week:02}"), ("this month", f"{now:%Y-%m}")):
        choose("Time").select_option(period)
        show()
        expect(screen.page.locator("tbody tr")).to_have_count(1)
        expect(choose("Time").locator("[selected]")).to_have_text(period)
        assert screen.page.url.endswith(f"/boards/best_score:bakers_game:medium:{key}")
        expect(screen.page.locator("section").last).to_contain_text("Open until")
    screen.page.reload()
    expect(choose("Time")).to_have_value("month")
    choose("Board").select_option("Longest streaks")
    show()
    expect(choose("Time")).to_have_count(0)
    expect(screen.page.get_by_role("columnheader", name="Wins in a row")).to_be_visible()


def test_boards_need_no_script(open_screen: Open, player: Player) -> None:
    filled(60)
    confirm(player)
    win(player.user, score=100)
    screen = open_screen("A", player, java_script_enabled=False)
    screen.page.goto("/boards")
    expect(screen.page.get_by_text("You have no place here yet.")).to_be_visible()
    screen.page.get_by_role("combobox", name="Level").select_option("medium")
    screen.page.get_by_role("button", name="Show").press("Enter")
    expect(screen.page.get_by_role("heading", name="Your place: 61 of 61")).to_be_visible()
    screen.page.get_by_role("link", name="Next places").click()
    assert len(rows(screen)) == 11
    screen.page.get_by_role("link", name="Show my place").click()
    expect(screen.page.locator("tr.mine")).to_be_in_viewport()


def test_a_closed_daily_leads_to_its_replays(open_screen: Open) -> None:
    day = datetime(2026, 11, 20, tzinfo=UTC)
    noon = day + timedelta(hours=12)
    filled(3, finished_at=noon, daily=day.date())
    screen = open_screen("A")
    screen.page.goto("/boards/daily:2026-11-20:bakers_game")
    expect(screen.page.locator("section").last).to_contain_text("final places")
    game = BoardEntry.objects.filter(board="daily:2026-11-20:bakers_game").earliest("id").game_id
    link = screen.page.get_by_role("link", name="Player 0")
    expect(link).to_have_attribute("href", f"/replays/{game}")
    day = screen.page.get_by_label("Day")
    expect(day).to_have_value("2026-11-20")
    day.fill("2026-11-19")
    screen.page.get_by_role("button", name="Show").click()
    screen.page.wait_for_url("**/boards/daily:2026-11-19:bakers_game")
    expect(screen.page.locator("section").last).to_contain_text("0 players. Closed")


def test_a_board_that_is_not_there_is_told(open_screen: Open) -> None:
    screen = open_screen("A")
    screen.expected = ("Failed to load resource",)
    screen.page.goto("/boards/daily:2026-11-20:thirteens")
    expect(screen.page.get_by_text("There is no such board.")).to_be_visible()


@pytest.mark.parametrize("language", ["en", "ru", "fr"])
@pytest.mark.parametrize("size", ["A", "E"])
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_w35_axe_finds_nothing_on_boards(
    open_screen: Open, player: Player, size: str, language: str, theme: str
) -> None:
    filled(4)
    win(player.user, score=8995)
    BoardEntry.objects.filter(player=player.user).update(by_guest=True)
    screen = open_screen(size, player, language, color_scheme=theme)
    screen.page.goto(BOARD)
    screen.page.locator("section a[href*=around]").click()
    screen.page.locator("tr.mine").wait_for()
    assert not violations(screen)
