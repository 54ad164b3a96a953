"""Which solver knows which rules."""

from typing import Protocol

from games.rules import Building, Position, Rules, down_in_suit
from solver_worker.solver.solution import Effort, Limits, Solution, UnsupportedRules


class Solver(Protocol):
    """The searches for one kind of game."""

    def verdict(self, position: Position, limits: Limits) -> Solution:
        """Say whether a position can be won, exactly, or which limit was met."""

    def find_line(self, position: Position, limits: Limits, effort: Effort) -> Solution:
        """Find a short line that wins."""


def solver_of(rules: Rules) -> Solver:
    """The solver for these rules; `UnsupportedRules` where there is none.

    A solver is loaded when it is first asked for: its kernels take time and memory.
    """
    if isinstance(rules, Building) and rules.fits is down_in_suit:
        from solver_worker.solver import bakers_game

        return bakers_game
    raise UnsupportedRules(rules.id)
