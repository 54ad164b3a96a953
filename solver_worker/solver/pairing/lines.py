"""Winning lines as the rules write their moves."""

from dataclasses import replace
from time import perf_counter

from games.rules import Move, Position
from solver_worker.solver.pairing import refilling
from solver_worker.solver.pairing.encode import board_of, rules_of
from solver_worker.solver.pairing.placing import planned
from solver_worker.solver.pairing.plans import moves_of, step_from, without_needless
from solver_worker.solver.pairing.searching import Search
from solver_worker.solver.solution import Effort, Limits, Solution, Verdict


def find_line(
    position: Position, limits: Limits | None = None, effort: Effort = Effort.HINT
) -> Solution:
    """Find a line that wins; `UNWINNABLE` is proved too.

    Every line has the same discards and rows: nothing but moves to spaces can be saved. A line
    without any is looked for first, and is then a shortest one; in another, moves to spaces that
    it can do without are left out. That costs so little that `effort` makes no difference. The
    same question has the same answer, but for `seconds`. Raises `UnsupportedRules` for other
    games.
    """
    rules, limits = rules_of(position), limits or Limits()
    if rules.refills:
        return refilling.find_line(position)
    short = _find(position, limits, has_spaces=False)
    if not rules.spaces or short.verdict is Verdict.WINNABLE:
        return short
    limits = replace(limits, positions=max(limits.positions - short.positions, 0))
    found = _find(position, limits, has_spaces=True)
    return replace(
        found,
        positions=short.positions + found.positions,
        seconds=short.seconds + found.seconds,
    )


def _find(position: Position, limits: Limits, *, has_spaces: bool) -> Solution:
    started = perf_counter()
    boards = board_of(position)
    boards[0]["spaces"] = has_spaces
    search = Search(boards, limits.megabytes)
    found, reason = search.run(limits.positions)
    line = _line(position, search.trail, has_spaces) if found is Verdict.WINNABLE else ()
    return Solution(
        found,
        reason,
        line,
        positions=search.positions,
        depth=len(line),
        seconds=perf_counter() - started,
    )


def _line(position: Position, trail: list[int], has_spaces: bool) -> tuple[Move, ...]:
    plan = [step_from(number) for number in trail]
    if has_spaces:
        plan = without_needless(position, planned(position, plan))
    moves = moves_of(position, plan)
    if moves is None:
        raise AssertionError(f"The search has steps that are no moves:\n{position}")
    return moves
