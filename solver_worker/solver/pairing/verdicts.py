"""Exact verdicts of positions, their stock known."""

from dataclasses import replace
from time import perf_counter

from games.rules import Position
from solver_worker.solver.pairing import refilling
from solver_worker.solver.pairing.encode import board_of, rules_of
from solver_worker.solver.pairing.searching import Search
from solver_worker.solver.solution import Limits, Solution, Verdict


def verdict(position: Position, limits: Limits = Limits()) -> Solution:  # noqa: B008
    """Say whether a position can be won, exactly, or which limit was met; it gives no line.

    For every game of the family, from any position; `UnsupportedRules` for others. `depth` is
    that of the way found, in steps.
    """
    if rules_of(position).refills:
        return replace(refilling.find_line(position), line=())
    started = perf_counter()
    search = Search(board_of(position), limits.megabytes)
    found, reason = search.run(limits.positions)
    return Solution(
        found,
        reason,
        positions=search.positions,
        depth=len(search.trail) if found is Verdict.WINNABLE else 0,
        seconds=perf_counter() - started,
    )
