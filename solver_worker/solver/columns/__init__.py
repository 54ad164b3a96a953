"""Baker's Dozen and its variants over real positions: short lines for all, verdicts for most."""

from solver_worker.solver.columns.searches import find_line, find_line_soon, verdict

__all__ = ["find_line", "find_line_soon", "verdict"]
