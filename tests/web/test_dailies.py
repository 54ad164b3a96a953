"""The calendar of the dailies: how days stand, what follows midnight, practice on past ones."""

import re
from collections.abc import Callable
from datetime import UTC, date, datetime, timedelta

import pytest
import time_machine
from playwright.sync_api import Locator, Route, expect

from games.models import Daily
from games.services.daily import lay_dailies
from tests.games.conftest import Player, line_of, stock_up
from tests.web.screen import Screen
from tests.web.test_access import violations

Open = Callable[..., Screen]


def played(player: Player, days_ago: int, outcome: str) -> date:
    """A day before today, with its deals, on which the player attempted Baker's Game so."""
    moment = datetime.now(UTC).replace(hour=12) - timedelta(days=days_ago)
    with time_machine.travel(moment, tick=False):
        lay_dailies(moment)
        if outcome:
            day = moment.date()
            game = player.put(f"/dailies/{day}/bakers_game/attempt").json()
            if outcome == "won":
                player.play(game, *line_of(game))
            if outcome == "lost":
                player.post(f"/games/{game['id']}/resign")
    return moment.date()


def cell(screen: Screen, day: date) -> Locator:
    """A day of the calendar, after turning to its month."""
    found = screen.page.locator(f"[data-day='{day}']")
    screen.page.locator(".month").wait_for()
    if not found.count():
        screen.page.get_by_role("link", name="Month before").click()
    return found


@pytest.mark.parametrize("size", ["A", "E"])
def test_w45_the_calendar_tells_how_days_stand(
    open_screen: Open, player: Player, size: str
) -> None:
    stock_up(40, "medium")
    days = [(played(player, ago, outcome), outcome) for ago, outcome in ((4, "won"), (3, "lost"))]
    free = played(player, 2, "")
    screen = open_screen(size, player)
    screen.page.goto("/daily")
    today = datetime.now(UTC).date()
    expect(cell(screen, today)).to_have_attribute("aria-current", "page")
    words = {"won": "Won", "lost": "Lost"}
    for day, outcome in days:
        expect(cell(screen, day).locator(f".{outcome}")).to_have_count(1)
        expect(cell(screen, day)).to_have_accessible_name(
            f"{day:%A, %B} {day.day}, Baker's Game: {words[outcome]}"
        )
    cell(screen, days[0][0]).click()
    expect(cell(screen, days[0][0])).to_be_focused()
    entry = screen.page.locator("li.daily")
    expect(entry.get_by_role("link", name="Result")).to_be_visible()
    board = entry.get_by_role("link", name="Leaderboard")
    expect(board).to_have_attribute("href", f"/boards/daily:{days[0][0]}:bakers_game")
    cell(screen, free).click()
    expect(entry).to_contain_text("Over, for practice")
    entry.get_by_role("button", name="Practise").click()
    screen.settle()
    view = screen.state()
    deal = Daily.objects.get(date=free, variant="bakers_game").proof.deal_id
    assert (view["mode"], view["deal"]["id"]) == ("practice", str(deal))


@pytest.mark.parametrize("size", ["A", "E"])
def test_w45_the_calendar_is_turned_without_losing_ones_place(open_screen: Open, size: str) -> None:
    stock_up(40, "medium")
    screen = open_screen(size)
    screen.page.goto("/daily")
    first = datetime.now(UTC).date().replace(day=1)
    for _ in range(2):
        first = (first - timedelta(days=1)).replace(day=1)
        screen.page.get_by_role("link", name="Month before").focus()
        with screen.page.expect_navigation():
            screen.page.keyboard.press("Enter")
        expect(screen.page.get_by_role("heading", name=f"{first:%B %Y}")).to_be_in_viewport()
        expect(screen.page.get_by_role("link", name="Month before")).to_be_focused()
    expect(screen.page.get_by_text("No daily deal is ready yet")).to_be_attached()
    screen.page.go_back()
    screen.page.go_back()
    expect(cell(screen, datetime.now(UTC).date())).to_have_attribute("aria-current", "page")


def test_w45_the_promise_is_told_before_and_checked_after(
    open_screen: Open, player: Player
) -> None:
    stock_up(40, "medium")
    past = played(player, 2, "")
    screen = open_screen("E", player)
    screen.page.goto("/daily")
    now = datetime.now(UTC).date()
    today = Daily.objects.get(date=now, variant="bakers_game")
    # Shortly after midnight yesterday's are shown, too, as they can still be won for the streak.
    entries = screen.page.locator("li.daily")
    entry = entries.filter(has_text=today.proof.deal.commitment)
    entry.locator("summary").click()
    expect(entry.locator("code")).to_be_visible()
    expect(entry.locator("code")).to_have_text(today.proof.deal.commitment)
    expect(entry).to_contain_text("When the day is over")
    cell(screen, past).click()
    entry = entries.first
    entry.locator("summary").click()
    deal = Daily.objects.get(date=past, variant="bakers_game").proof.deal_id
    link = entry.get_by_role("link", name="Deck and salt")
    expect(link).to_have_attribute("href", f"/api/v1/deals/{deal}/fairness")


def test_w45_streaks_are_shown(open_screen: Open, player: Player) -> None:
    stock_up(40, "medium")
    for ago in (3, 2):
        played(player, ago, "won")
    yesterday = played(player, 1, "won")
    screen = open_screen("A", player)
    screen.page.goto("/daily")
    panel = screen.page.locator("section", has_text="Days in a row")
    expect(panel).to_contain_text("Baker's Game3 / 3")
    expect(cell(screen, yesterday).locator(".won")).to_have_count(1)


def test_w45_the_day_changes_at_the_servers_midnight(open_screen: Open, player: Player) -> None:
    stock_up(40, "medium")
    yesterday = played(player, 1, "")
    lay_dailies(datetime.now(UTC))
    screen = open_screen("A", timezone_id="Asia/Kolkata")

    def tell(route: Route) -> None:
        """Show the page of the day before, which ends in three seconds."""
        answer = route.fetch(url=f"{route.request.url}?day={yesterday}")
        body = re.sub(r'data-left="\d+"', 'data-left="3000"', answer.text())
        route.fulfill(response=answer, body=body)

    screen.page.route("**/daily", tell, times=1)
    screen.page.goto("/daily")
    # The browser's own day and zone play no part but for how the moment is written.
    expect(screen.page.locator(".countdown")).to_contain_text("5:30")
    expect(screen.page.locator("[aria-current]")).to_have_attribute("data-day", str(yesterday))
    today = str(datetime.now(UTC).date())
    expect(screen.page.locator("[aria-current]")).to_have_attribute("data-day", today)
    expect(screen.page.locator("li.daily").first.get_by_role("button", name="Play")).to_be_visible()


@pytest.mark.parametrize("language", ["en", "ru", "fr"])
@pytest.mark.parametrize("size", ["A", "E"])
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_w35_axe_finds_nothing_in_the_calendar(
    open_screen: Open, player: Player, size: str, language: str, theme: str
) -> None:
    stock_up(40, "medium")
    for ago, outcome in ((4, "won"), (3, "lost"), (2, "")):
        played(player, ago, outcome)
    screen = open_screen(size, player, language, color_scheme=theme)
    screen.page.goto("/daily")
    screen.page.locator("li.daily summary").first.click()
    assert not violations(screen)
