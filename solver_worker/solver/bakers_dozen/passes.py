"""What a verdict tries, one pass after the other."""

from solver_worker.solver.bakers_dozen.kernels.best_first import Order

_NO_LIMIT = 1 << 31

PASSES = (
    Order(5, 5, 1, 1, 4, variants=1, nodes=500, is_relaxed=0),
    Order(5, 5, 1, 1, 4, variants=1, nodes=5000, is_relaxed=0),
    Order(5, 5, 1, 1, 4, variants=0, nodes=_NO_LIMIT, is_relaxed=1),
    Order(4, 2, 1, 2, 3, variants=1, nodes=100000, is_relaxed=0),
    Order(4, 2, 1, 2, 3, variants=0, nodes=_NO_LIMIT, is_relaxed=0),
)
