"""The search: depth first through all states, each of them once."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from solver_worker.solver.compiling import kernel, part, unsigned
from solver_worker.solver.pairing.kernels.board import Board, Records, State, prepare
from solver_worker.solver.pairing.kernels.branching import push, push_steps, push_tellings
from solver_worker.solver.pairing.kernels.outlook import is_hopeless
from solver_worker.solver.pairing.kernels.places import bases_of, set_out
from solver_worker.solver.pairing.kernels.steps import (
    BASES,
    DEAD,
    DEPTH,
    PRESENT,
    ROW,
    SEATS,
    STEP,
    UNTOLD,
    settle,
)

Integers = NDArray[np.int64]

LOST, WON, TABLE_FULL, PAUSED = range(4)
HEIGHT, STORED, LENGTH = range(3)  # the numbers in `progress`

FIRST_ROWS = 1 << 11
_ROW_BITS = 6
_MARK = 1 << 62  # so that no key is 0


@part
def slot_of(known: Integers, key: int, bases: int) -> int:
    """The row of a state in the table, or the free one where it belongs."""
    mixed = (key ^ (bases * -4417276706812531889)) * -7046029254386353131
    slot = (mixed >> 20) & (known.shape[0] - 1)
    while known[unsigned(slot), 0] != 0 and (
        known[unsigned(slot), 0] != key or known[unsigned(slot), 1] != bases
    ):
        slot = (slot + 1) & (known.shape[0] - 1)
    return int(slot)


@kernel
def refill(old: Integers, known: Integers) -> None:
    """Enter all states of one table into another, which is empty."""
    for at in range(old.shape[0]):
        if old[at, 0] != 0:
            slot = slot_of(known, old[at, 0], old[at, 1])
            known[slot, 0], known[slot, 1] = old[at, 0], old[at, 1]


@part
def key_of(board: Board, state: State) -> int:
    """What tells states with the same bases from each other; never 0."""
    table = state.present & ((1 << board.laid[state.row]) - 1)
    return int(table << _ROW_BITS | state.row | _MARK)


@kernel
def start(boards: Records, desks: Records, progress: Integers) -> None:
    """Complete the board and put the first state on the stack."""
    push(desks[0], 0, prepare(boards[0]), 0, 0)
    progress[HEIGHT], progress[STORED], progress[LENGTH] = 1, 0, 0


@kernel
def search(boards: Records, desks: Records, known: Any, progress: Integers, until: int) -> int:
    """Look at the states on the stack until one is won or none is left.

    Stops before that, ready to go on, when three quarters of the table are full or `until` states
    have been stored. `known`, int64[a power of 2, 2], holds all states that were met, whose
    steps have been tried or wait on the stack; each is its cards on the table, its row and its
    bases, which are compared whole. `progress`, int64[3]: the stack's `HEIGHT`, the number of
    states `STORED`, and the `LENGTH` of the trail, which is the line when a state is won.
    """
    board, desk = boards[0], desks[0]
    top = progress[HEIGHT]
    outcome = LOST
    while top > 0:
        top -= 1
        stack = desk.stack
        state = State(stack[top, PRESENT], stack[top, SEATS], stack[top, ROW], stack[top, BASES])
        depth = stack[top, DEPTH]
        length = 0
        if depth > 0:
            length = desk.lengths[depth - 1]
            desk.trail[length] = stack[top, STEP]
            length += 1
        set_out(board, desk.tableau, state)
        state, length, end = settle(board, desk, state, length)
        if end == DEAD:
            continue
        desk.lengths[depth] = length
        if end == UNTOLD:
            top = push_tellings(board, desk, top, state, depth + 1)
            continue
        if state.present == 0:
            progress[LENGTH] = length
            outcome = WON
            break
        bases = bases_of(board, desk.tableau, state.row)
        state = State(state.present, state.seats, state.row, bases)
        key = key_of(board, state)
        slot = slot_of(known, key, bases)
        if known[unsigned(slot), 0] != 0:
            continue
        if is_hopeless(board, desk.tableau, state, desk.outlook):
            continue
        if progress[STORED] >= until or 4 * progress[STORED] >= 3 * known.shape[0]:
            outcome = PAUSED if progress[STORED] >= until else TABLE_FULL
            top += 1
            break
        known[unsigned(slot), 0], known[unsigned(slot), 1] = key, bases
        progress[STORED] += 1
        top = push_steps(board, desk, top, state, depth + 1)
    progress[HEIGHT] = top
    return outcome
