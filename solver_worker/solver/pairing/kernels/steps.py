"""The steps of a state: those that are made at once.

A *step* is one integer: its kind, a card or a slot, and another card. A king goes, a pair goes, a
row is laid, a card moves to a space, or a slot of a pool is told what is beneath.

**Kings** go as soon as they can: a line that leaves one lying is legal without it too, since what
lay on it lies on what was beneath it then, and what it left or never took is a space still. With
forced discards it goes before the next row in any line.

**Haste.** Where the last row is grace piles and discards are free, it is laid as soon as all others
are: it covers nothing, so whatever was legal before it is legal after it, but for moving single
cards to spaces, which then changes nothing.
"""

from typing import Any

import numpy as np

from solver_worker.solver.compiling import highest, inner_kernel, lowest, part
from solver_worker.solver.pairing.kernels.board import (
    NOTHING,
    PAIRS,
    TABLEAU,
    Board,
    State,
    Tableau,
)
from solver_worker.solver.pairing.kernels.outlook import OUTLOOK
from solver_worker.solver.pairing.kernels.pairs import (
    SIGHT,
    Sight,
    fill_matrices,
    is_perfect,
    look,
    product,
)
from solver_worker.solver.pairing.kernels.places import cover, is_single

KING, PAIR, LAY, MOVE, TELL = range(5)
READY, UNTOLD, DEAD = range(3)

# A line has at most a step for each card, each row, each move to a space and each telling.
DEEPEST = 256
_STEPS_A_STATE = 128
PRESENT, SEATS, ROW, BASES, STEP, DEPTH = range(6)


# The records of a search.
#
# `tableau`: that of the state which is looked at; `other`: of one it leads to. `stack`: the states
# that wait, the last one first, each with the step that leads to it and its distance from the
# start. `trail`: the steps to the state that is looked at; `lengths`: how many there are up to
# each distance.
DESK = np.dtype(
    [
        ("tableau", TABLEAU),
        ("other", TABLEAU),
        ("sight", SIGHT),
        ("outlook", OUTLOOK),
        ("stack", np.int64, (DEEPEST * _STEPS_A_STATE, 6)),
        ("trail", np.int64, (4 * DEEPEST,)),
        ("lengths", np.int64, (DEEPEST,)),
    ],
    align=True,
)

Desk = Any


@part
def step_of(kind: int, card: int, other: int) -> int:
    """A step as one integer."""
    return kind | card << 3 | other << 9


@part
def cards_in(board: Board, pair: int, cell: int) -> tuple[int, int]:
    """The two cards of a cell of a pair's matrix."""
    seat = 8 * pair
    return board.cards[seat + (cell >> 2)], board.cards[seat + 4 + (cell & 3)]


@part
def ready_cells(sight: Sight, pair: int) -> int:
    """The matrix of the pairs that the rules let go now."""
    tops = sight.top_seats >> (8 * pair)
    return product(tops & 15, (tops >> 4) & 15) | int(sight.ready[pair])


@inner_kernel
def without(board: Board, tableau: Tableau, state: State, card: int, other: int) -> State:
    """The state without two cards, or one twice, which leave the tableau, too."""
    gone = 1 << card | 1 << other
    for pile in range(board.size):
        tableau.piles[pile] &= ~gone
    seats = state.seats & ~(board.seats[card] | board.seats[other])
    return State(state.present & ~gone, seats, state.row, state.bases)


@inner_kernel
def holds_partner(board: Board, tableau: Tableau, pool: int, card: int) -> bool:
    """Whether one of the cards in a pool goes with a card."""
    partners = board.partners[board.ranks[card]]
    for slot in range(board.slots):
        base = tableau.bases[slot]
        if tableau.pools[slot] == pool and base and (partners >> (base - 1)) & 1:
            return True
    return False


@inner_kernel
def untold_slot(board: Board, tableau: Tableau) -> int:
    """A slot that must be told what is beneath, or `NOTHING`.

    That is so when nothing lies on it any more, and with forced discards also when what lies on
    it may go together with what is beneath.
    """
    for slot in range(board.slots):
        pool, cards = tableau.pools[slot], tableau.piles[slot]
        if pool and cards == 0:
            return slot
        may_matter = pool and board.beneath and board.forced and is_single(cards)
        if may_matter and holds_partner(board, tableau, pool, lowest(cards)):
            return slot
    return NOTHING


@inner_kernel
def last_king(board: Board, tableau: Tableau) -> int:
    """A king that can go, or `NOTHING`."""
    for pile in range(board.size):
        cards = tableau.piles[pile]
        if cards and (board.kings >> highest(cards)) & 1:
            return highest(cards)
    return NOTHING


@inner_kernel
def forced_pair(board: Board, sight: Sight) -> tuple[int, int]:
    """A pair that can go and is in every perfect matching, or `NOTHING` twice."""
    for pair in range(PAIRS):
        matrix = sight.matrices[pair]
        cells = matrix & ready_cells(sight, pair)
        while cells:
            if not is_perfect(matrix & ~(cells & -cells)):
                return cards_in(board, pair, lowest(cells))
            cells &= cells - 1
    return NOTHING, NOTHING


@inner_kernel
def settle(board: Board, desk: Desk, state: State, length: int) -> tuple[State, int, int]:
    """Make the steps that are made at once, on the tableau and the trail, which is `length` long.

    Returns the state, the trail's length and `READY`, or `UNTOLD` when a slot must be told what
    is beneath first, or `DEAD` when some pair of ranks has no perfect matching.
    """
    tableau, sight, trail = desk.tableau, desk.sight, desk.trail
    while True:
        if board.spaces and untold_slot(board, tableau) != NOTHING:
            return state, length, UNTOLD
        king = last_king(board, tableau)
        if king != NOTHING:
            state = without(board, tableau, state, king, king)
            trail[length] = step_of(KING, king, king)
            length += 1
            continue
        if state.row + 1 == board.hasty:
            cover(board, tableau, board.hasty)
            state = State(state.present, state.seats, board.hasty, state.bases)
            trail[length] = LAY
            length += 1
            continue
        look(board, tableau, state.row, sight)
        if not fill_matrices(board, state, sight):
            return state, length, DEAD
        card, other = forced_pair(board, sight)
        if card == NOTHING:
            return state, length, READY
        state = without(board, tableau, state, card, other)
        trail[length] = step_of(PAIR, card, other)
        length += 1
