"""One position of the plain search as two integers, and the positions one move away.

Building in suit leaves a card few places: where it lay at the start, its successor (the next
higher card of its suit), a cell, the base of a column, its foundation. Two bits a card say which,
and nothing is left open: whatever a card lies on besides its successor it lies on since the
start. No pile has a name, so positions that differ in the order of columns or cells alone are
the same two integers, and different positions are different integers: they are the key of the
table of known positions, without any hashing of their content that could confuse two.

A card is `4 * rank + suit` as in the rules. `low` holds clubs and diamonds, `high` hearts and
spades: bits 0-51 two a card, 13 cards a suit, bits 52-59 the number of cards home, four a suit.
"""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from solver_worker.solver.bakers_game.supported import CELLS, COLUMNS
from solver_worker.solver.compiling import inner_kernel, kernel

Integers = npt.NDArray[np.int64]

CARDS = 52
AS_DEALT, ON_SUCCESSOR, IN_CELL, AT_BASE = 0, 1, 2, 3
NOTHING = -1

# Each pile can be moved from to a card, a cell and an empty column.
MOST_SUCCESSORS = 3 * (COLUMNS + CELLS)
_FIRST_BITS = 0x5555555555555  # the first of each card's two bits


class Board(NamedTuple):
    """What does not change during a search.

    `beneath[card]` is the card on which a card lay at the start, or `NOTHING`.
    """

    beneath: Integers
    ranks: int
    suits: int
    columns: int
    cells: int
    kings_only: bool


@inner_kernel
def place_of(low: int, high: int, card: int) -> int:
    """Where a card is, if it is not home."""
    word = high if card & 2 else low
    return (word >> ((card & 1) * 26 + (card >> 2) * 2)) & 3


@kernel
def with_place(low: int, high: int, card: int, place: int) -> tuple[int, int]:
    """The position with one card in another place."""
    change = (place_of(low, high, card) ^ place) << ((card & 1) * 26 + (card >> 2) * 2)
    return (low, high ^ change) if card & 2 else (low ^ change, high)


@inner_kernel
def home_of(low: int, high: int, suit: int) -> int:
    """How many cards of a suit are home."""
    word = high if suit & 2 else low
    return (word >> (52 + (suit & 1) * 4)) & 15


@kernel
def with_one_more_home(low: int, high: int, suit: int) -> tuple[int, int]:
    """The position with the next card of a suit home; its two bits become those of no place."""
    low, high = with_place(low, high, home_of(low, high, suit) * 4 + suit, 0)
    one = 1 << (52 + (suit & 1) * 4)
    return (low, high + one) if suit & 2 else (low + one, high)


@inner_kernel
def beneath_of(board: Board, low: int, high: int, card: int) -> int:
    """The card on which a card lies, or `NOTHING`."""
    place = place_of(low, high, card)
    if place == AS_DEALT:
        return int(board.beneath[card])
    return card + 4 if place == ON_SUCCESSOR else NOTHING


@inner_kernel
def covered_cards(board: Board, low: int, high: int) -> int:
    """The set of cards on which another one lies, as bits."""
    covered = 0
    for suit in range(board.suits):
        for rank in range(home_of(low, high, suit), board.ranks):
            below = beneath_of(board, low, high, rank * 4 + suit)
            if below != NOTHING:
                covered |= 1 << below
    return covered


@inner_kernel
def send_home(board: Board, low: int, high: int, covered: int) -> tuple[int, int]:
    """The position after every move home that is possible, one after the other.

    Nothing is lost by them: on a card that can go home only the next lower of its suit could
    ever be laid, and that is home. So any line goes on without the card, which was only in the
    way. For the same reason their order does not matter.
    """
    suit = unchanged = 0
    while unchanged < board.suits:
        card = home_of(low, high, suit) * 4 + suit
        if card < board.ranks * 4 and not (covered >> card) & 1:
            below = beneath_of(board, low, high, card)
            if below != NOTHING:
                covered &= ~(1 << below)
            low, high = with_one_more_home(low, high, suit)
            unchanged = 0
        else:
            unchanged += 1
            suit = (suit + 1) % board.suits
    return low, high


@inner_kernel
def _count(bits: int) -> int:
    found = 0
    while bits:
        bits &= bits - 1
        found += 1
    return found


@inner_kernel
def count_in_place(low: int, high: int, place: int) -> int:
    """How many cards are in cells, at the base of a column, or on their successor."""
    found = 0
    for word in (low, high):
        first, second = word & _FIRST_BITS, (word >> 1) & _FIRST_BITS
        if place == IN_CELL:
            found += _count(second & ~first)
        elif place == AT_BASE:
            found += _count(second & first)
        else:
            found += _count(first & ~second)
    return found


@kernel
def successors(board: Board, low: int, high: int, found: Integers) -> int:
    """Write the positions one card's move away, all moves home made, into the rows of `found`.

    Returns how many there are. Single cards are enough: the rules let a run go as one move
    exactly where its cards could go one by one.
    """
    covered = covered_cards(board, low, high)
    has_cell = count_in_place(low, high, IN_CELL) < board.cells
    has_column = count_in_place(low, high, AT_BASE) < board.columns
    count = 0
    for suit in range(board.suits):
        for rank in range(home_of(low, high, suit), board.ranks):
            card = rank * 4 + suit
            if (covered >> card) & 1:
                continue
            place = place_of(low, high, card)
            below = beneath_of(board, low, high, card)
            left = covered if below == NOTHING else covered & ~(1 << below)
            onto = card + 4
            if (
                rank + 1 < board.ranks
                and not (covered >> onto) & 1
                and place_of(low, high, onto) != IN_CELL
            ):
                now = with_place(low, high, card, ON_SUCCESSOR)
                found[count] = send_home(board, now[0], now[1], left | (1 << onto))
                count += 1
            if has_cell and place != IN_CELL:
                now = with_place(low, high, card, IN_CELL)
                found[count] = send_home(board, now[0], now[1], left)
                count += 1
            fills = rank + 1 == board.ranks or not board.kings_only
            if has_column and place != AT_BASE and fills:
                now = with_place(low, high, card, AT_BASE)
                found[count] = send_home(board, now[0], now[1], left)
                count += 1
    return count


@inner_kernel
def cards_home(board: Board, low: int, high: int) -> int:
    """How many cards are home."""
    home = 0
    for suit in range(board.suits):
        home += home_of(low, high, suit)
    return home
