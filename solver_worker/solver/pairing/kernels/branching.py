"""The steps of a state between which the search has to choose.

**Spaces.** A card moves to a space only from a pile of several cards: what stands alone floats
(see `places`), and a grace pile's card has nothing beneath it.

**Order.** The last step that is put on the stack is tried first: a pair, then the next row; moves
to a space come last, so that lines have few of them. Which of the pairs comes first makes no
difference worth its time.
"""

from solver_worker.solver.compiling import highest, inner_kernel, lowest
from solver_worker.solver.pairing.kernels.board import NOTHING, PAIRS, Board, State
from solver_worker.solver.pairing.kernels.places import bases_of, copy_to, cover, is_single
from solver_worker.solver.pairing.kernels.steps import (
    BASES,
    DEPTH,
    LAY,
    MOVE,
    PAIR,
    PRESENT,
    ROW,
    SEATS,
    STEP,
    TELL,
    Desk,
    cards_in,
    ready_cells,
    step_of,
    untold_slot,
    without,
)


@inner_kernel
def push(desk: Desk, top: int, state: State, step: int, depth: int) -> int:
    """Put a state on the stack; the new height of the stack."""
    stack = desk.stack
    stack[top, PRESENT], stack[top, SEATS] = state.present, state.seats
    stack[top, ROW], stack[top, BASES] = state.row, state.bases
    stack[top, STEP], stack[top, DEPTH] = step, depth
    return top + 1


@inner_kernel
def push_other(board: Board, desk: Desk, top: int, state: State, step: int, depth: int) -> int:
    """The same with the state's bases as they are on the other tableau."""
    bases = bases_of(board, desk.other, state.row)
    state = State(state.present, state.seats, state.row, bases)
    return push(desk, top, state, step, depth)


@inner_kernel
def tell(board: Board, desk: Desk, top: int, state: State, slot: int, at: int, depth: int) -> int:
    """Push the state where what slot `at` of the same pool holds is beneath a slot."""
    other = desk.other
    copy_to(desk.tableau, other)
    base = other.bases[at]
    other.bases[at] = other.bases[slot]
    other.bases[slot] = other.pools[slot] = 0
    if base:
        other.piles[slot] |= 1 << (base - 1)
    return push_other(board, desk, top, state, step_of(TELL, slot, base), depth)


@inner_kernel
def push_tellings(board: Board, desk: Desk, top: int, state: State, depth: int) -> int:
    """Push all that can be beneath the slot that must be told; one space is like another."""
    tableau = desk.tableau
    slot = untold_slot(board, tableau)
    has_space = False
    for at in range(board.slots):
        if tableau.pools[at] != tableau.pools[slot]:
            continue
        if tableau.bases[at] or not has_space:
            top = tell(board, desk, top, state, slot, at, depth)
        has_space |= tableau.bases[at] == 0
    return top


@inner_kernel
def push_partners_beneath(board: Board, desk: Desk, top: int, state: State, depth: int) -> int:
    """Push what can be beneath the only card on a slot of a pool and goes together with it."""
    tableau = desk.tableau
    for slot in range(board.slots):
        if tableau.pools[slot] == 0 or not is_single(tableau.piles[slot]):
            continue
        partners = board.partners[board.ranks[lowest(tableau.piles[slot])]]
        for at in range(board.slots):
            base = tableau.bases[at]
            if tableau.pools[at] == tableau.pools[slot] and base and (partners >> (base - 1)) & 1:
                top = tell(board, desk, top, state, slot, at, depth)
    return top


@inner_kernel
def push_lay(board: Board, desk: Desk, top: int, state: State, depth: int) -> int:
    """Push the next row, if it may be laid."""
    if state.row == board.last:
        return top
    if board.forced:
        for pair in range(PAIRS):
            if ready_cells(desk.sight, pair):
                return top
    state = State(state.present, state.seats, state.row + 1, 0)
    if board.spaces == 0:
        return push(desk, top, state, step_of(LAY, 0, 0), depth)
    copy_to(desk.tableau, desk.other)
    cover(board, desk.other, state.row)
    return push_other(board, desk, top, state, step_of(LAY, 0, 0), depth)


@inner_kernel
def push_moves(board: Board, desk: Desk, top: int, state: State, depth: int) -> int:
    """Push the moves to a space; all spaces float, so one is like another."""
    tableau, other = desk.tableau, desk.other
    space = NOTHING
    for slot in range(board.slots):
        if tableau.pools[slot] == 0 and tableau.piles[slot] == 0:
            space = slot
    if space == NOTHING:
        return top
    for slot in range(board.slots):
        cards = tableau.piles[slot]
        if cards == 0 or (is_single(cards) and tableau.pools[slot] == 0):
            continue
        card = highest(cards)
        copy_to(tableau, other)
        other.piles[slot] ^= 1 << card
        other.piles[space] = 1 << card
        top = push_other(board, desk, top, state, step_of(MOVE, card, 0), depth)
    return top


@inner_kernel
def push_pair(
    board: Board, desk: Desk, top: int, state: State, card: int, other: int, depth: int
) -> int:
    """Push the discard of a pair."""
    step = step_of(PAIR, card, other)
    if board.spaces == 0:
        gone = 1 << card | 1 << other
        seats = state.seats & ~(board.seats[card] | board.seats[other])
        return push(desk, top, State(state.present & ~gone, seats, state.row, 0), step, depth)
    copy_to(desk.tableau, desk.other)
    state = without(board, desk.other, state, card, other)
    return push_other(board, desk, top, state, step, depth)


@inner_kernel
def push_steps(board: Board, desk: Desk, top: int, state: State, depth: int) -> int:
    """Push all steps of a state that has settled; the new height of the stack."""
    if board.spaces:
        top = push_moves(board, desk, top, state, depth)
    top = push_lay(board, desk, top, state, depth)
    if board.spaces and board.beneath:
        top = push_partners_beneath(board, desk, top, state, depth)
    for pair in range(PAIRS):
        cells = desk.sight.matrices[pair] & ready_cells(desk.sight, pair)
        while cells:
            card, other = cards_in(board, pair, lowest(cells))
            top = push_pair(board, desk, top, state, card, other, depth)
            cells &= cells - 1
    return top
