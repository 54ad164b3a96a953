"""In which order which kinds of search are tried."""

from dataclasses import dataclass

from solver_worker.solver.columns.kernels.search import Plan
from solver_worker.solver.columns.kernels.worth import Weights
from solver_worker.solver.solution import Effort

_EVERYTHING = 1 << 62

# Two views of what is in the way: cards on any lower card, or on a lower one of their own suit.
# Found by trying small changes on deals that are in no test; a deal that is hard in one view is
# often easy in the other.
ANY_LOWER = Weights(move=0, left=17, blocking=16, buried=5, on_next=4, on_second=2, closed=9)
OWN_SUIT = Weights(move=0, left=9, blocking=8, buried=15, on_next=3, on_second=2, closed=3)


@dataclass(frozen=True)
class Pass:
    """A search of one kind, and after how many positions the next kind is tried."""

    plan: Plan
    positions: int


def best_first(weights: Weights, move: int, positions: int) -> Pass:
    """The position first that is best by cost and estimate, at this cost for a move."""
    return Pass(Plan(weights._replace(move=move), 0), positions)


def in_layers(weights: Weights, width: int) -> Pass:
    """After each move this many positions go on.

    Lines are shorter, and a plateau where cards go to and fro does not hold the search up; but a
    line of the usual length takes as many positions as fit into some thirty layers.
    """
    return Pass(Plan(weights, width), 100 * width)


SHORT = {
    Effort.HINT: (best_first(ANY_LOWER, 22, 3_000), best_first(OWN_SUIT, 10, 10_000)),
    Effort.PAR: (in_layers(OWN_SUIT, 300),),
}
FEW = (in_layers(OWN_SUIT, 100), in_layers(ANY_LOWER, 300), in_layers(OWN_SUIT, 1_000))
MANY = (*FEW, best_first(ANY_LOWER, 4, 50_000), in_layers(ANY_LOWER, 4_000))
ALL = (best_first(ANY_LOWER, 4, _EVERYTHING),)
