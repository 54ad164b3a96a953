"""Positions and numbered deals as boards for the kernels."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from games.rules import Building, Card, Position, down_in_suit
from solver_worker.solver.bakers_game.bits import LANE, RANKS, SUITS, card_bit
from solver_worker.solver.bakers_game.kernels.board import COLUMNS, ROW, STEM
from solver_worker.solver.compiling import part, unsigned


def stems_of(position: Position) -> tuple[NDArray[np.int64], int] | None:
    """The stems of a position, as `Board.cards` has them, and the cards that are home.

    None where the fast search does not apply: rules other than the full deck on eight columns
    that any card fills, with cells; or a column that no deal leads to, since its stem is longer
    than the seven cards that are dealt. (Columns are built on in suit alone: no stem grows.)
    """
    rules = position.rules
    if not isinstance(rules, Building) or not _is_of_this_shape(rules):
        return None
    cards = np.zeros(COLUMNS * ROW, np.int64)
    home = 0
    for pile, held in zip(rules.piles, position.piles, strict=True):
        if pile.kind == "foundation":
            home |= sum(map(card_bit, held))
        elif pile.kind == "column" and held:
            stem = _stem(held)
            if len(stem) > STEM:
                return None
            row = rules.index[pile.id] * ROW
            cards[row + 1 : row + 1 + len(stem)] = [card_bit(card) for card in stem]
    return cards, home


def _is_of_this_shape(rules: Building) -> bool:
    return (
        (rules.columns, rules.ranks, rules.suits) == (COLUMNS, RANKS, SUITS)
        and rules.cells > 0
        and rules.empty_columns == "any"
        and rules.fits is down_in_suit
    )


def _stem(column: tuple[Card, ...]) -> tuple[Card, ...]:
    """The column without the cards that are built on another one at its end."""
    length = len(column)
    while length > 1 and down_in_suit(column[length - 1], column[length - 2]):
        length -= 1
    return column[:length]


@part
def deal_microsoft(number: int, deck: Any, cards: Any) -> None:
    """Deal a Microsoft number as `games.rules` does, into `Board.cards`; `deck` is int64[52].

    The generator and its two extensions beyond 31 bits are those of `games.rules.numbers`.
    """
    for card in range(52):
        deck[card] = card
    cards[:] = 0
    state = number & 0xFFFFFFFF
    for at in range(52):
        state = (state * 214013 + 2531011) & 0xFFFFFFFF
        value = state >> 16
        if number < 1 << 31:
            value &= 0x7FFF
        elif number < 1 << 32:
            value |= 0x8000
        else:
            value += 1
        pick = value % (52 - at)
        card = deck[unsigned(pick)]
        deck[unsigned(pick)] = deck[unsigned(51 - at)]
        bit = 1 << ((card & 3) * LANE + RANKS - (card >> 2))
        cards[unsigned((at % COLUMNS) * ROW + at // COLUMNS + 1)] = bit
