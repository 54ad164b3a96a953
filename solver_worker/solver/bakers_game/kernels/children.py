"""The list of states that one step of the verdict search leads to."""

from typing import Any

import numpy as np

from solver_worker.solver.bakers_game.kernels.board import State
from solver_worker.solver.compiling import part, unsigned

CHILD = np.dtype([(name, np.int64) for name in ("depths", "loose", "bases", "tops")], align=True)
# At most 2 for each of 8 bases, 1 for each of 52 cards in slots or attached, 4 for each card of
# a stem, 1 for each column and 2 for each of 51 pairs: 386.
MOST_CHILDREN = 512


@part
def put(children: Any, count: int, child: State) -> int:
    """Write a child; return how many there are."""
    row = children[unsigned(count)]
    row.depths = child.depths
    row.loose = child.loose
    row.bases = child.bases
    row.tops = child.tops
    return count + 1
