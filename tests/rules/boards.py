"""Boards of `tests/data/positions` and small ones, and what tests ask of them."""

from pathlib import Path

import pytest

from games.rules import RULES, Building, IllegalMove, Position, name

FOLDER = Path(__file__).parents[1] / "data" / "positions"
FOUR_CELLS = RULES["bakers-game-4-cells-1"]
THREE_CELLS = RULES["bakers-game-3-cells-1"]
KINGS_ONLY = RULES["bakers-game-4-cells-kings-1"]


def board(board_name: str, rules_id: str = FOUR_CELLS.id) -> Position:
    return RULES[rules_id].parse_position((FOLDER / f"bakers-game-{board_name}.txt").read_text())


def small(text: str, cells: int = 1, **parameters: int) -> Position:
    """A position of a tiny game from its board text."""
    columns = sum(line.startswith(":") for line in text.splitlines())
    ranks, suits = parameters["ranks"], parameters["suits"]
    return Building("small", columns, cells, ranks=ranks, suits=suits).parse_position(text)


def after(position: Position, *moves: str) -> Position:
    for text in moves:
        position = position.play(position.parse_move(text))
    return position


def is_legal(position: Position, text: str) -> bool:
    return text in map(str, position.legal_moves)


def refusal(position: Position, text: str) -> tuple[str, dict[str, object]]:
    """The reason why a move is refused, and the facts given with it; nothing has changed."""
    before = str(position)
    with pytest.raises(IllegalMove) as refused:
        position.parse_move(text)
    assert not is_legal(position, text)
    assert str(position) == before
    return refused.value.reason, refused.value.members


def cards(position: Position, pile_id: str) -> str:
    return " ".join(map(name, position.pile(pile_id)))


def available(position: Position) -> str:
    """The last card of each column that has one."""
    piles = zip(position.rules.piles, position.piles, strict=True)
    return " ".join(name(held[-1]) for pile, held in piles if pile.kind == "column" and held)
