"""The statistics: the same figures as the service's, pictures with their tables, and files."""

import csv
import json
import re
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from tests.games.conftest import Player
from tests.stats.boards import new_game
from tests.stats.conftest import record
from tests.web.screen import Screen
from tests.web.test_access import violations

Open = Callable[..., Screen]
HARD = re.compile("Baker's Game, Hard\\s*Played4Won3Lost1Win rate75 %")


def played(player: Player, count: int, days_ago: float = 0, **changed: Any) -> None:
    """So many results, every third of them a loss, one a minute."""
    for at in range(count):
        moment = datetime.now(UTC) - timedelta(days=days_ago, minutes=count - at)
        won = at % 3 != 2
        given: dict[str, Any] = {"score": 5000 + 100 * at} if won else {}
        given |= {"won": won, "time_ms": 60_000 + 20_000 * at, "finished_at": moment} | changed
        record(player.user, game_id=new_game(player.user), **given)


def panel(screen: Screen) -> Locator:
    return screen.page.locator("section").first


def figure(screen: Screen, at: int) -> list[list[str]]:
    """The table of a picture."""
    found = panel(screen).locator("figure").nth(at)
    found.locator("summary").click()
    return [each.split("\t") for each in found.locator("tbody tr").all_inner_texts()]


@pytest.mark.parametrize("size", ["A", "E"])
def test_w44_every_picture_is_a_table_too(open_screen: Open, player: Player, size: str) -> None:
    played(player, 60)
    screen = open_screen(size, player)
    screen.page.goto("/stats")
    pictures = panel(screen).get_by_role("img")
    expect(pictures).to_have_count(3)
    assert pictures.nth(0).locator("title").text_content() == "The latest 50 games: 33 won"
    for at in range(3):
        assert pictures.nth(at).locator("desc").text_content()
    bars = figure(screen, 0)
    assert [row[1] for row in bars] == ["Lost" if at % 3 == 2 else "Won" for at in range(10, 60)]
    assert bars[9][2] == "70 %"
    assert pictures.nth(0).locator(".win").count() == 33
    times = figure(screen, 1)
    assert sum(int(row[1]) for row in times) == 40
    points = figure(screen, 2)
    assert [row[1] for row in points] == [f"{5000 + 100 * at:,}" for at in range(60) if at % 3 != 2]


def test_w44_levels_and_times_are_chosen(open_screen: Open, player: Player) -> None:
    played(player, 6, days_ago=20)
    played(player, 3, days_ago=60)
    played(player, 4, level="hard", days_ago=1)
    screen = open_screen("E", player)
    screen.page.goto("/stats")
    level = screen.page.get_by_role("combobox", name="Level")
    period = screen.page.get_by_role("combobox", name="Time")
    show = screen.page.get_by_role("button", name="Show").click
    expect(panel(screen)).to_contain_text(HARD)
    level.select_option("Baker's Game, Medium")
    show()
    own = player.stats("medium")
    expect(panel(screen)).to_contain_text(f"Played9Won{own['won']}Lost3Win rate{own['win_pct']} %")
    period.select_option("the last 30 days")
    show()
    expect(level.locator("[selected]")).to_have_text("Baker's Game, Medium")
    expect(period.locator("[selected]")).to_have_text("the last 30 days")
    expect(panel(screen)).to_contain_text("Played6Won4Lost2Win rate66.7 %")
    expect(panel(screen)).to_contain_text("Best score5,400Best time1:00")
    period.select_option("the last 7 days")
    show()
    expect(panel(screen)).to_contain_text("Played0Won0Lost0Win rate–")
    expect(panel(screen).get_by_role("img")).to_have_count(0)


def test_w44_the_figures_of_a_time_are_made_as_the_services_are(
    open_screen: Open, player: Player
) -> None:
    """Of games that all lie in the time chosen both must tell the same."""
    played(player, 7)
    screen = open_screen("E", player)
    screen.page.goto("/stats")
    figures = panel(screen).locator("dl")
    expect(figures).to_contain_text("Played7")
    of_all = figures.inner_text()
    screen.page.get_by_role("combobox", name="Time").select_option("the last 7 days")
    screen.page.get_by_role("button", name="Show").click()
    screen.page.wait_for_url("**period=week")
    expect(figures).to_contain_text("Played7")
    assert figures.inner_text() == of_all


def test_w44_results_are_saved_as_files(open_screen: Open, player: Player, tmp_path: Path) -> None:
    played(player, 130)
    screen = open_screen("E", player)
    screen.page.goto("/stats")
    saved = {}
    for kind in ("CSV", "JSON"):
        with screen.page.expect_download() as waited:
            screen.page.get_by_role("link", name=f"Save as {kind}").click()
        assert waited.value.suggested_filename == f"patience.{kind.lower()}"
        waited.value.save_as(tmp_path / kind)
        saved[kind] = (tmp_path / kind).read_text()
    told = json.loads(saved["JSON"])
    assert len(told) == 130
    rows = list(csv.DictReader(saved["CSV"].splitlines()))
    assert [row["game_id"] for row in rows] == [each["game_id"] for each in told]
    assert rows[0]["time_ms"] == str(told[0]["time_ms"])
    assert set(rows[0]) == set(told[0])


def test_w44_statistics_need_no_script(open_screen: Open, player: Player) -> None:
    played(player, 3, days_ago=20)
    screen = open_screen("A", player, java_script_enabled=False)
    screen.page.goto("/stats")
    expect(panel(screen).get_by_role("img")).to_have_count(3)
    assert len(figure(screen, 0)) == 3
    screen.page.get_by_role("combobox", name="Time").select_option("the last 7 days")
    screen.page.get_by_role("button", name="Show").press("Enter")
    expect(panel(screen)).to_contain_text("Played0Won0Lost0")


@pytest.mark.parametrize("language", ["en", "ru", "fr"])
@pytest.mark.parametrize("size", ["A", "E"])
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_w35_axe_finds_nothing_in_the_statistics(
    open_screen: Open, player: Player, size: str, language: str, theme: str
) -> None:
    played(player, 24)
    screen = open_screen(size, player, language, color_scheme=theme)
    screen.page.goto("/stats")
    screen.page.locator("figure summary").first.click()
    assert not violations(screen)
