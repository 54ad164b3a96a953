"""Baker's Dozen and Good Measure: verdicts by classes of positions, lines over real ones."""

from dataclasses import replace
from time import perf_counter

from games.rules import Position
from solver_worker.solver import bakers_dozen, columns
from solver_worker.solver.bakers_dozen import verdict
from solver_worker.solver.solution import Effort, Limits, Solution, Verdict

__all__ = ["find_line", "verdict"]

# Parts of a long line after which a short end is looked for: the earlier, the shorter the whole,
# and the later, the likelier there is one.
_PARTS = (6, 4, 3, 2)


def find_line(position: Position, limits: Limits, effort: Effort) -> Solution:
    """Find a short line that wins; where a modest search finds none, one that begins with a proof.

    The proof of the verdict has a line, which is long; from somewhere on it, a shorter way home
    is found more easily. Each search has the limits for itself.
    """
    started = perf_counter()
    found = columns.find_line_soon(position, limits, effort)
    if found.verdict is not Verdict.UNKNOWN:
        return found
    proof = bakers_dozen.proof(position, limits)
    best, positions = proof.line, found.positions + proof.positions
    for part in _PARTS if proof.line else ():
        beginning = proof.line[: len(proof.line) // part]
        after = position
        for move in beginning:
            after = after.play(move)
        found = columns.find_line_soon(after, limits, effort)
        positions += found.positions
        if found.verdict is Verdict.WINNABLE:
            best = min(proof.line, beginning + found.line, key=len)
            break
    seconds = perf_counter() - started
    return replace(proof, line=best, depth=len(best), positions=positions, seconds=seconds)
