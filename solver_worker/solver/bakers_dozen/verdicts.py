"""Exact verdicts, and lines that prove them."""

from dataclasses import dataclass
from itertools import product
from time import perf_counter

from games.rules import Move, Position
from solver_worker.solver.bakers_dozen.encode import board_of
from solver_worker.solver.bakers_dozen.kernels.best_first import (
    EXHAUSTED,
    FOUND,
    PAUSED,
    POOL_FULL,
    go_on,
    start,
)
from solver_worker.solver.bakers_dozen.kernels.known import Search
from solver_worker.solver.bakers_dozen.kernels.orders import ALL, Order
from solver_worker.solver.bakers_dozen.kernels.space import EXPANDED, GOAL, IS_CUT, new_space
from solver_worker.solver.bakers_dozen.lines import plan_of
from solver_worker.solver.bakers_dozen.passes import ORDERS, ROUNDS, after_its_end, in_round
from solver_worker.solver.bakers_dozen.shorten import moves_of, shortened
from solver_worker.solver.bakers_dozen.way import way_of
from solver_worker.solver.solution import Limits, Reason, Solution, Verdict

# Python must get its turn for Ctrl-C.
_POSITIONS_A_TURN = 100_000


def verdict(position: Position, limits: Limits = Limits()) -> Solution:  # noqa: B008
    """Say whether a position can be won, exactly, or which limit was met; it gives no line.

    `positions` are states, of which one stands for many positions, in all passes together. The
    same question has the same answer, but for `seconds`. Raises `UnsupportedRules` for other
    games.
    """
    return _Solving(position, limits).answer(has_line=False)


def proof(position: Position, limits: Limits = Limits()) -> Solution:  # noqa: B008
    """The same with a line that wins, card by card; it is not short."""
    return _Solving(position, limits).answer(has_line=True)


@dataclass
class _Solving:
    """One question: its arrays, and what they cost."""

    position: Position
    limits: Limits

    def __post_init__(self) -> None:
        self.started = perf_counter()
        self.board, self.home = board_of(self.position)
        self.space = new_space(self.limits.megabytes)
        self.positions = 0

    def answer(self, *, has_line: bool) -> Solution:
        """Make one pass after the other until one decides, or a limit is met."""
        orders: list[Order | None] = list(ORDERS)
        are_frames_few = False
        for nodes, at in product(ROUNDS, range(len(orders))):
            order = orders[at]
            if order is None:
                continue
            search = Search(self.board, self.space, in_round(order, nodes, are_frames_few))
            end = self._run(search)
            if end == PAUSED:
                return self._solution(Verdict.UNKNOWN, Reason.POSITION_LIMIT)
            if end == EXHAUSTED and not self.space.counts[IS_CUT]:
                return self._solution(Verdict.UNWINNABLE)
            if end == FOUND and order.is_exact:
                return self._won(search, has_line)
            if end != POOL_FULL:
                orders[at] = after_its_end(order)
                are_frames_few |= order.variants != ALL
        return self._solution(Verdict.UNKNOWN, Reason.MEMORY_LIMIT)

    def _run(self, search: Search) -> int:
        """Make a pass, to its end or to the limit of positions."""
        before = self.positions
        start(search, self.home)
        end = PAUSED
        while end == PAUSED and self.positions < self.limits.positions:
            until = min(self.positions + _POSITIONS_A_TURN, self.limits.positions)
            end = int(go_on(search, until - before))
            self.positions = before + int(self.space.counts[EXPANDED])
        return end

    def _won(self, search: Search, has_line: bool) -> Solution:
        if not has_line:
            goal = self.space.nodes[self.space.counts[GOAL]]
            return self._solution(Verdict.WINNABLE, depth=int(goal["steps"]))
        columns = self.position.piles[: len(self.position.rules.piles) - self.position.rules.suits]
        plan = shortened(self.position, plan_of(columns, way_of(search, columns)))
        return self._solution(Verdict.WINNABLE, line=moves_of(self.position, plan))

    def _solution(
        self,
        verdict: Verdict,
        reason: Reason | None = None,
        line: tuple[Move, ...] = (),
        depth: int = 0,
    ) -> Solution:
        return Solution(
            verdict,
            reason,
            line,
            positions=self.positions,
            depth=len(line) or depth,
            seconds=perf_counter() - self.started,
        )
