"""From the path of a search to a short line of moves."""

from collections.abc import Iterable, Iterator
from functools import cache
from typing import NamedTuple

import numpy as np

from games.rules import Building, Move, Position
from solver_worker.solver.columns.encode import desk_of, game_of
from solver_worker.solver.columns.kernels.board import (
    AT_BASE,
    HOME,
    NOTHING,
    ON_CLUBS,
    SUITS,
)
from solver_worker.solver.columns.kernels.shorten import TO_FOUNDATION, TO_SPACE, shorten

# For each node, the start first: which card moved to get there, what it lies on as a code of the
# key, and the cards that are home.
Path = list[tuple[int, int, set[int]]]

_move = cache(Move)


class Step(NamedTuple):
    """A card that moves with all that lies on it, and a card, a foundation or an empty column.

    It names no columns; so steps can still be taken when an earlier one has been left out.
    """

    card: int
    onto: int


class Board:
    """The columns and the heights of the foundations of a position, where steps are taken."""

    def __init__(self, position: Position) -> None:
        assert isinstance(position.rules, Building)
        self.rules = position.rules
        self.columns: list[list[int]] = [
            list(pile) for pile in position.piles[: self.rules.columns]
        ]
        self.home = [len(pile) for pile in position.piles[self.rules.columns :]]

    def copy(self) -> "Board":
        """The same position, to be played on."""
        board = Board.__new__(Board)
        board.rules, board.home = self.rules, self.home.copy()
        board.columns = [column.copy() for column in self.columns]
        return board

    def take(self, step: Step) -> Move | None:
        """Take a step and say which move it is; None, and nothing changes, if it is not legal."""
        at = next((at for at, column in enumerate(self.columns) if step.card in column), None)
        if at is None:
            return None
        cards = self.columns[at][self.columns[at].index(step.card) :]
        if step.onto == TO_FOUNDATION:
            return self._take_home(at, step.card) if len(cards) == 1 else None
        to = self._column_with(step.onto)
        if to in (None, at) or not self._is_movable(cards):
            return None
        is_filling = not self.columns[to]
        if is_filling and len(cards) == len(self.columns[at]):
            return None
        del self.columns[at][-len(cards) :]
        self.columns[to] += cards
        return self._written(at, to, len(cards) if is_filling else 1)

    def _is_movable(self, cards: list[int]) -> bool:
        first = cards[0] >> 2
        is_built = all(card >> 2 == first - at for at, card in enumerate(cards))
        return len(cards) == 1 or (self.rules.runs == "always" and is_built)

    def _column_with(self, last: int) -> int | None:
        for at, column in enumerate(self.columns):
            if last == (column[-1] if column else TO_SPACE):
                return at
        return None

    def _take_home(self, at: int, card: int) -> Move | None:
        for to in self.rules.homes[card]:
            foundation = to - self.rules.columns
            if self.home[foundation] == card >> 2:
                self.home[foundation] += 1
                self.columns[at].pop()
                has_choice = self.rules.foundations != "suit" and card >= SUITS
                return self._written(at, to) if has_choice else _move(self.rules.piles[at].id, "h")
        return None

    def _written(self, at: int, to: int, count: int = 1) -> Move:
        return _move(self.rules.piles[at].id, self.rules.piles[to].id, count)


def steps_along(position: Position, path: Path) -> list[Step]:
    """All steps of a path, also those home that the search makes by itself."""
    board = Board(position)
    steps: list[Step] = []
    for card, code, gone in path:
        if card != NOTHING:
            steps.append(Step(card, _target(card, code)))
            if not board.take(steps[-1]):
                raise AssertionError(f"The search has an illegal step, {steps[-1]}:\n{position}")
        steps += _steps_home(board, gone)
    return steps


def _target(card: int, code: int) -> int:
    if code == HOME:
        return TO_FOUNDATION
    return TO_SPACE if code == AT_BASE else (card // SUITS + 1) * SUITS + code - ON_CLUBS


def _steps_home(board: Board, gone: set[int]) -> Iterator[Step]:
    """Take the steps home after which these cards are there, in an order that is possible.

    It is found without looking ahead: the search sends a card by itself only when its foundations
    have every lower card, so it covers none of those that must go before it.
    """
    is_done = False
    while not is_done:
        is_done = True
        for column in board.columns:
            while column and column[-1] in gone:
                step = Step(column[-1], TO_FOUNDATION)
                if not board.take(step):
                    break
                is_done = False
                yield step


def shortened(position: Position, steps: list[Step]) -> list[Step]:
    """The steps without those that they win without."""
    game = game_of(position.rules)
    plan = np.array(steps, np.int64).reshape(-1, 2)
    size = shorten(game, desk_of(position, game), plan, np.zeros_like(plan), len(steps))
    return [Step(card, onto) for card, onto in plan[:size].tolist()]


def moves_of(position: Position, steps: Iterable[Step]) -> tuple[Move, ...]:
    """The moves that take these steps."""
    board = Board(position)
    moves = [board.take(step) for step in steps]
    if not all(moves):
        raise AssertionError(f"The steps are not all legal:\n{position}")
    return tuple(move for move in moves if move)
