"""Short winning lines, for hints and for par."""

from dataclasses import dataclass, field
from functools import cache
from threading import local
from time import perf_counter

import numpy as np
from numpy.typing import NDArray

from games.rules import Move, Position
from solver_worker.solver.bakers_game.bits import card_bit
from solver_worker.solver.bakers_game.kernels import line_board, line_moves, line_search
from solver_worker.solver.bakers_game.kernels.line_board import Game
from solver_worker.solver.bakers_game.kernels.line_search import NODE, Pool, Weights
from solver_worker.solver.bakers_game.supported import require_supported
from solver_worker.solver.solution import Effort, Limits, Reason, Solution, Verdict

# Found by trying small changes on 300 winnable deals with 4 cells, none of them in the tests.
_WEIGHTS = {
    Effort.HINT: Weights(
        left=22,
        buried=28,
        held=6,
        covering=3,
        covering_least=8,
        attached=-2,
        space=5,
        full=2,
        join=16,
    ),
    Effort.PAR: Weights(
        left=18,
        buried=18,
        held=4,
        covering=2,
        covering_least=14,
        attached=0,
        space=0,
        full=0,
        join=12,
    ),
}

_FIRST_CAPACITY = 1 << 13
_KEPT_CAPACITY = 1 << 16
# Two slots of four bytes belong to each node.
_BYTES_A_NODE = NODE.itemsize + 8
# Python must get its turn for Ctrl-C.
_POSITIONS_A_TURN = 200_000
_kept = local()
_move = cache(Move)


def find_line(
    position: Position, limits: Limits | None = None, effort: Effort = Effort.HINT
) -> Solution:
    """Find a short line that wins, a run moving as one move and moves home included.

    `UNWINNABLE` is proved too: then every position that can be reached has been searched (see
    `line_steps`). Every `Building` with cards built down in suit is supported, tiny decks and
    columns that only kings may fill included; `UnsupportedRules` is raised for others. The same
    question has the same answer, but for `seconds`.
    """
    return _Search(position, limits or Limits(), effort).answer()


def game_of(position: Position) -> Game:
    """The rules as the kernels have them."""
    rules = require_supported(position.rules)
    deck = line_board.deck_of(rules.ranks, rules.suits)
    is_any = rules.empty_columns == "any"
    kings = sum(card_bit(4 * (rules.ranks - 1) + suit) for suit in range(rules.suits))
    return Game(
        rules.columns,
        rules.cells,
        rules.ranks,
        rules.suits,
        deck,
        deck if is_any else kings,
        int(is_any),
    )


def tables_of(position: Position, game: Game) -> NDArray[np.void]:
    """The cards of a position as the kernels have them, and a table to move them on."""
    tables = np.zeros(2, line_board.TABLE)
    table = tables[0]
    table["cells"] = line_board.NOTHING
    for at, pile in enumerate(position.piles):
        if at < game.columns:
            table["heights"][at] = len(pile)
            table["cards"][at, : len(pile)] = [_NUMBERS[card] for card in pile]
        elif at >= game.columns + game.cells:
            table["home"][at - game.columns - game.cells] = len(pile)
        elif pile:
            table["cells"][at - game.columns] = _NUMBERS[pile[0]]
    return tables


_NUMBERS = [card_bit(card).bit_length() - 1 for card in range(52)]


def _new_pool(capacity: int) -> Pool:
    slots = 1 << (2 * capacity - 1).bit_length()
    return Pool(
        np.empty(capacity, NODE),
        np.empty(slots, np.int32),
        np.empty(line_search.BUCKETS, np.int32),
    )


def _may_hold(capacity: int, limits: Limits) -> bool:
    """Whether a pool may grow to this size: the old one, half as large, is there meanwhile."""
    return (capacity + capacity // 2) * _BYTES_A_NODE <= limits.megabytes * 1_000_000


def _first_pool(limits: Limits) -> Pool:
    """The pool that this thread used last, a small one where it could not have grown so large."""
    pool: Pool | None = getattr(_kept, "pool", None)
    if pool and (pool.nodes.size == _FIRST_CAPACITY or _may_hold(pool.nodes.size, limits)):
        return pool
    _kept.pool = pool = _new_pool(_FIRST_CAPACITY)
    return pool


@dataclass
class _Search:
    """One search: its arrays, which grow until the limits."""

    position: Position
    limits: Limits
    effort: Effort
    started: float = field(default_factory=perf_counter)

    def __post_init__(self) -> None:
        self.game = game_of(self.position)
        self.tables = tables_of(self.position, self.game)
        self.layout = line_board.new_layout()
        self.progress = np.zeros(4, np.int64)
        self.pool = _first_pool(self.limits)

    def answer(self) -> Solution:
        """Search to the end or to a limit."""
        went_home = line_search.start(self.game, self.tables, self.layout, self.pool, self.progress)
        end = self._run()
        verdict, reason = {
            line_search.FOUND: (Verdict.WINNABLE, None),
            line_search.EXHAUSTED: (Verdict.UNWINNABLE, None),
            line_search.POOL_FULL: (Verdict.UNKNOWN, Reason.MEMORY_LIMIT),
            line_search.PAUSED: (Verdict.UNKNOWN, Reason.POSITION_LIMIT),
        }[end]
        line = self._line(went_home) if end == line_search.FOUND else ()
        return Solution(
            verdict,
            reason,
            line,
            positions=int(self.progress[line_search.EXPANDED]),
            depth=len(line),
            seconds=perf_counter() - self.started,
        )

    def _run(self) -> int:
        board = (self.game, self.layout)
        weights = _WEIGHTS[self.effort]
        while True:
            expanded = int(self.progress[line_search.EXPANDED])
            until = min(expanded + _POSITIONS_A_TURN, self.limits.positions)
            end = int(line_search.search(board, weights, self.pool, self.progress, until))
            if end == line_search.PAUSED and until < self.limits.positions:
                continue
            if end != line_search.POOL_FULL or not self._grow():
                return end

    def _grow(self) -> bool:
        """Take a pool twice as large, unless both together exceed the limit."""
        old = self.pool.nodes
        capacity = 2 * old.size
        if not _may_hold(capacity, self.limits):
            return False
        self.pool = _new_pool(capacity)._replace(buckets=self.pool.buckets)
        stored = int(self.progress[line_search.STORED])
        self.pool.nodes[:stored] = old[:stored]
        line_search.fill_slots(self.pool, self.progress)
        if capacity <= _KEPT_CAPACITY:
            _kept.pool = self.pool
        return True

    def _line(self, went_home: int) -> tuple[Move, ...]:
        """The moves of the line that was found, as the rules write them."""
        goal = int(self.progress[line_search.GOAL])
        # A join may cost the search less than a move, but never less than half of one.
        most = 2 * (int(self.pool.nodes[goal]["cost"]) // line_search.MOVE_COST + went_home) + 64
        plan, made = np.zeros((2, most), line_moves.MOVE)
        desk = line_moves.Desk(self.tables, plan, made)
        count = line_moves.write_line(self.game, desk, self.pool.nodes, goal)
        if count == line_board.NOTHING:
            raise AssertionError(f"The search has steps that do not win:\n{self.position}")
        ids = [pile.id for pile in self.position.rules.piles[: -self.game.suits]] + ["h"]
        return tuple(
            _move(ids[source], ids[destination], size)
            for _, _, source, destination, size in made[:count].tolist()
        )
