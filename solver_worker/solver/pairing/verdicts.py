"""Exact verdicts of positions."""

from dataclasses import dataclass, field
from time import perf_counter

import numpy as np

from games.rules import Position
from solver_worker.solver.pairing.encode import board_of
from solver_worker.solver.pairing.kernels import search as kernel
from solver_worker.solver.pairing.kernels.board import Records
from solver_worker.solver.pairing.kernels.steps import DESK
from solver_worker.solver.solution import Limits, Reason, Solution, Verdict

_BYTES_A_ROW = 16
# Python must get its turn for Ctrl-C.
_STATES_A_TURN = 200_000


def verdict(position: Position, limits: Limits = Limits()) -> Solution:  # noqa: B008
    """x"""
    return Search(board_of(position), limits).answer()


@dataclass
class Search:
    boards: Records
    limits: Limits
    started: float = field(default_factory=perf_counter)

    def __post_init__(self) -> None:
        self.desks = np.empty(1, DESK)
        self.known = np.zeros((kernel.FIRST_ROWS, 2), np.int64)
        self.progress = np.zeros(3, np.int64)
        kernel.start(self.boards, self.desks, self.progress)

    def answer(self) -> Solution:
        end = self._run()
        v, reason = {
            kernel.WON: (Verdict.WINNABLE, None),
            kernel.LOST: (Verdict.UNWINNABLE, None),
            kernel.TABLE_FULL: (Verdict.UNKNOWN, Reason.MEMORY_LIMIT),
            kernel.PAUSED: (Verdict.UNKNOWN, Reason.POSITION_LIMIT),
        }[end]
        return Solution(v, reason, positions=int(self.progress[kernel.STORED]), seconds=perf_counter() - self.started)

    def _run(self) -> int:
        while True:
            until = min(int(self.progress[kernel.STORED]) + _STATES_A_TURN, self.limits.positions)
            end = int(kernel.search(self.boards, self.desks, self.known, self.progress, until))
            if end == kernel.PAUSED and until < self.limits.positions:
                continue
            if end != kernel.TABLE_FULL or not self._grow():
                return end

    def _grow(self) -> bool:
        rows = 4 * self.known.shape[0]
        if (rows + self.known.shape[0]) * _BYTES_A_ROW > self.limits.megabytes * 1_000_000:
            return False
        old, self.known = self.known, np.zeros((rows, 2), np.int64)
        kernel.refill(old, self.known)
        return True
