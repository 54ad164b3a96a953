"""Runs of every rules object: how long they may be, and what is told about too long ones."""

import re
from dataclasses import replace
from itertools import product

import pytest
from hypothesis import given

from games.rules import Building, IllegalMove, Move, Position
from tests.rules import naive
from tests.rules.strategies import ON_OFFER, examples, scattered_positions


@pytest.mark.parametrize("cells", range(4))
@pytest.mark.parametrize("empty", range(3))
@pytest.mark.parametrize("empty_columns", ["any", "kings"])
@pytest.mark.parametrize("into_empty", [False, True])
def test_run_limit_is_what_single_cards_can_do(
    cells: int, empty: int, empty_columns: str, into_empty: bool
) -> None:
    """A run from the king down lies in column 1 and wants to go to column 2."""
    helpers = empty if empty_columns == "any" else 0
    most = max(n for n in range(1, 14) if naive.can_carry_over(n, cells, helpers))
    rules = Building("r", 4 + empty, cells, empty_columns=empty_columns)
    others = [f"{rank}{suit}" for suit in "DHS" for rank in "A23456789TJQK"]
    run = [rank + "C" for rank in "KQJT98765432A"]
    for length in range(1, 14 - (not into_empty)):
        head = 0 if into_empty else 1
        moved, rest = run[head : head + length], run[head + length :]
        target = "" if into_empty else "KC"
        blocker = " ".join([*rest, *others])
        columns = [" ".join(moved), target, blocker, "", *[""] * empty]
        # Column 4 takes the last card of the blocker, so that it is not empty.
        columns[2], columns[3] = " ".join([*rest, *others[:-1]]), others[-1]
        position = rules.parse_position("\n".join(":" + column for column in columns))
        text = "12" + ("" if length == 1 or not into_empty else naive.COUNTS[length])
        if length <= most:
            assert text in map(str, position.legal_moves)
            assert position.rules.cards_moved(position, Move.parse(text)) == length
        else:
            with pytest.raises(IllegalMove) as refused:
                position.parse_move(text)
            assert refused.value.reason == "run_too_long"
            assert refused.value.members["max_run"] == most


@examples(120)
@given(scattered_positions(ON_OFFER))
def test_blocked_runs_are_refused_for_their_length_alone(position: Position) -> None:
    blocked = position.rules.blocked(position)
    legal = {(move.source, move.destination) for move in position.legal_moves}
    for each in blocked:
        into_empty = not position.pile(each.destination)
        text = each.source + each.destination + (naive.COUNTS[each.n] if into_empty else "")
        with pytest.raises(IllegalMove) as refused:
            position.parse_move(text)
        assert refused.value.reason == each.reason == "run_too_long"
        assert refused.value.members == {"max_run": each.max_run}
        assert each.n > each.max_run
        assert into_empty or (each.source, each.destination) not in legal
        _check_more_places_free_it(position, text, each.n)
    _check_all_too_long_runs_are_blocked(position, {(b.source, b.destination) for b in blocked})


def _check_more_places_free_it(position: Position, text: str, n: int) -> None:
    """The same table with a free cell for each card of the run."""
    rules = position.rules
    assert isinstance(rules, Building)
    taken = sum(pile.kind == "cell" and bool(position.pile(pile.id)) for pile in rules.piles)
    cells = taken + n - 1
    if cells <= 10:
        looser = replace(rules, id="looser", cells=cells, filled_cells="")
        held = re.sub(
            "(?<=Freecells:)(.*)", lambda found: found[1].replace(" -", ""), str(position)
        )
        looser.parse_position(held).parse_move(text)


def _check_all_too_long_runs_are_blocked(position: Position, blocked: set[tuple[str, str]]) -> None:
    columns = [pile.id for pile in position.rules.piles if pile.kind == "column"]
    for source, destination in product(columns, columns):
        texts = [source + destination + count for count in ("", *naive.COUNTS[2:])]
        if (source, destination) not in blocked:
            assert not [text for text in texts if _reason(position, text) == "run_too_long"]


def _reason(position: Position, text: str) -> str:
    try:
        position.parse_move(text)
    except IllegalMove as refused:
        return refused.reason
    return ""
