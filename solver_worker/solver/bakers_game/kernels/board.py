"""A board as the kernels see it: states, and what each column becomes when it is cut shorter."""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from solver_worker.solver.bakers_game.bits import ALL_CARDS
from solver_worker.solver.compiling import lowest, part, unsigned

COLUMNS = 8
STEM = 7  # the longest stem: a column is dealt seven cards at most
ROW = 8  # rows that a column takes in the arrays below: one for each length of its stem

CUT = np.dtype([(name, np.int64) for name in ("depth", "loose", "base", "top")], align=True)


class Board(NamedTuple):
    """One deal or position, prepared; row `column * ROW + length` is a stem cut to that length.

    The stem of a column is what was dealt there without the run at its end. Cards that are put
    on a column form one run in suit with its last card, so a stem never grows, and everything
    that has left its stem is on its successor, in a slot (a cell, or alone in an emptied column),
    at the bottom of a run in an emptied column, or home.

    `cards`, int64[64]: the bit of the last card of each row's stem; 0 for no card.
    `places`, int64[64]: for a card's bit number, the row whose last card it is.
    `cuts`, CUT[64]: what is so when the cards above are gone. `depth` is the length of the stem
    then: less than the row says where its last cards are a run, which counts as loose cards on
    the run's first card; 0 where nothing but a run is left, whose first card is `base`.
    `loose` are the column's cards outside the stem, `top` is the last card of the stem.
    `links`, int64[3]: cards that have the next lower card of their suit above them in the same
    stem (`UNDER_LOWER`), those where it does not lie on them directly (`APART`), and cards that
    have the next higher one above them (`UNDER_HIGHER`).
    """

    cards: NDArray[np.int64]
    places: NDArray[np.int64]
    cuts: NDArray[Any]
    links: NDArray[np.int64]


UNDER_LOWER, APART, UNDER_HIGHER = range(3)


class State(NamedTuple):
    """A position but for the names of columns and cells; all but `depths` are sets of cards.

    `depths`: three bits a column, how many cards of its stem still stand there. `loose`: all
    cards outside the stems. `bases`: cards at the bottom of a run in an emptied column. `tops`:
    the last cards of the stems. `home`: cards on the foundations. `depths` and `bases` alone
    determine the rest, since cards go home as soon as they can.
    """

    depths: int
    loose: int
    bases: int
    tops: int
    home: int


def new_board() -> Board:
    """Arrays for one board, to be filled again and again."""
    size = COLUMNS * ROW
    rows = np.zeros(size, np.int64)
    return Board(rows, np.zeros(size, np.int64), np.zeros(size, CUT), np.zeros(3, np.int64))


@part
def depth_of(depths: int, column: int) -> int:
    """How many cards of a column's stem are left."""
    return (depths >> (3 * column)) & 7


@part
def standing(depths: int) -> int:
    """One bit for each column that has a stem: the lowest of its three."""
    return (depths | (depths >> 1) | (depths >> 2)) & 0o11111111


@part
def with_bases(state: State, bases: int) -> State:
    """The state with other bases."""
    return State(state.depths, state.loose, bases, state.tops, state.home)


@part
def cut(board: Board, state: State, column: int, length: int) -> State:
    """The state after a column's stem is cut to a length and the cards above it are loose.

    Where those cards go is for the caller to have counted.
    """
    depth = depth_of(state.depths, column)
    left = board.cuts[unsigned(column * ROW + length)]
    return State(
        state.depths ^ ((depth ^ left.depth) << (3 * column)),
        state.loose | left.loose,
        state.bases | left.base,
        (state.tops ^ board.cards[unsigned(column * ROW + depth)]) | left.top,
        state.home,
    )


@part
def prepare(board: Board, home: int) -> State:
    """Fill the board for the stems in its `cards`; return the state with all stems whole.

    A stem may end in a run. Every card that is in no stem is loose, and `home` are home.
    """
    depths, stems, bases, tops, runs = 0, 0, 0, 0, 0
    board.links[:] = 0
    for column in range(COLUMNS):
        row = column * ROW
        length, whole = int(np.int64(0)), int(np.int64(0))
        while length < STEM and board.cards[row + length + 1]:
            length += 1
            card = board.cards[row + length]
            board.places[lowest(card)] = row + length
            _link(board, row, length, whole)
            whole |= card
        _fill_cuts(board, row, length, whole)
        last = board.cuts[row + length]
        depths |= last.depth << (3 * column)
        stems |= whole
        runs |= last.loose
        bases |= last.base
        tops |= last.top
    return State(depths, (ALL_CARDS & ~stems) | runs, bases, tops, home)


@part
def _link(board: Board, row: int, length: int, below: int) -> None:
    """Note how the last card of a stem of this length is linked with the cards `below` it."""
    card = board.cards[row + length]
    board.links[UNDER_LOWER] |= (card >> 1) & below
    board.links[APART] |= (card >> 1) & below & ~board.cards[row + length - 1]
    board.links[UNDER_HIGHER] |= (card << 1) & below


@part
def _fill_cuts(board: Board, row: int, length: int, whole: int) -> None:
    """Fill the cuts of one column, whose stem is the set `whole` of `length` cards."""
    below, depth, loose, base, top = 0, 0, 0, 0, 0
    for at in range(length + 1):
        card = board.cards[row + at]
        below |= card
        if at <= 1:
            depth, loose, base, top = 0, whole, card, 0
        elif card >> 1 != board.cards[row + at - 1]:
            depth, loose, base, top = at, whole & ~below, 0, card
        left = board.cuts[row + at]
        left.depth, left.loose, left.base, left.top = depth, loose, base, top
