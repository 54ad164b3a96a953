"""Whatever one step of the verdict search leads to, legal moves lead to, too."""

from random import Random
from typing import Any, NamedTuple

import numpy as np
import pytest

from games.rules import Position
from solver_worker.solver.bakers_game.encode import stems_of
from solver_worker.solver.bakers_game.kernels.board import State, new_board, prepare
from solver_worker.solver.bakers_game.kernels.children import CHILD, MOST_CHILDREN
from solver_worker.solver.bakers_game.kernels.events import put_events
from solver_worker.solver.bakers_game.kernels.settle import facts_of, go_home, release_singles
from solver_worker.solver.compiling import kernel
from tests.solver.boards import played

MOST_POSITIONS = 30_000


class Look(NamedTuple):
    """A state without the names of its columns."""

    loose: int
    bases: int
    tops: int
    home: int


@kernel
def _settled(board: Any, home: int, cells: int) -> Any:
    return release_singles(go_home(board, prepare(board, home)), cells)


@kernel
def _steps(board: Any, home: int, cells: int, children: Any, found: Any) -> int:
    state = release_singles(go_home(board, prepare(board, home)), cells)
    count = put_events(board, state, facts_of(state, cells), children)
    for at in range(count):
        row = children[at]
        child = State(row.depths, row.loose, row.bases, row.tops, state.home)
        child = release_singles(go_home(board, child), cells)
        found[at, 0] = child.loose
        found[at, 1] = child.bases
        found[at, 2] = child.tops
        found[at, 3] = child.home
    return count


def look(position: Position) -> Look:
    encoded = stems_of(position)
    assert encoded is not None
    board = new_board()
    board.cards[:], home = encoded
    return Look(*_settled(board, home, position.rules.cells)[1:])


def steps(position: Position) -> set[Look]:
    encoded = stems_of(position)
    assert encoded is not None
    board = new_board()
    board.cards[:], home = encoded
    children = np.zeros(MOST_CHILDREN, CHILD)
    found = np.zeros((MOST_CHILDREN, 4), np.int64)
    count = _steps(board, home, position.rules.cells, children, found)
    return {Look(*row) for row in found[:count].tolist()}


def alike(position: Position) -> tuple[object, ...]:
    """The same for positions that differ in the names of columns and cells alone."""
    rules = position.rules
    end = rules.columns + rules.cells
    columns, cells = position.piles[: rules.columns], position.piles[rules.columns : end]
    return tuple(sorted(columns)), tuple(sorted(cells)), position.piles[end:]


def is_left_out(wanted: set[Look], position: Position) -> set[Look]:
    """The looks that no position has that legal moves lead to, breadth first."""
    wanted = wanted - {look(position)}
    seen = {alike(position)}
    waiting = [position]
    for current in waiting:
        if not wanted or len(seen) > MOST_POSITIONS:
            break
        for move in current.legal_moves:
            after = current.play(move)
            if alike(after) not in seen:
                seen.add(alike(after))
                wanted.discard(look(after))
                waiting.append(after)
    return wanted


@pytest.mark.parametrize("seed", range(15))
def test_legal_moves_lead_to_all_that_a_step_leads_to(seed: int) -> None:
    random = Random(seed)
    cells = random.choice([1, 2, 2, 3, 3])
    position = played(random, cells, random.randrange(10, 60))
    wanted = steps(position)
    assert not is_left_out(wanted, position), str(position)
