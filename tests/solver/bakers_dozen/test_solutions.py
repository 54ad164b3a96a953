"""The recorded lines of deals 1 to 1000 win by the rules, and only deal 104 has none."""

from pathlib import Path

import pytest

from games.rules import RULES, Move, microsoft_deck
from tests.solver.bakers_dozen.dozens import replayed

FILE = Path(__file__).parents[1] / "data" / "bakers_dozen_ms_1_1000.tsv"


def recorded() -> list[list[str]]:
    return [row.split("\t") for row in FILE.read_text().splitlines() if row[0] != "#"]


def test_each_deal_has_its_verdict() -> None:
    verdicts = {int(number): verdict for number, verdict, *_ in recorded()}
    assert list(verdicts) == list(range(1, 1001))
    lost = {number for number, verdict in verdicts.items() if verdict != "winnable"}
    assert (lost, verdicts[104]) == ({104}, "unwinnable")


@pytest.mark.parametrize("first", range(1, 1001, 100))
def test_every_recorded_line_wins(first: int) -> None:
    for number, verdict, *line in recorded()[first - 1 : first + 99]:
        if verdict == "winnable":
            position = RULES["bakers-dozen-1"].lay_out(microsoft_deck(int(number)))
            moves = tuple(map(Move.parse, line[0].split()))
            assert replayed(position, moves).is_won, number
