"""What follows from a state at once: cards that go home, what is free, and whether it is dead."""

from typing import NamedTuple

from solver_worker.solver.bakers_game.bits import ACES, built_on
from solver_worker.solver.bakers_game.kernels.board import (
    COLUMNS,
    ROW,
    Board,
    State,
    depth_of,
    standing,
    with_bases,
)
from solver_worker.solver.compiling import lowest, part, popcount, unsigned


class Facts(NamedTuple):
    """What a state says at a glance; all but the last two are sets of cards.

    `attached`: loose cards on their successors. `slots`: loose cards in cells or alone in
    emptied columns. `carriers`: cards in columns that can be built on or are built on.
    `next_home`: the next card of each foundation. `free_columns`: emptied columns without a
    base. `room`: slots that are free.

    A card from a slot goes on its successor as soon as that is exposed, without asking. Proved,
    as the events move whole runs and have room counted for their followers: no other card can
    ever go there, and the move can be taken back through the slot it has freed.
    """

    attached: int
    slots: int
    carriers: int
    next_home: int
    free_columns: int
    room: int


@part
def next_home(home: int) -> int:
    """The cards that go home next."""
    return ((home >> 1) | ACES) & ~home


@part
def facts_of(state: State, cells: int) -> Facts:
    """Derive the facts of a state."""
    waiting = state.loose & ~(state.home | state.bases)
    heads = state.tops | state.bases
    attached = built_on(heads, waiting)
    slots = waiting & ~attached
    free_columns = COLUMNS - popcount(standing(state.depths)) - popcount(state.bases)
    room = cells + free_columns - popcount(slots)
    return Facts(attached, slots, heads | attached, next_home(state.home), free_columns, room)


@part
def go_home(board: Board, state: State) -> State:
    """The state after every card that can has gone home.

    Proved: the one card that could be put on it is home already, so any line that wins wins
    with the card gone, too.
    """
    depths, loose, bases, tops, home = state
    ready = next_home(home) & (loose | tops)
    while ready:
        home |= ready
        from_stems = ready & tops
        while from_stems:
            card = from_stems & -from_stems
            from_stems ^= card
            place = board.places[unsigned(lowest(card))]
            left = board.cuts[unsigned(place - 1)]
            depths ^= ((place % ROW) ^ left.depth) << (3 * (place // ROW))
            loose |= left.loose
            bases |= left.base
            tops = (tops ^ card) | left.top
        ready = next_home(home) & (loose | tops)
    return State(depths, loose, bases & ~home, tops, home)


@part
def release_singles(state: State, cells: int) -> State:
    """The state in which a base with nothing on it is one of the cards in slots, if it may be.

    While a slot is free, single cards can change places between cells and emptied columns
    through it, so it is left open which of them stand in columns until something is put on one.
    (Argued, and tested by comparison with plain searches.) Without a free slot a base stays
    where it is: it cannot leave its column.
    """
    if state.bases:
        facts = facts_of(state, cells)
        if facts.room > 0:
            return with_bases(state, state.bases & (facts.attached >> 1))
    return state


@part
def is_dead(board: Board, state: State, facts: Facts) -> bool:
    """Whether a state without room or free columns leads nowhere.

    Only cards with nothing on them whose successor is exposed can move: no such card, no move.
    (Proved.) Where none of them is a base, and each uncovers one card that is not next to go
    home, carries nothing that waits and finds no place itself, also not beside another one
    uncovered, then after all these moves there is still no room and no move. (Proved.)
    """
    heads = state.tops | state.bases
    movers = heads & ~(facts.attached >> 1) & (facts.carriers << 1)
    if movers == 0:
        return True
    if movers & state.bases:
        return False
    useful = facts.next_home | ((facts.slots | heads) >> 1) | (facts.carriers << 1)
    uncovered = 0
    while movers:
        place = board.places[unsigned(lowest(movers))]
        movers &= movers - 1
        left = board.cuts[unsigned(place - 1)]
        if left.depth != place % ROW - 1 or left.depth < 2 or left.top & useful:
            return False
        uncovered |= left.top
    return (uncovered & (uncovered << 1)) == 0


@part
def key_of(state: State) -> int:
    """A positive number that no other state of the same board has.

    Depths below, the numbers of up to six bases above. Seven or eight bases leave one stem at
    most, so that its column and length, six bits, take the place of all depths, and bit 62 tells.
    """
    key = 0
    bases = state.bases
    while bases:
        key = (key << 6) | (lowest(bases) + 1)
        bases &= bases - 1
    if key < 1 << 36:
        return ((key << 24) | state.depths) + 1
    stem = 0
    columns = standing(state.depths)
    if columns:
        column = lowest(columns) // 3
        stem = (column << 3) | depth_of(state.depths, column)
    return ((1 << 62) | (key << 6) | stem) + 1
