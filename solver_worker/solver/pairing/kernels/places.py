"""Which card stands in which playing pile, as one integer, and what of it is left open.

A pile is its cards in the order in which they were laid; a card leaves it through a space, an
empty playing pile, whose base it becomes. So a pile is known by the cards that were laid there
and are present, without those that have become a base elsewhere, and by its own base if that has
come from elsewhere: a byte a pile, for seven of them.

While there is a space, single cards and spaces change places at will: through the space any
order of them is reached, and nothing is lost by it. Their order matters only to the cards that
are laid on them. So it is left open which of them stands where: they *float*. When a row covers
them, the cards of the row are known and what is beneath which of them stays open: they form a
*pool*. Only when a card of the row has gone does its pile have to be told what is beneath, and
each choice among the pool leads to a state of its own. Every order that could be chosen when the
row was laid agrees with one series of choices, and every series with one order.

In a state the slots of a pool, and those that float, hold their cards in ascending order, spaces
last, and pools are numbered in the order of their first slots: so different states have different
integers, and states that differ in what is left open are one. When no row is to come, all single
cards float.
"""

from solver_worker.solver.compiling import inner_kernel, lowest, part
from solver_worker.solver.pairing.kernels.board import PILES, SLOTS, Board, State, Tableau

POOLS = 3  # seven slots have no more, as each has two at least
_BYTE = 8
_CARD = 63
_POOL = 6
_FLOATING = 56


@part
def is_single(cards: int) -> bool:
    """Whether a set, as that of a pile's cards, has one member or none."""
    return (cards & (cards - 1)) == 0


@inner_kernel
def set_out(board: Board, tableau: Tableau, state: State) -> None:
    """Put the piles of a state on the tableau."""
    table = state.present & ((1 << board.laid[state.row]) - 1)
    moved = 0
    for slot in range(board.slots):
        byte = (state.bases >> (_BYTE * slot)) & 255
        tableau.bases[slot] = 0
        tableau.pools[slot] = byte >> _POOL
        if byte & _CARD:
            moved |= 1 << ((byte & _CARD) - 1)
            if byte >> _POOL:
                tableau.bases[slot] = byte & _CARD
    for pile in range(board.size):
        tableau.piles[pile] = table & board.members[pile] & ~moved
    for slot in range(board.slots):
        byte = (state.bases >> (_BYTE * slot)) & 255
        if byte & _CARD and byte >> _POOL == 0:
            tableau.piles[slot] |= 1 << (byte - 1)
    tableau.floating = state.bases >> _FLOATING


@inner_kernel
def close_pools(board: Board, tableau: Tableau) -> None:
    """Put the cards of each pool in order; a pool with nothing left to choose is one no more."""
    for pool in range(1, POOLS + 1):
        cards = slots = 0
        for slot in range(board.slots):
            if tableau.pools[slot] == pool:
                slots += 1
                if tableau.bases[slot]:
                    cards |= 1 << (tableau.bases[slot] - 1)
        is_closed = slots == 1 or cards == 0
        for slot in range(board.slots):
            if tableau.pools[slot] == pool:
                tableau.bases[slot] = lowest(cards) + 1 if cards else 0
                if is_closed:
                    tableau.piles[slot] |= cards & -cards
                    tableau.bases[slot] = tableau.pools[slot] = 0
                cards &= cards - 1


@inner_kernel
def float_singles(board: Board, tableau: Tableau, row: int) -> None:
    """Let all single cards float if there is a space or no row to come, and put them in order."""
    singles = spaces = cards = 0
    for slot in range(board.slots):
        if tableau.pools[slot] == 0 and is_single(tableau.piles[slot]):
            singles |= 1 << slot
            spaces += tableau.piles[slot] == 0
    if spaces > 0 or row == board.last:
        tableau.floating = singles
    tableau.floating &= singles
    for slot in range(board.slots):
        if (tableau.floating >> slot) & 1:
            cards |= tableau.piles[slot]
    for slot in range(board.slots):
        if (tableau.floating >> slot) & 1:
            tableau.piles[slot] = cards & -cards
            cards &= cards - 1


@inner_kernel
def bases_of(board: Board, tableau: Tableau, row: int) -> int:
    """What `State.bases` has to say of the tableau, which is put in order."""
    if board.spaces == 0:
        return 0
    close_pools(board, tableau)
    float_singles(board, tableau, row)
    bases = tableau.floating << _FLOATING
    first = second = 0
    for slot in range(board.slots):
        pool = tableau.pools[slot]
        byte = 0
        if pool:
            if first in (0, pool):
                first, pool = pool, 1
            elif second in (0, pool):
                second, pool = pool, 2
            else:
                pool = 3
            byte = tableau.bases[slot] | (pool << _POOL)
        elif tableau.piles[slot]:
            base = lowest(tableau.piles[slot])
            if board.piles[base] != slot:
                byte = base + 1
        bases |= byte << (_BYTE * slot)
    return int(bases)


@inner_kernel
def cover(board: Board, tableau: Tableau, row: int) -> None:
    """Lay a row: what floats in playing piles becomes a pool, and the row goes on top.

    A row of grace piles covers nothing; the cards that float go on floating. Where one slot
    floats alone there is nothing to be left open, and beside three pools no number for a fourth.
    """
    first = board.laid[row - 1]
    covers = first < board.laid[row] and board.piles[first] < board.slots
    if covers and is_single(tableau.floating):
        tableau.floating = 0
    if covers and tableau.floating:
        taken = 0
        for slot in range(board.slots):
            taken |= 1 << tableau.pools[slot]
        pool = lowest(~taken & ~1)
        for slot in range(board.slots):
            if (tableau.floating >> slot) & 1:
                cards = tableau.piles[slot]
                tableau.bases[slot] = lowest(cards) + 1 if cards else 0
                tableau.pools[slot] = pool
                tableau.piles[slot] = 0
        tableau.floating = 0
    for card in range(first, board.laid[row]):
        tableau.piles[board.piles[card]] |= 1 << card


@inner_kernel
def copy_to(tableau: Tableau, other: Tableau) -> None:
    """Make another tableau the same."""
    for pile in range(PILES):
        other.piles[pile] = tableau.piles[pile]
    for slot in range(SLOTS):
        other.bases[slot] = tableau.bases[slot]
        other.pools[slot] = tableau.pools[slot]
    other.floating = tableau.floating
