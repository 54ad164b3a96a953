"""Which pairs can still go: matrices of the cards of two ranks, and what a line leaves out.

The cards of a pair of ranks are a matrix of 16 bits, bit `4 * i + j` for card i of the lower
seats and card j of the higher ones. Each card needs a partner of its own, so a position whose
matrix holds no perfect matching is lost.

**Passed pairs.** Of all lines that win, take one in which the numbers of the rows after which the
cards go add up to the least. A pair that goes together in it is never there to be taken when a
row is laid: it could go before that row instead, for a smaller sum. What follows stays legal:
the piles are those of the line without the two cards; what lay on one of them lies on what was
beneath it; a space that the line fills is a space still; what it moved of the two stays out. So
a pair that could go when a row was laid is *passed*: it need never be tried again. With forced
discards there is no such pair.

**What a state tells of the past.** Whether a pair was passed depends on the way to a state, but a
part of it can be read off the state, and only that part is used: then a state that is found lost
is lost on whatever way it is reached again. A card was the last of its pile, and could be taken,
when the row after its own was laid; and once more when the card that lies on it now was laid,
since that card is still there and all between them had gone. If this is one moment for both
cards of a pair, the pair was passed. The same for a card and the one right beneath it, where they
can go together: they lay so since the upper one was laid. Moments before the search began say
nothing: the player need not have played such a line. Nor does a row that is laid in haste.

**Forced pairs.** A pair that can go now and is in every perfect matching of those not passed goes
together in such a line, so before the next row is laid. That it goes first changes no sum.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from solver_worker.solver.compiling import highest, inner_kernel, lowest, part, unsigned
from solver_worker.solver.pairing.kernels.board import (
    NOTHING,
    PAIRS,
    ROWS,
    Board,
    State,
    Tableau,
)

# What is seen of a tableau.
#
# `moments`: of each row but the current one the seats of cards that could be taken when the next
# one was laid. By pair of ranks, as matrices: `near`, cards right on each other that can go
# together; `spent`, those that were passed so; `ready`, those that can go now, the upper one being
# the last of its pile; `matrices`, all that can still go. `tops` and `top_seats`: the last cards
# of all piles.
SIGHT = np.dtype(
    [
        ("moments", np.int64, (ROWS,)),
        *((name, np.int64, (PAIRS,)) for name in ("near", "spent", "ready", "matrices")),
        ("tops", np.int64),
        ("top_seats", np.int64),
    ],
    align=True,
)

Sight = Any


def perfect_matchings() -> NDArray[np.int64]:
    """A bit for each matrix of four by four: whether it holds a perfect matching; int64[1024]."""
    matrices = np.arange(1 << 16, dtype=np.int64)
    # Which sets of columns the first rows can be matched with: bit s for the set s.
    sets = np.ones_like(matrices)
    for row in range(4):
        after = np.zeros_like(sets)
        for column in range(4):
            without = sum(1 << each for each in range(16) if not each >> column & 1)
            has = matrices >> (4 * row + column) & 1
            after |= has * ((sets & without) << (1 << column))
        sets = after
    bits = (sets >> 15 & 1).astype(np.uint8)
    return np.packbits(bits, bitorder="little").view(np.int64)


_PERFECT = perfect_matchings()


@part
def product(low: int, high: int) -> int:
    """The matrix of all pairs of cards of two sets, of four places each."""
    return (low & 1 | (low & 2) << 3 | (low & 4) << 6 | (low & 8) << 9) * high


@part
def is_perfect(matrix: int) -> bool:
    """Whether a matrix holds a perfect matching."""
    return bool((_PERFECT[unsigned(matrix >> 6)] >> (matrix & 63)) & 1)


@part
def note_neighbours(board: Board, sight: Sight, upper: int, card: int, is_passed: bool) -> None:
    """Note a card and the one right beneath it, if they go together."""
    if (board.partners[board.ranks[upper]] >> card) & 1 == 0:
        return
    seat, other = lowest(board.seats[upper]), lowest(board.seats[card])
    cell = 1 << (4 * (min(seat, other) & 3) + (max(seat, other) & 3))
    if is_passed:
        sight.spent[seat >> 3] |= cell
    else:
        sight.near[seat >> 3] |= cell
    if (sight.tops >> upper) & 1:
        sight.ready[seat >> 3] |= cell


@part
def note_moments(board: Board, sight: Sight, closed: int, card: int, above: int) -> bool:
    """Note when a card could be taken, of the rows that are closed; whether there is a moment."""
    row = board.rows[card]
    has_moment = False
    if row > 0 and (closed >> row) & 1:
        sight.moments[row] |= board.seats[card]
        has_moment = True
    if above != NOTHING and board.rows[above] > 0:
        row = board.rows[above] - 1
        if (closed >> row) & 1:
            sight.moments[row] |= board.seats[card]
            has_moment = True
    return has_moment


@inner_kernel
def look(board: Board, tableau: Tableau, row: int, sight: Sight) -> None:
    """Fill the sight of a tableau, but for its matrices."""
    for each in range(row):
        sight.moments[each] = 0
    for pair in range(PAIRS):
        sight.near[pair] = sight.spent[pair] = sight.ready[pair] = 0
    sight.tops = sight.top_seats = 0
    closed = (1 << row) - 1
    if board.hasty > 0:
        closed &= ~(1 << (board.hasty - 1))
    for pile in range(board.size):
        cards = tableau.piles[pile]
        if cards:
            sight.tops |= 1 << highest(cards)
            sight.top_seats |= board.seats[highest(cards)]
        # Numbers, not literals, for which Numba would compile the parts once more.
        above = int(np.int64(NOTHING))
        is_passed = above != NOTHING
        while cards:
            card = highest(cards)
            cards ^= 1 << card
            if board.beneath and above != NOTHING:
                note_neighbours(board, sight, above, card, is_passed)
            is_passed = note_moments(board, sight, closed, card, above)
            above = card
        if pile < board.slots and tableau.bases[pile]:
            note_moments(board, sight, closed, tableau.bases[pile] - 1, above)


@inner_kernel
def fill_matrices(board: Board, state: State, sight: Sight) -> bool:
    """Fill the matrices of a sight; whether each holds a perfect matching."""
    for pair in range(PAIRS):
        low, high = (state.seats >> (8 * pair)) & 15, (state.seats >> (8 * pair + 4)) & 15
        passed = sight.spent[pair]
        for row in range(state.row):
            seats = sight.moments[row] >> (8 * pair)
            passed |= product(seats & 15, (seats >> 4) & 15)
        can = product(15, 15)
        if board.spaces == 0:
            can = board.apart[pair] | board.later[state.row, pair] | sight.near[pair]
        # Cards that have gone are matched with each other.
        sight.matrices[pair] = product(low, high) & can & ~passed | product(low ^ 15, high ^ 15)
        if not is_perfect(sight.matrices[pair]):
            return False
    return True
