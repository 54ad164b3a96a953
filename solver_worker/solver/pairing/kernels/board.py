"""A pairing game as the kernels see it: what stays the same in a search, and one tableau.

Cards are numbered so that in every pile, whatever happens, a card has a higher number than those
beneath it: first the cards on the table, pile by pile from the base, then the stock in order. A
set of cards is the bits of one integer, the last card of a pile its highest bit.

What only matters between ranks is kept by *seats*: bit `8 * pair + 4 * side + place`, where the
ranks that go together are a pair of two sides and the cards of one rank have the places 0 to 3;
kings sit from bit 48 on.
"""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from solver_worker.solver.compiling import inner_kernel, part

CARDS = 52
ROWS = 53  # the cards on the table, then a row a card at most
PILES = 13  # seven playing piles and six grace piles are the most there are
SLOTS = 7
PAIRS = 6
KING_SEATS = 48
SEAT_NUMBERS = 64
NOTHING = -1

# What a search starts from and what its rules are.
#
# `deck`, `piles` and `rows`: of every card what it is in the rules, the pile where it lies or will
# be laid, and the row it is laid in: 0 for cards on the table, then counted from 1. `laid`: how
# many cards have been laid with each row. `last`: the number of rows to come. `slots`: the number
# of playing piles, the first ones; `size`: that of all piles. `king`: the rank of kings, counted
# from 1. `hasty`: the row that is laid as soon as it can be, or `NOTHING`. `spaces`, `beneath` and
# `forced` are switches of the rules, 0 or 1.
#
# What `prepare` makes of these: `ranks` and `seats`: of every card its rank from 1 and its seat as
# a bit. `cards`: the card with a seat. `members`: all cards of a pile. `partners`: the cards that
# go with a rank. `kings`: all kings. `apart`: of each pair of ranks the matrix of the cards in
# different piles. `later`: after each row, the matrix of those in one pile of which the upper one
# is still to come; empty where none go together in a pile.
BOARD = np.dtype(
    [
        *((name, np.int64, (CARDS,)) for name in ("deck", "piles", "rows")),
        ("laid", np.int64, (ROWS,)),
        *((name, np.int64) for name in ("last", "slots", "size", "king", "hasty")),
        *((name, np.int64) for name in ("spaces", "beneath", "forced")),
        *((name, np.int64, (CARDS,)) for name in ("ranks", "seats")),
        ("cards", np.int64, (SEAT_NUMBERS,)),
        ("members", np.int64, (PILES,)),
        ("partners", np.int64, (14,)),
        ("kings", np.int64),
        ("apart", np.int64, (PAIRS,)),
        ("later", np.int64, (ROWS, PAIRS)),
    ],
    align=True,
)

# The piles of one state; `places` says how it comes from `State.bases` and goes back.
#
# `piles`: the cards of each pile. `bases` and `pools`: the base of a slot that is left open with
# those of its pool, as a card's number plus one, and that pool's number from 1; both 0 where
# nothing is left open. `floating`: the slots among which single cards stand in any order, as bits.
TABLEAU = np.dtype(
    [
        ("piles", np.int64, (PILES,)),
        ("bases", np.int64, (SLOTS,)),
        ("pools", np.int64, (SLOTS,)),
        ("floating", np.int64),
    ],
    align=True,
)

# Records of these types, which Numba passes on as pointers. Tuples of arrays would be counted
# anew with every call of a part, which takes more time than all else.
Board = Any
Tableau = Any
Records = NDArray[Any]


class State(NamedTuple):
    """A position: the cards that are not discarded, by number and by seat, and the rows laid.

    `bases` says what has moved to spaces, as `places` writes it; 0 while nothing has.
    """

    present: int
    seats: int
    row: int
    bases: int


@part
def seat_of(card: int, king: int) -> int:
    """The seat of a card, as a number."""
    rank, suit = card >> 2, card & 3
    if rank == king - 1:
        return KING_SEATS + suit
    partner = king - 2 - rank
    return 8 * min(rank, partner) + 4 * (rank > partner) + suit


@part
def fill_matrices_of(board: Board, pair: int) -> None:
    """Fill `apart` and `later` of a pair of ranks."""
    board.apart[pair] = 0
    for row in range(board.last + 1):
        board.later[row, pair] = 0
    for cell in range(16):
        card = board.cards[8 * pair + (cell >> 2)]
        other = board.cards[8 * pair + 4 + (cell & 3)]
        if card == NOTHING or other == NOTHING:
            continue
        if board.piles[card] != board.piles[other]:
            board.apart[pair] |= 1 << cell
        elif board.beneath:
            for row in range(max(board.rows[card], board.rows[other])):
                board.later[row, pair] |= 1 << cell


@inner_kernel
def prepare(board: Board) -> State:
    """Fill the second half of a board from the first; the state in which all cards are present."""
    for seat in range(SEAT_NUMBERS):
        board.cards[seat] = NOTHING
    for pile in range(PILES):
        board.members[pile] = 0
    for rank in range(14):
        board.partners[rank] = 0
    board.kings = 0
    present = seats = 0
    for card in range(board.laid[board.last]):
        seat = seat_of(board.deck[card], board.king)
        rank = (board.deck[card] >> 2) + 1
        board.ranks[card], board.seats[card], board.cards[seat] = rank, 1 << seat, card
        board.members[board.piles[card]] |= 1 << card
        if rank == board.king:
            board.kings |= 1 << card
        else:
            board.partners[board.king - rank] |= 1 << card
        present |= 1 << card
        seats |= 1 << seat
    for pair in range(PAIRS):
        fill_matrices_of(board, pair)
    return State(present, seats, 0, 0)
