"""Baker's Game with any number of columns and cells: verdicts and short lines."""

from solver_worker.solver.bakers_game.lines import find_line
from solver_worker.solver.bakers_game.verdicts import verdict

__all__ = ["find_line", "verdict"]
