"""`manage.py make_stock`: deals that `load_stock` takes."""

from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from games.rules import RULES, Playthrough, parse_deck

STOCK = Path(__file__).parents[2] / "games" / "stock"


def make(*arguments: object) -> str:
    out = StringIO()
    call_command("make_stock", *map(str, arguments), stdout=out)
    return out.getvalue()


def rows(text: str) -> list[tuple[str, str]]:
    found = [row.split("\t") for row in text.splitlines() if not row.startswith("#")]
    return [(deck, line) for deck, line in found]


@pytest.mark.parametrize(
    "rules", ["bakers-dozen-any-fill-1", "good-measure-1", "bakers-game-4-cells-1"]
)
def test_every_deal_comes_with_a_line_that_wins_it(rules: str) -> None:
    text = make("--rules", rules, "--count", 3)
    assert text.startswith(f"# Deals of {rules}: ")
    assert len(rows(text)) == 3
    for deck, line in rows(text):
        assert Playthrough(RULES[rules], parse_deck(deck)).append(0, line.split(), 0).is_won


def test_no_two_runs_make_the_same_deal() -> None:
    made = [rows(make("--rules", "bakers-dozen-any-fill-1", "--count", 2)) for _ in range(2)]
    assert len({deck for each in made for deck, _ in each}) == 4


def test_a_level_can_be_named_instead_of_rules() -> None:
    text = make("--variant", "bakers_game", "--level", "hard", "--count", 1)
    assert text.startswith("# Deals of bakers-game-3-cells-1: ")


def test_a_count_of_none_is_refused() -> None:
    with pytest.raises(CommandError, match="not a whole number above zero"):
        make("--count", 0)


@pytest.mark.parametrize(
    ("file", "rules"),
    [("bakers_dozen_easy", "bakers-dozen-any-fill-1"), ("good_measure_easy", "good-measure-1")],
)
def test_the_stock_that_comes_with_the_project_is_proven(file: str, rules: str) -> None:
    deals = rows((STOCK / f"{file}.tsv").read_text())
    assert len({deck for deck, _ in deals}) == len(deals) >= 64
    for deck, line in deals:
        assert Playthrough(RULES[rules], parse_deck(deck)).append(0, line.split(), 0).is_won
