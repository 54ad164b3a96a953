"""A position as the search for short lines sees it: the cards as they lie, and what cuts leave.

A card is named by its bit's number here, so `card - 1` is the card it is built on. Piles have
the numbers they have in `rules.piles`: columns, then cells, then whatever is home.
"""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from solver_worker.solver.bakers_game.bits import ACES, ALL_CARDS, LANE, RANKS
from solver_worker.solver.bakers_game.supported import CELLS, COLUMNS
from solver_worker.solver.compiling import inner_kernel, lowest, part, unsigned

ROW = 64  # rows a column takes in `cuts`: one for each number of cards that may be left of it
CARDS = 64
NOTHING = -1

CUT = np.dtype(
    [(name, np.int64) for name in ("depth", "loose", "base", "top", "buried", "unburied")],
    align=True,
)


# Cards as they lie, to be moved in place. `cards`: those of each column, base first; only
# `heights` of them count. `cells`: the card in each cell or NOTHING. `home`: how many cards of
# each suit are home. `places`: the pile of each card. One record, since a copy of it is one
# instruction and a kernel compiles several times as fast as with five arrays.
TABLE = np.dtype(
    [
        ("cards", np.int64, (COLUMNS, CARDS)),
        ("heights", np.int64, COLUMNS),
        ("cells", np.int64, CELLS),
        ("home", np.int64, 4),
        ("places", np.int64, CARDS),
    ],
    align=True,
)


class Game(NamedTuple):
    """The rules: how many piles, the deck, and which cards may fill an empty column.

    `has_room` is 1 where empty columns double the length of the runs that can be moved.
    """

    columns: int
    cells: int
    ranks: int
    suits: int
    deck: int
    fillers: int
    has_room: int


class Layout(NamedTuple):
    """What becomes of each column as it is cut; row `column * 64 + length` is for a length.

    `cuts`, CUT[640]. `depth`: how many cards are left that count as standing in their place. The
    run at the end of what is left counts as loose cards attached to its first card, so depth may
    be less than length, and is 0 where nothing but a run is left. `loose`: the cards of the
    column that are not standing. `base`: the first card of the run where nothing else is left.
    `top`: the last standing card. `buried`: how many of the column's first `length` cards lie
    above a lower card of their suit; of a run only the first counts, as it moves in one.
    `unburied`: how many do not, counted alike.
    `rows`, int64[64]: the row of which a card is the last one; 0 for cards not in columns.
    """

    cuts: NDArray[np.void]
    rows: NDArray[np.int64]


class State(NamedTuple):
    """A position but for the names of cells; all but three fields are sets of cards.

    `depths`: six bits a column, how many cards are standing in it. `loose`: the cards that are
    standing in no column, those at home with them. `bases`: the first cards of columns that are
    runs. `tops`: the last standing cards. `home`: cards on the foundations. `buried`: how many
    standing cards are, counted as in `Layout`. `empty`: how many columns have none standing.

    `depths` and `bases` say it all: they fix `loose`, and so what is home, since every card goes
    home as soon as it can; of the rest, those that are built on a top, on a base or on each other
    in an unbroken run are attached, and the others are in cells.
    """

    depths: int
    loose: int
    bases: int
    tops: int
    home: int
    buried: int
    empty: int


def new_layout() -> Layout:
    """Arrays for one layout, to be filled again and again."""
    return Layout(np.zeros(COLUMNS * ROW, CUT), np.zeros(CARDS, np.int64))


def deck_of(ranks: int, suits: int) -> int:
    """The set of all cards with these numbers of ranks and suits."""
    lane = ((1 << ranks) - 1) << (RANKS + 1 - ranks)
    return ALL_CARDS & sum(lane << (suit * LANE) for suit in range(suits))


@inner_kernel
def prepare(game: Any, table: Any, layout: Any) -> Any:
    """Fill `places` and the layout for the cards on a table; return the state they are in."""
    layout.rows[:] = 0
    loose, home = 0, 0
    for suit in range(game.suits):
        for rank in range(table.home[suit]):
            card = suit * LANE + RANKS - rank
            home |= 1 << card
            table.places[card] = game.columns + game.cells
    for cell in range(game.cells):
        if table.cells[cell] != NOTHING:
            loose |= 1 << table.cells[cell]
            table.places[table.cells[cell]] = game.columns + cell
    depths, bases, tops, buried, empty = 0, 0, 0, 0, 0
    for column in range(game.columns):
        _fill_cuts(table, layout, column)
        cut = layout.cuts[column * ROW + table.heights[column]]
        depths |= cut.depth << (6 * column)
        loose |= cut.loose
        bases |= cut.base
        tops |= cut.top
        buried += layout.cuts[column * ROW + cut.depth].buried
        empty += cut.depth == 0
    return State(depths, loose | home, bases, tops, home, buried, empty)


@inner_kernel
def _fill_cuts(table: Any, layout: Any, column: int) -> None:
    whole = 0
    for at in range(table.heights[column]):
        card = table.cards[column, at]
        whole |= 1 << card
        table.places[card] = column
        layout.rows[card] = column * ROW + at + 1
    below, standing, depth, buried, unburied = 0, 0, 0, 0, 0
    for length in range(table.heights[column] + 1):
        if length:
            card = table.cards[column, length - 1]
            if length == 1 or table.cards[column, length - 2] != card - 1:
                # Lower cards of the suit have the higher bits of the lane, and no other's.
                lane = ((1 << LANE) - 1) << (card // LANE * LANE)
                is_buried = (below & lane) > (1 << card)
                buried += is_buried
                unburied += not is_buried
                depth = length
                standing = below | (1 << card)
            below |= 1 << card
        first = 1 << table.cards[column, max(depth, 1) - 1]
        cut = layout.cuts[column * ROW + length]
        cut.depth = depth if depth > 1 else 0
        cut.loose = whole & ~standing if depth > 1 else whole
        cut.base = first if depth == 1 else 0
        cut.top = first if depth > 1 else 0
        cut.buried = buried
        cut.unburied = unburied


@part
def uncover(layout: Any, state: Any, top: int) -> Any:
    """The state after a top, given by its number, has left its column; where to, is not said."""
    row = layout.rows[top]
    column = row // ROW
    cut = layout.cuts[unsigned(row - 1)]
    standing = layout.cuts[unsigned(column * ROW + cut.depth)]
    return State(
        state.depths ^ (((row % ROW) ^ cut.depth) << (6 * column)),
        state.loose | cut.loose,
        state.bases | cut.base,
        (state.tops ^ (1 << top)) | cut.top,
        state.home,
        state.buried + standing.buried - layout.cuts[unsigned(row)].buried,
        state.empty + (cut.depth == 0),
    )


@inner_kernel
def send_home(game: Any, layout: Any, state: Any) -> Any:
    """The state after every card that can go home has gone there, one after another.

    Nothing is lost by it: only lower cards of its suit could have used such a card, and they are
    home. So whatever a line does later, it does without the card as well.
    """
    going = _able(game, state)
    while going:
        uncovering = going & state.tops
        while uncovering:
            top = lowest(uncovering)
            uncovering &= uncovering - 1
            state = uncover(layout, state, top)
        home = state.home | going
        state = State(
            state.depths,
            state.loose,
            state.bases & ~home,
            state.tops,
            home,
            state.buried,
            state.empty,
        )
        going = _able(game, state)
    return state


@part
def _able(game: Game, state: State) -> int:
    following = ((state.home >> 1) | ACES) & game.deck & ~state.home
    return following & (state.loose | state.tops)
