"""What a pass looks at first, and what it leaves out."""

from typing import NamedTuple

from solver_worker.solver.bakers_dozen.kernels.board import COLUMNS, NO_SUIT, Board
from solver_worker.solver.bakers_dozen.kernels.frames import home_of
from solver_worker.solver.bakers_dozen.kernels.ranks import RANKS
from solver_worker.solver.bakers_dozen.kernels.space import BUCKETS
from solver_worker.solver.compiling import lean_part, popcount, unsigned

ALL = 0  # variants
EVERYWHERE, NOWHERE = RANKS, -1  # reach


class Order(NamedTuple):
    """How one pass searches.

    Weights for what is promising: for a card home; for a card of a core above the next card of
    a foundation, above the one after that, and above any lower one; and for a saturated rank.
    `variants`: how many states of one frame are kept, or ALL. `reach`: in how many ranks above a
    saturated one masks are kept, EVERYWHERE, or NOWHERE, not in saturated ones either. `joins`:
    1 to make one state of those of one frame in which the same cards are stuck. `nodes`: how
    many states are kept in all.

    A pass that neither forgets masks nor joins states finds only ways that there are. One that
    keeps all variants leaves out none.
    """

    home: int
    above_next: int
    above_later: int
    above_lower: int
    saturated: int
    variants: int
    reach: int
    joins: int
    nodes: int

    @property
    def is_exact(self) -> bool:
        """Whether what it finds can be played."""
        return self.reach == EVERYWHERE and not self.joins


@lean_part
def bucket_of(board: Board, frame: int, saturated: int, order: Order) -> int:
    """How soon a state is looked at, the highest first.

    Where states are joined, those with the fewest cards home and gone from their cores come
    first. Each event adds to that number, so no state is looked at before all that lead to it.
    """
    worth = BUCKETS // 2 - order.saturated * popcount(saturated)
    gone = 0
    for suit in range(4):
        home = home_of(frame, suit)
        if home != NO_SUIT:
            gone += home
            worth -= order.above_next * _above(board, frame, 4 * home + suit)
            worth -= order.above_later * _above(board, frame, 4 * home + 4 + suit)
    worth += order.home * gone
    for at in range(COLUMNS):
        column = board.columns[unsigned(at)]
        depth = (frame >> column.shift) & column.field
        gone += column.length - depth
        worth -= order.above_lower * board.cuts[unsigned(column.row + depth)].blocking
    if order.joins:
        return BUCKETS - 1 - gone
    return min(max(worth, 0), BUCKETS - 1)


@lean_part
def _above(board: Board, frame: int, card: int) -> int:
    """How many cards of its core lie above a card; 0 where it is in none."""
    place = board.places[unsigned(card)]
    return int(max(((frame >> place.shift) & place.field) - place.length, 0))
