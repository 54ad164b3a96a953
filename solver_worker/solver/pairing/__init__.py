"""Baroness and its variants, and Thirteens: verdicts, lines, and odds where cards are hidden."""

from solver_worker.solver.pairing.lines import find_line
from solver_worker.solver.pairing.odds import odds
from solver_worker.solver.pairing.verdicts import verdict

__all__ = ["find_line", "odds", "verdict"]
