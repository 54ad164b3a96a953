"""The plain search's inner loops: one position as two integers, its successors, the search.

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
from numba import njit

Integers = npt.NDArray[np.int64]
Indices = npt.NDArray[np.int32]

CARDS = 52
AS_DEALT, ON_SUCCESSOR, IN_CELL, AT_BASE = 0, 1, 2, 3
NOTHING = -1

# Twenty piles at most can be moved from, each to a card, a cell and an empty column.
MOST_SUCCESSORS = 60
# The best score there is: 52 cards home, ten columns empty, ten cells free.
BUCKETS = 4 * 52 + 3 * 10 + 4 * 10 + 1

WON, EXHAUSTED, TABLE_FULL, POOL_FULL, PAUSED = range(5)
STORED, EXPANDED, BEST_BUCKET, WINNER = range(4)

_FIRST_BITS = 0x5555555555555  # the first of each card's two bits
_MIXER = -7046029254386353131  # 2^64 divided by the golden ratio, as a signed integer


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


class Pool(NamedTuple):
    """All positions found, by number, in the order in which they were found.

    `low` and `high` are the position, `parent` the number of the one it was found from, `after`
    the next one in its bucket; `bucket[score]` is the first waiting position with this score.
    """

    low: Integers
    high: Integers
    parent: Indices
    after: Indices
    bucket: Indices


@njit(cache=True)
def place_of(low: int, high: int, card: int) -> int:
    """Where a card is, if it is not home."""
    word = high if card & 2 else low
    return (word >> ((card & 1) * 26 + (card >> 2) * 2)) & 3


@njit(cache=True)
def with_place(low: int, high: int, card: int, place: int) -> tuple[int, int]:
    """The position with one card in another place."""
    change = (place_of(low, high, card) ^ place) << ((card & 1) * 26 + (card >> 2) * 2)
    return (low, high ^ change) if card & 2 else (low ^ change, high)


@njit(cache=True)
def home_of(low: int, high: int, suit: int) -> int:
    """How many cards of a suit are home."""
    word = high if suit & 2 else low
    return (word >> (52 + (suit & 1) * 4)) & 15


@njit(cache=True)
def with_one_more_home(low: int, high: int, suit: int) -> tuple[int, int]:
    """The position with the next card of a suit home; its two bits become those of no place."""
    low, high = with_place(low, high, home_of(low, high, suit) * 4 + suit, 0)
    one = 1 << (52 + (suit & 1) * 4)
    return (low, high + one) if suit & 2 else (low + one, high)


@njit(cache=True)
def beneath_of(board: Board, low: int, high: int, card: int) -> int:
    """The card on which a card lies, or `NOTHING`."""
    place = place_of(low, high, card)
    if place == AS_DEALT:
        return int(board.beneath[card])
    return card + 4 if place == ON_SUCCESSOR else NOTHING


@njit(cache=True)
def covered_cards(board: Board, low: int, high: int) -> int:
    """The set of cards on which another one lies, as bits."""
    covered = 0
    for suit in range(board.suits):
        for rank in range(home_of(low, high, suit), board.ranks):
            below = beneath_of(board, low, high, rank * 4 + suit)
            if below != NOTHING:
                covered |= 1 << below
    return covered


@njit(cache=True)
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


@njit(cache=True)
def _count(bits: int) -> int:
    found = 0
    while bits:
        bits &= bits - 1
        found += 1
    return found


@njit(cache=True)
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


@njit(cache=True)
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


@njit(cache=True)
def cards_home(board: Board, low: int, high: int) -> int:
    """How many cards are home."""
    home = 0
    for suit in range(board.suits):
        home += home_of(low, high, suit)
    return home


@njit(cache=True)
def score(board: Board, low: int, high: int) -> int:
    """How promising a position looks: it decides the order of the search and nothing else."""
    home = cards_home(board, low, high)
    free_cells = board.cells - count_in_place(low, high, IN_CELL)
    free_columns = board.columns - count_in_place(low, high, AT_BASE)
    return 4 * home + 4 * free_cells + 3 * free_columns + count_in_place(low, high, ON_SUCCESSOR)


@njit(cache=True)
def _slot(low: int, high: int, size: int) -> int:
    mixed = (low ^ (high * _MIXER)) * _MIXER
    return ((mixed ^ (mixed >> 32)) >> 8) & (size - 1)


@njit(cache=True)
def add(
    board: Board, pool: Pool, table: Indices, progress: Integers, position: Integers, parent: int
) -> None:
    """Store a position that is not known yet; it then waits in its bucket.

    `table` holds numbers of positions plus one, 0 where free; its size is a power of two. The
    slot is only where to begin to look: positions are compared whole.
    """
    low, high = position[0], position[1]
    at = _slot(low, high, table.size)
    while table[at]:
        known = table[at] - 1
        if pool.low[known] == low and pool.high[known] == high:
            return
        at = (at + 1) & (table.size - 1)
    number = progress[STORED]
    progress[STORED] += 1
    table[at] = number + 1
    pool.low[number], pool.high[number], pool.parent[number] = low, high, parent
    if cards_home(board, low, high) == board.ranks * board.suits:
        progress[WINNER] = number
    bucket = score(board, low, high)
    pool.after[number] = pool.bucket[bucket]
    pool.bucket[bucket] = number
    progress[BEST_BUCKET] = max(progress[BEST_BUCKET], bucket)


@njit(cache=True)
def fill_table(pool: Pool, table: Indices, stored: int) -> None:
    """Enter all stored positions into an empty table."""
    for number in range(stored):
        at = _slot(pool.low[number], pool.high[number], table.size)
        while table[at]:
            at = (at + 1) & (table.size - 1)
        table[at] = number + 1


@njit(cache=True)
def _best_bucket(pool: Pool, progress: Integers) -> int:
    best = int(progress[BEST_BUCKET])
    while best >= 0 and pool.bucket[best] == NOTHING:
        best -= 1
    progress[BEST_BUCKET] = best
    return best


@njit(cache=True)
def search(board: Board, pool: Pool, table: Indices, progress: Integers, until: int) -> int:
    """Expand waiting positions, best first, until one wins or none is left.

    Stops before that, ready to go on, when the table is half full, the pool may not hold another
    position's successors, or `until` positions have been expanded in all. `progress` holds the
    counts at `STORED`, `EXPANDED`, `BEST_BUCKET` and the winning position's number at `WINNER`.
    """
    found = np.empty((MOST_SUCCESSORS, 2), np.int64)
    while progress[WINNER] == NOTHING:
        bucket = _best_bucket(pool, progress)
        if bucket < 0:
            return EXHAUSTED
        if progress[STORED] + MOST_SUCCESSORS > pool.low.size:
            return POOL_FULL
        if (progress[STORED] + MOST_SUCCESSORS) * 2 > table.size:
            return TABLE_FULL
        if progress[EXPANDED] >= until:
            return PAUSED
        number = pool.bucket[bucket]
        pool.bucket[bucket] = pool.after[number]
        progress[EXPANDED] += 1
        count = successors(board, pool.low[number], pool.high[number], found)
        for at in range(count):
            add(board, pool, table, progress, found[at], number)
    return WON
