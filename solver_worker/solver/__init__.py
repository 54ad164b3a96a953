"""Whether a game can be won, proved, and how."""

from dataclasses import replace
from time import perf_counter

from games.rules import Move, Position
from solver_worker.solver.choosing import estimator_of, solver_of
from solver_worker.solver.identity import identity
from solver_worker.solver.solution import (
    Effort,
    Limits,
    MoveOdds,
    Odds,
    Reason,
    Solution,
    UnsupportedRules,
    Verdict,
)

__all__ = [
    "Effort",
    "Limits",
    "MoveOdds",
    "Odds",
    "Reason",
    "Solution",
    "UnsupportedRules",
    "Verdict",
    "WrongProof",
    "find_line",
    "identity",
    "odds",
    "solve",
    "verdict",
]


# At most a quarter of a second on a machine that has nothing else to do.
ODDS_BUDGET = 120_000


class WrongProof(Exception):
    """The solver contradicts the rules or itself: a mistake of its own, never of its input."""


def verdict(position: Position, limits: Limits | None = None) -> Solution:
    """Say whether a position can be won, exactly, or which limit was met; it gives no line.

    Raises `UnsupportedRules` where no search knows the rules.
    """
    return solver_of(position.rules).verdict(position, limits or Limits())


def find_line(
    position: Position, limits: Limits | None = None, effort: Effort = Effort.HINT
) -> Solution:
    """Find a short line that wins, as the rules write its moves; they are not yet replayed.

    Raises `UnsupportedRules` where no search knows the rules.
    """
    return solver_of(position.rules).find_line(position, limits or Limits(), effort)


def odds(position: Position, seed: bytes, budget: int = ODDS_BUDGET) -> Odds:
    """Say how often each legal move leaves a win, over orders of the cards that are not seen.

    Nothing but what the player sees is used: positions that differ in the order of the stock
    alone have the same odds, for the same seed. `budget` is about the positions to expand; the
    same budget gives the same answer on every machine, but for `seconds`. Raises
    `UnsupportedRules` where no search knows the rules.
    """
    return estimator_of(position.rules).odds(position, seed, budget)


def solve(
    position: Position, limits: Limits | None = None, effort: Effort = Effort.HINT
) -> Solution:
    """Say whether a position can be won, with a line that the rules have replayed where it can.

    Each search has the limits for itself. Where the verdict is that it can be won and no line is
    found within them, the answer is `UNKNOWN` with reason `NO_LINE`. `positions` and `seconds`
    are those of all searches. Raises `WrongProof` rather than give an answer that is wrong.
    """
    started = perf_counter()
    limits = limits or Limits()
    answer = verdict(position, limits)
    if answer.verdict is not Verdict.WINNABLE:
        return answer
    positions = answer.positions
    # A hint's line is found with a fraction of the positions where the limits are short for par.
    for each in dict.fromkeys((effort, Effort.HINT)):
        found = find_line(position, limits, each)
        positions += found.positions
        if found.verdict is not Verdict.UNKNOWN:
            _require_win(position, found)
            return replace(found, positions=positions, seconds=perf_counter() - started)
    return Solution(
        Verdict.UNKNOWN,
        Reason.NO_LINE,
        positions=positions,
        depth=answer.depth,
        seconds=perf_counter() - started,
    )


def _require_win(position: Position, found: Solution) -> None:
    if found.verdict is not Verdict.WINNABLE:
        raise WrongProof(f"One search wins and the other cannot:\n{position}")
    after = position
    for move in found.line:
        if move not in after.legal_moves:
            raise WrongProof(f"{_text(found.line)} has illegal {move}:\n{position}")
        after = after.play(move)
    if not after.is_won:
        raise WrongProof(f"{_text(found.line)} does not win:\n{position}")


def _text(line: tuple[Move, ...]) -> str:
    return " ".join(map(str, line))
