"""A board as the kernels see it: what each column becomes when it is cut shorter."""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from solver_worker.solver.bits import ALL_CARDS, lowest, part, unsigned

COLUMNS = 8
STEM = 7  # the longest stem: a column is dealt seven cards at most
ROW = 8  # rows a column takes in the arrays below, one for each length of its stem

CUT = np.dtype([(name, np.int64) for name in ("depth", "loose", "base", "top")], align=True)


class Board(NamedTuple):
    """One deal or position, prepared; row `column * ROW + length` speaks of a stem cut to a length.

    `cards[row]`, int64[64]: the bit of the last card of that stem; 0 for no card.
    `places[bit number]`, int64[64]: the row in which a card of a stem is the last one.
    `cuts[row]`, CUT[64]: what is so when all cards above are gone. `depth` is the stem's length
    then: less than the row says where the cut card lies on its own successor, since it counts as
    loose and attached then, and 0 where only a run is left. `loose` are the column's cards that
    do not belong to the stem any more, `base` the card at the bottom of a run that is left, `top`
    the last card of the stem.
    """

    cards: NDArray[np.int64]
    places: NDArray[np.int64]
    cuts: NDArray[np.void]
    links: NDArray[np.int64]


class State(NamedTuple):
    """A position but for the names of columns and cells, all but `depths` sets of cards.

    `depths`: three bits a column, how many cards of its stem still stand there. `loose`: all
    cards of no stem. `bases`: cards at the bottom of a run in an emptied column. `tops`: the last
    cards of the stems. `home`: cards on the foundations.
    """

    depths: int
    loose: int
    bases: int
    tops: int
    home: int


def new_board() -> Board:
    """Arrays for one board, to be filled again and again."""
    size = COLUMNS * ROW
    return Board(np.zeros(size, np.int64), np.zeros(size, np.int64), np.zeros(size, CUT), np.zeros(3, np.int64))


@part
def depth_of(depths: int, column: int) -> int:
    """How many cards a column's stem has."""
    return (depths >> (3 * column)) & 7


@part
def standing(depths: int) -> int:
    """One bit for each column that has a stem: the lowest of its three."""
    return (depths | (depths >> 1) | (depths >> 2)) & 0o11111111


@part
def cut(board: Any, state: Any, column: int, length: int) -> Any:
    """The state after a column's stem is cut to a length and its cards above are loose.

    Where these cards go is for the caller to have counted; bases that are left are committed.
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
def prepare(board: Any, home: int) -> Any:
    """Fill `places` and `cuts` for the stems in `cards`; return the state with all stems whole.

    Every card that is in no stem is loose: on the foundations where `home` says so.
    """
    depths, stems, bases, tops, left_over = 0, 0, 0, 0, 0
    board.links[:] = 0
    for column in range(COLUMNS):
        row = column * ROW
        length, whole = 0, 0
        while length < STEM and board.cards[row + length + 1]:
            length += 1
            whole |= board.cards[row + length]
            board.places[lowest(board.cards[row + length])] = row + length
        _fill_cuts(board, row, length, whole)
        _fill_links(board, row, length)
        last = board.cuts[row + length]
        depths |= last.depth << (3 * column)
        stems |= whole
        left_over |= last.loose
        bases |= last.base
        tops |= last.top
    return State(depths, (ALL_CARDS & ~stems) | left_over, bases, tops, home)


@part
def _fill_cuts(board: Any, row: int, length: int, whole: int) -> None:
    """Fill the cuts of one column, whose stem is the set `whole` of `length` cards."""
    below = 0
    for at in range(length + 1):
        card = board.cards[row + at]
        below |= card
        left = board.cuts[row + at]
        if at > 1 and card >> 1 == board.cards[row + at - 1]:
            same = board.cuts[row + at - 1]
            left.depth, left.loose, left.base, left.top = (
                same.depth,
                same.loose,
                same.base,
                same.top,
            )
        elif at <= 1:
            left.depth, left.loose, left.base, left.top = 0, whole, card, 0
        else:
            left.depth, left.loose, left.base, left.top = at, whole & ~below, 0, card


@part
def _fill_links(board: Any, row: int, length: int) -> None:
    lower, low = 0, 0  # the cards below the last one, and those below the last two
    for at in range(1, length + 1):
        card = board.cards[row + at]
        board.links[0] |= (card >> 1) & low
        board.links[1] |= (card >> 1) & lower
        board.links[2] |= (card << 1) & lower
        low = lower
        lower |= card
