"""A board as the kernels see it: its columns, and what is left of each when it is cut shorter."""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from solver_worker.solver.bakers_dozen.kernels.masks import Masks, joined, link
from solver_worker.solver.compiling import lean_part

COLUMNS = 13
ROWS = 52 + COLUMNS  # one for each length of each column, from 0 on
HOME_BITS = 16  # of a frame, four for each suit
NO_SUIT = 15  # what a frame has there for a suit that is not in the deck
NEXT_CARDS = 4 * (NO_SUIT + 2)  # numbers of cards up to the next but one of any suit
NOWHERE = 99  # the length at which a card lies that there is not

PLACE = np.dtype([(name, np.int64) for name in ("row", "length", "shift", "field")], align=True)
CUT = np.dtype(
    [(name, np.int64) for name in ("depth", "top", "loose", "chain", *Masks._fields, "blocking")],
    align=True,
)


class Board(NamedTuple):
    """One position, prepared; each column has a row for each length that it can be cut to.

    The *core* of a column is what lies there from its base on without the cards at its end that
    lie on a card one rank higher. Whatever is put on a column lies on such a card, so a core
    never grows, and cards that left it never come back.

    `cards`, int64[ROWS]: the last card of each row; -1 for a column that is cut to nothing.
    `columns`, PLACE[COLUMNS]: the row of no cards, the length of the whole column, and which
    bits of a frame say how long its core is.
    `places`, PLACE[NEXT_CARDS]: for a card the row whose last one it is, the length there, and
    the bits of its column.
    `cuts`, CUT[ROWS]: when all cards beyond the row have left the column, `depth` is the length
    of its core, `top` the last card of that, and `chain` are the cards on top of it, which lie
    as the masks in `low`, `mid` and `high` say. `loose` are all cards of the column beyond the
    row. `top`, `chain` and `loose` are sets. `blocking` is how many cards up to the row lie
    above a lower one.
    """

    cards: NDArray[np.int64]
    columns: NDArray[Any]
    places: NDArray[Any]
    cuts: NDArray[Any]


def new_board() -> Board:
    """Arrays for one board; columns that it has not are to have no cards."""
    return Board(
        np.full(ROWS, -1, np.int64),
        np.zeros(COLUMNS, PLACE),
        np.zeros(NEXT_CARDS, PLACE),
        np.zeros(ROWS, CUT),
    )


@lean_part
def prepare(board: Board, home: int) -> tuple[int, Masks]:
    """Fill the board for its `cards` and `columns`; return the frame and who lies on whom.

    `home` is the part of the frame for the foundations. The bits for a core are as many as the
    whole column's length needs. A card needs the most bits where four are a column, and there
    are 13 columns at most: that makes 39, and 55 with the foundations.
    """
    board.places["length"][:] = NOWHERE
    frame, shift, masks = home, int(np.int64(HOME_BITS)), Masks(0, 0, 0)
    for at in range(COLUMNS):
        column = board.columns[at]
        column.shift, column.field = shift, 0
        while column.field < column.length:
            column.field = 2 * column.field + 1
            shift += 1
        _fill_cuts(board, column)
        whole = board.cuts[column.row + column.length]
        frame |= whole.depth << column.shift
        masks = joined(masks, Masks(whole.low, whole.mid, whole.high))
    return frame, masks


@lean_part
def _fill_cuts(board: Board, column: Any) -> None:
    whole, least, blocking = 0, 99, 0
    for length in range(column.length + 1):
        row = column.row + length
        card, cut = board.cards[row], board.cuts[row]
        cut.depth, cut.top, cut.chain, links = length, 0, 0, Masks(0, 0, 0)
        if length > 0:
            place = board.places[card]
            place.row, place.length = row, length
            place.shift, place.field = column.shift, column.field
            cut.top = 1 << card
            whole |= 1 << card
            blocking += card >> 2 > least
            least = min(least, card >> 2)
        if length > 1 and board.cards[row - 1] >> 2 == (card >> 2) + 1:
            below = board.cuts[row - 1]
            cut.depth, cut.top, cut.chain = below.depth, below.top, below.chain | (1 << card)
            links = joined(
                Masks(below.low, below.mid, below.high), link(card, board.cards[row - 1])
            )
        cut.low, cut.mid, cut.high = links
        cut.blocking = blocking
        cut.loose = whole  # the column up to the row, until the whole of it is known
    for length in range(column.length + 1):
        cut = board.cuts[column.row + length]
        cut.loose = whole ^ cut.loose
