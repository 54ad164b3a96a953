"""One search by the kernels: it goes on where it stopped, and its table grows with it."""

from dataclasses import dataclass

import numpy as np

from solver_worker.solver.pairing.kernels import search as kernel
from solver_worker.solver.pairing.kernels.board import Records
from solver_worker.solver.pairing.kernels.steps import DESK
from solver_worker.solver.solution import Reason, Verdict

OUTCOMES: dict[int, tuple[Verdict, Reason | None]] = {
    kernel.WON: (Verdict.WINNABLE, None),
    kernel.LOST: (Verdict.UNWINNABLE, None),
    kernel.TABLE_FULL: (Verdict.UNKNOWN, Reason.MEMORY_LIMIT),
    kernel.PAUSED: (Verdict.UNKNOWN, Reason.POSITION_LIMIT),
}

_FIRST_ROWS = 1 << 11  # 32 KB, enough for most deals
_GROWTH = 4
_BYTES_A_ROW = 16
# Python must get its turn for Ctrl-C.
_POSITIONS_A_TURN = 200_000


@dataclass
class Search:
    """The search from the position of a board, and its arrays.

    The stack of waiting states takes no memory but for its part in use.
    """

    boards: Records
    megabytes: int

    def __post_init__(self) -> None:
        self.desks = np.empty(1, DESK)
        self.known = np.zeros((_FIRST_ROWS, 2), np.int64)
        self.progress = np.zeros(3, np.int64)
        kernel.start(self.boards, self.desks, self.progress)

    @property
    def positions(self) -> int:
        """How many positions have been expanded."""
        return int(self.progress[kernel.STORED])

    @property
    def trail(self) -> list[int]:
        """The steps from the position to the win that was found."""
        steps: list[int] = self.desks[0]["trail"][: self.progress[kernel.LENGTH]].tolist()
        return steps

    def run(self, positions: int) -> tuple[Verdict, Reason | None]:
        """Search on to the end, or until this many positions have been expanded in all."""
        while True:
            until = min(self.positions + _POSITIONS_A_TURN, positions)
            end = int(kernel.search(self.boards, self.desks, self.known, self.progress, until))
            if end == kernel.TABLE_FULL and self._grow():
                continue
            if end != kernel.PAUSED or self.positions >= positions:
                return OUTCOMES[end]

    def _grow(self) -> bool:
        """Take a larger table, unless both together exceed the limit."""
        rows = _GROWTH * len(self.known)
        if (rows + len(self.known)) * _BYTES_A_ROW > self.megabytes * 1_000_000:
            return False
        old, self.known = self.known, np.zeros((rows, 2), np.int64)
        kernel.refill(old, self.known)
        return True
