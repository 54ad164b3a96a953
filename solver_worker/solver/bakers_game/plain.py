"""The plain search: exact for every Baker's Game rules object, and simple enough to be believed.

It tries every single-card move from every position that can be reached, plays cards home at once,
and knows positions again whatever the order of their columns and cells. That is all: it is what
the fast search is compared with, and what decides where the fast search's proofs do not hold.
"""

from dataclasses import dataclass
from itertools import pairwise
from time import perf_counter

import numpy as np

from games.rules import Move, Position
from solver_worker.solver.bakers_game.kernels import plain as kernel
from solver_worker.solver.bakers_game.kernels import plain_moves
from solver_worker.solver.bakers_game.supported import require_supported
from solver_worker.solver.solution import Limits, Reason, Solution, Verdict

_BYTES_A_POSITION = 24  # the pool's two 64-bit and two 32-bit numbers
# A table has four bytes a slot and, when it has just grown, not quite four slots a position.
_BYTES_WITH_TABLE = _BYTES_A_POSITION + 16
_FIRST_TABLE = 1 << 12
# Python must get its turn for Ctrl-C.
_POSITIONS_A_TURN = 100_000


def plain_verdict(position: Position, limits: Limits | None = None) -> Solution:
    """Say whether a position can be won, exactly or `UNKNOWN` with the limit that was met."""
    return _Search(position, limits or Limits()).answer(has_line=False)


def plain_solve(position: Position, limits: Limits | None = None) -> Solution:
    """The same with a line of legal moves, one card at a time, that wins; it is not short."""
    return _Search(position, limits or Limits()).answer(has_line=True)


def board_of(position: Position) -> plain_moves.Board:
    """What the kernel must know of a position beside `encode`: the rules, and what lies on what.

    Raises `UnsupportedRules` for other games.
    """
    rules = require_supported(position.rules)
    beneath = np.full(plain_moves.CARDS, plain_moves.NOTHING, np.int64)
    for column in position.piles[: rules.columns]:
        for below, card in pairwise(column):
            beneath[card] = below
    return plain_moves.Board(
        beneath,
        rules.ranks,
        rules.suits,
        rules.columns,
        rules.cells,
        rules.empty_columns == "kings",
    )


def encode(position: Position) -> tuple[int, int]:
    """The kernel's two integers for a position; no move home is made."""
    rules = position.rules
    low = high = 0
    for pile, cards in zip(rules.piles, position.piles, strict=True):
        for at, card in enumerate(cards):
            if pile.kind == "foundation":
                low, high = plain_moves.with_one_more_home(low, high, card & 3)
                continue
            if pile.kind == "cell":
                place = plain_moves.IN_CELL
            elif at == 0:
                place = plain_moves.AT_BASE
            else:
                is_built = cards[at - 1] == card + 4
                place = plain_moves.ON_SUCCESSOR if is_built else plain_moves.AS_DEALT
            low, high = plain_moves.with_place(low, high, card, place)
    return low, high


def with_moves_home(position: Position) -> tuple[Position, tuple[Move, ...]]:
    """The position after all moves home there are, and these moves."""
    moves: list[Move] = []
    while home := next((move for move in position.legal_moves if move.destination == "h"), None):
        moves.append(home)
        position = position.play(home)
    return position, tuple(moves)


@dataclass
class _Search:
    """One search: the kernel's arrays, which grow until the limits."""

    position: Position
    limits: Limits

    def __post_init__(self) -> None:
        self.board = board_of(self.position)
        self.started = perf_counter()
        # Untouched pages of the pool cost nothing, so it has its full size from the start.
        size = max(self.limits.megabytes * 1_000_000 // _BYTES_WITH_TABLE, 1)
        self.pool = kernel.Pool(
            np.empty(size, np.int64),
            np.empty(size, np.int64),
            np.empty(size, np.int32),
            np.empty(size, np.int32),
            np.full(kernel.BUCKETS, plain_moves.NOTHING, np.int32),
        )
        self.table = np.zeros(_FIRST_TABLE, np.int32)
        self.progress = np.array([0, 0, 0, plain_moves.NOTHING], np.int64)
        start = np.array(encode(with_moves_home(self.position)[0]), np.int64)
        kernel.add(self.board, self.pool, self.table, self.progress, start, plain_moves.NOTHING)

    def answer(self, *, has_line: bool) -> Solution:
        """Search to the end or to a limit."""
        end = self._run()
        verdict, reason = {
            kernel.WON: (Verdict.WINNABLE, None),
            kernel.EXHAUSTED: (Verdict.UNWINNABLE, None),
            kernel.POOL_FULL: (Verdict.UNKNOWN, Reason.MEMORY_LIMIT),
            kernel.PAUSED: (Verdict.UNKNOWN, Reason.POSITION_LIMIT),
        }[end]
        path = self._path() if end == kernel.WON else []
        line = self._line(path) if has_line and path else ()
        return Solution(
            verdict,
            reason,
            line,
            positions=int(self.progress[kernel.EXPANDED]),
            depth=len(line) or max(len(path) - 1, 0),
            seconds=perf_counter() - self.started,
        )

    def _run(self) -> int:
        while True:
            expanded = int(self.progress[kernel.EXPANDED])
            until = min(expanded + _POSITIONS_A_TURN, self.limits.positions)
            end = kernel.search(self.board, self.pool, self.table, self.progress, until)
            if end == kernel.TABLE_FULL:
                self.table = np.zeros(2 * self.table.size, np.int32)
                kernel.fill_table(self.pool, self.table, int(self.progress[kernel.STORED]))
            elif end != kernel.PAUSED or self.progress[kernel.EXPANDED] >= self.limits.positions:
                return int(end)

    def _path(self) -> list[tuple[int, int]]:
        """The positions from the start to the winning one."""
        path = []
        number = int(self.progress[kernel.WINNER])
        while number != plain_moves.NOTHING:
            path.append((int(self.pool.low[number]), int(self.pool.high[number])))
            number = int(self.pool.parent[number])
        return path[::-1]

    def _line(self, path: list[tuple[int, int]]) -> tuple[Move, ...]:
        """The moves along a path, found by playing the rules' moves: they must lead along it."""
        position, line = with_moves_home(self.position)
        for step in path[1:]:
            for move in position.legal_moves:
                if position.rules.cards_moved(position, move) == 1:
                    after, home = with_moves_home(position.play(move))
                    if encode(after) == step:
                        break
            else:
                raise AssertionError(f"The rules have no move to {step} from\n{position}")
            position = after
            line += (move, *home)
        return line
