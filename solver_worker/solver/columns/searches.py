"""Verdicts and short lines, by one kind of search after another."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from time import perf_counter

import numpy as np

from games.rules import Move, Position
from solver_worker.solver.columns.encode import codes_of, desk_of, game_of
from solver_worker.solver.columns.kernels import pool as pools
from solver_worker.solver.columns.kernels import search as kernels
from solver_worker.solver.columns.kernels.board import HOME, NOTHING
from solver_worker.solver.columns.kernels.pool import Pool
from solver_worker.solver.columns.lines import Path, moves_of, shortened, steps_along
from solver_worker.solver.columns.passes import ALL, FEW, MANY, SHORT, Pass
from solver_worker.solver.solution import Effort, Limits, Reason, Solution, Verdict

# Nodes take these many bytes, and there are between one and two slots of four bytes for each.
_BYTES_A_NODE = pools.NODE.itemsize + 8
# Python must get its turn for Ctrl-C.
_POSITIONS_A_TURN = 50_000


def verdict(position: Position, limits: Limits | None = None) -> Solution:
    """Say whether a position can be won, exactly, or which limit was met; it gives no line.

    `UnsupportedRules` is raised for rules that `encode.is_known` does not know.
    """
    passes = (*SHORT[Effort.HINT], *MANY, *ALL)
    return answer(position, limits or Limits(), passes, has_line=False)


def find_line(
    position: Position, limits: Limits | None = None, effort: Effort = Effort.HINT
) -> Solution:
    """Find a short line that wins, a run moving as one move and moves home included.

    `UNWINNABLE` is proved too: then everything that can be reached was searched, but for dead
    ends. The same question has the same answer, but for `seconds`.
    """
    passes = (*SHORT[effort], *MANY, *ALL)
    return answer(position, limits or Limits(), passes, has_line=True)


def find_line_soon(
    position: Position, limits: Limits | None = None, effort: Effort = Effort.HINT
) -> Solution:
    """The same, but `UNKNOWN` where a line is not found with a modest number of positions."""
    return answer(position, limits or Limits(), (*SHORT[effort], *FEW), has_line=True)


def answer(
    position: Position, limits: Limits, passes: Iterable[Pass], *, has_line: bool
) -> Solution:
    """Search by one pass after another until one of them has an answer."""
    search = Search(position, limits)
    found, reason = search.go(passes)
    path = search.path() if found is Verdict.WINNABLE else []
    line: tuple[Move, ...] = ()
    if has_line and path:
        line = moves_of(position, shortened(position, steps_along(position, path)))
    return Solution(
        found,
        reason,
        line,
        positions=search.expanded,
        depth=len(line) if has_line else max(len(path) - 1, 0),
        seconds=perf_counter() - search.started,
    )


@dataclass
class Search:
    """One question and the arrays for it."""

    position: Position
    limits: Limits
    started: float = field(default_factory=perf_counter)

    def __post_init__(self) -> None:
        self.game = game_of(self.position.rules)
        # Untouched pages cost nothing, so all has its full size from the start.
        capacity = max(self.limits.megabytes * 1_000_000 // _BYTES_A_NODE, 1)
        self.pool = Pool(
            np.empty(capacity, pools.NODE),
            np.empty(max(1 << capacity.bit_length(), pools.FIRST_SLOTS), np.int32),
            np.empty((2, pools.BUCKETS), np.int32),
            np.zeros(8, np.int64),
        )

    @property
    def expanded(self) -> int:
        """How many positions were expanded by now."""
        return int(self.pool.progress[pools.EXPANDED])

    def go(self, passes: Iterable[Pass]) -> tuple[Verdict, Reason | None]:
        """The verdict of the first pass that has one, or why none has."""
        reason = Reason.POSITION_LIMIT
        for each in passes:
            end = self._run(each)
            if end == kernels.FOUND:
                return Verdict.WINNABLE, None
            if end == kernels.EXHAUSTED and not self.pool.progress[pools.HAS_DROPPED]:
                return Verdict.UNWINNABLE, None
            is_full = end == kernels.POOL_FULL
            reason = Reason.MEMORY_LIMIT if is_full else Reason.POSITION_LIMIT
            if end == kernels.PAUSED and self.expanded >= self.limits.positions:
                break
        return Verdict.UNKNOWN, reason

    def _run(self, each: Pass) -> int:
        desks = desk_of(self.position, self.game)
        kernels.start(self.game, each.plan, self.pool, desks)
        last = min(self.expanded + each.positions, self.limits.positions)
        while True:
            until = min(self.expanded + _POSITIONS_A_TURN, last)
            end = int(kernels.search(self.game, each.plan, self.pool, desks, until))
            if end != kernels.PAUSED or until == last:
                return end

    def path(self) -> Path:
        """The way from the start to the goal."""
        numbers = []
        number = int(self.pool.progress[pools.GOAL])
        while number != NOTHING:
            numbers.append(number)
            number = int(self.pool.nodes[number]["parent"])
        nodes = self.pool.nodes[numbers[::-1]]
        gone = [set(np.flatnonzero(codes == HOME).tolist()) for codes in codes_of(nodes["key"])]
        return list(zip(nodes["card"].tolist(), nodes["code"].tolist(), gone, strict=True))
