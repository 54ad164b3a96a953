"""Which solver knows which rules."""

from typing import Protocol

from games.rules import Building, Pairing, Position, Rules, down_any_suit, down_in_suit
from solver_worker.solver.solution import Effort, Limits, Odds, Solution, UnsupportedRules


class Solver(Protocol):
    """The searches for one kind of game."""

    def verdict(self, position: Position, limits: Limits) -> Solution:
        """Say whether a position can be won, exactly, or which limit was met."""

    def find_line(self, position: Position, limits: Limits, effort: Effort) -> Solution:
        """Find a short line that wins."""


class Estimator(Protocol):
    """What judges moves where cards are hidden."""

    def odds(self, position: Position, seed: bytes, budget: int) -> Odds:
        """Say how often each legal move leaves a win, over orders of the cards not seen."""


def solver_of(rules: Rules) -> Solver:
    """The solver for these rules; `UnsupportedRules` where there is none.

    A solver is loaded when it is first asked for: its kernels take time and memory.
    """
    if isinstance(rules, Building) and rules.fits is down_in_suit:
        from solver_worker.solver import bakers_game

        return bakers_game
    if isinstance(rules, Building) and _is_bakers_dozen(rules):
        from solver_worker.solver import one_by_one

        return one_by_one
    if isinstance(rules, Building) and _is_like_bakers_dozen(rules):
        from solver_worker.solver import columns

        return columns
    if isinstance(rules, Pairing):
        from solver_worker.solver import pairing

        return pairing
    raise UnsupportedRules(rules.id)


def estimator_of(rules: Rules) -> Estimator:
    """The estimator for these rules; `UnsupportedRules` where nothing is hidden, or none knows."""
    if isinstance(rules, Pairing):
        from solver_worker.solver import pairing

        return pairing
    raise UnsupportedRules(rules.id)


def _is_bakers_dozen(rules: Building) -> bool:
    kind = (rules.empty_columns, rules.runs, rules.foundations)
    return _is_like_bakers_dozen(rules) and kind == ("none", "never", "suit")


def _is_like_bakers_dozen(rules: Building) -> bool:
    return rules.fits is down_any_suit and rules.cells == 0 and rules.runs != "by_free_places"
