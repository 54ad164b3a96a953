"""What is left open of who stands where, on the most pools that there can be."""

from typing import Any

import numpy as np

from games.rules import RULES, microsoft_deck
from solver_worker.solver.compiling import kernel
from solver_worker.solver.pairing.encode import board_of
from solver_worker.solver.pairing.kernels.board import Records, State, prepare
from solver_worker.solver.pairing.kernels.places import bases_of, cover, set_out
from solver_worker.solver.pairing.kernels.steps import DESK

# A byte a slot: two bits for the pool, six for what is beneath; then the slots that float.
POOL, FLOATING = 6, 56


@kernel
def covered(boards: Records, desks: Records, state: State) -> int:
    """Lay the next row on a state; its bases then."""
    board, tableau = boards[0], desks[0].tableau
    prepare(board)
    set_out(board, tableau, state)
    cover(board, tableau, state.row + 1)
    return bases_of(board, tableau, state.row + 1)


def bases(slots: list[tuple[int, int]], floating: int) -> int:
    """The number for a pool and the number of a card plus one, or 0, of each slot."""
    written = sum((pool << POOL | base) << 8 * at for at, (pool, base) in enumerate(slots))
    return written | floating << FLOATING


def test_a_space_that_floats_alone_beside_three_pools_joins_none() -> None:
    """Seven piles, two in each pool with one card of the first row, and the last one empty."""
    boards = board_of(RULES["baroness-7-piles-spaces-1"].lay_out(microsoft_deck(1)))
    top_row, first_row = range(21, 27), (0, 2, 4)
    present = sum(1 << card for card in (*first_row, *top_row, *range(28, 52)))
    pools = [(1, 1), (1, 0), (2, 3), (2, 0), (3, 5), (3, 0)]
    state: Any = State(present, 0, 3, bases([*pools, (0, 0)], floating=1 << 6))
    assert covered(boards, np.zeros(1, DESK), state) == bases([*pools, (0, 0)], floating=0)


def test_two_spaces_that_float_are_a_pool_of_nothing() -> None:
    boards = board_of(RULES["baroness-7-piles-spaces-1"].lay_out(microsoft_deck(1)))
    present = sum(1 << card for card in (0, 2, *range(21, 26), *range(28, 52)))
    pools = [(1, 1), (1, 0), (2, 3), (2, 0), (0, 0)]
    state: Any = State(present, 0, 3, bases([*pools, (0, 0), (0, 0)], floating=0b11 << 5))
    after = covered(boards, np.zeros(1, DESK), state)
    assert after == bases([*pools, (0, 0), (0, 0)], floating=0)


def test_cards_and_spaces_that_float_become_the_third_pool() -> None:
    boards = board_of(RULES["baroness-7-piles-spaces-1"].lay_out(microsoft_deck(1)))
    present = sum(1 << card for card in (0, 2, 5, *range(21, 26), *range(28, 52)))
    pools = [(1, 1), (1, 0), (2, 3), (2, 0), (0, 0)]
    state: Any = State(present, 0, 3, bases([*pools, (0, 0), (0, 0)], floating=0b11 << 5))
    after = covered(boards, np.zeros(1, DESK), state)
    assert after == bases([*pools, (3, 6), (3, 0)], floating=0)
