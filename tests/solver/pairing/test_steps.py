"""The kernels' steps are the rules' moves, and no state is taken for another."""

from random import Random
from typing import Any

import numpy as np
import pytest

from games.rules import Card, Move, Pairing, Position
from solver_worker.solver.compiling import kernel
from solver_worker.solver.pairing.encode import board_of, cards_of
from solver_worker.solver.pairing.kernels.board import Records, State, prepare
from solver_worker.solver.pairing.kernels.branching import push, push_steps
from solver_worker.solver.pairing.kernels.outlook import is_hopeless
from solver_worker.solver.pairing.kernels.pairs import fill_matrices, look
from solver_worker.solver.pairing.kernels.places import bases_of, set_out
from solver_worker.solver.pairing.kernels.steps import (
    BASES,
    DESK,
    LAY,
    MOVE,
    PAIR,
    PRESENT,
    READY,
    ROW,
    SEATS,
    STEP,
    last_king,
    settle,
)
from solver_worker.solver.pairing.plans import step_from
from tests.solver.boards import wandered
from tests.solver.pairing.games import BARONESSES, Naive, dealt, thrown, tiny

Row = tuple[int, int, int, int, int]


@kernel
def first_steps(boards: Records, desks: Records) -> tuple[int, int]:
    """Push what a position leads to; the height of the stack, and a king that can go or -1.

    The height is -1 where cards have no partners left, so that it is not looked at any further.
    """
    board, desk = boards[0], desks[0]
    state = prepare(board)
    set_out(board, desk.tableau, state)
    king = last_king(board, desk.tableau)
    look(board, desk.tableau, 0, desk.sight)
    if not fill_matrices(board, state, desk.sight):
        return -1, king
    bases = bases_of(board, desk.tableau, 0)
    state = State(state.present, state.seats, 0, bases)
    return push_steps(board, desk, 0, state, 0), king


@kernel
def settled_steps(boards: Records, desks: Records, state: State) -> tuple[int, State, bool]:
    """Settle a state and push what it leads to; the stack's height, the state, if it is hopeless.

    The height is -1 where it is dead or has still to be told something.
    """
    board, desk = boards[0], desks[0]
    push(desk, 0, state, 0, 0)
    set_out(board, desk.tableau, state)
    state, _, end = settle(board, desk, state, 0)
    if end != READY:
        return -1, state, False
    bases = bases_of(board, desk.tableau, state.row)
    state = State(state.present, state.seats, state.row, bases)
    hopeless = is_hopeless(board, desk.tableau, state, desk.outlook)
    return push_steps(board, desk, 0, state, 1), state, hopeless


def rows(desks: Records, height: int) -> list[Row]:
    columns = (PRESENT, SEATS, ROW, BASES, STEP)
    stack: Any = desks[0]["stack"]
    return [tuple(stack[at, column].item() for column in columns) for at in range(height)]


def legal_steps(position: Position) -> set[tuple[object, ...]]:
    """The legal moves as the kernel has them: cards for piles, any space for each."""
    rules = position.rules
    assert isinstance(rules, Pairing)
    steps: set[tuple[object, ...]] = set()
    for move in position.legal_moves:
        if str(move) == "n":
            steps.add(("lay",))
        elif move.destination.startswith(">"):
            pile = position.pile(move.source)
            # A single card and a grace pile's gain nothing by a move to a space.
            if len(pile) > 1 and rules.index[move.source] < rules.pile_count:
                steps.add(("space", pile[-1]))
        elif move.destination:
            steps.add(("pair", frozenset(cards_of_pair(position, move))))
    return steps


def cards_of_pair(position: Position, move: Move) -> list[Card]:
    if move.source == move.destination:
        return list(position.pile(move.source)[-2:])
    return [position.pile(move.source)[-1], position.pile(move.destination)[-1]]


def kernel_steps(position: Position) -> tuple[set[tuple[object, ...]], bool] | None:
    """The steps that are pushed for a position, and whether a king can go; None if it is dead."""
    boards, desks, cards = board_of(position), np.zeros(1, DESK), cards_of(position)
    height, king = first_steps(boards, desks)
    if height < 0:
        return None
    steps: set[tuple[object, ...]] = set()
    for *_, number in rows(desks, height):
        step = step_from(number)
        if step.kind == LAY:
            steps.add(("lay",))
        elif step.kind == MOVE:
            steps.add(("space", cards[step.card]))
        else:
            assert step.kind == PAIR
            steps.add(("pair", frozenset((cards[step.card], cards[step.other]))))
    assert len(steps) == height
    return steps, king >= 0


@pytest.mark.parametrize("rules", BARONESSES, ids=lambda rules: rules.id)
def test_steps_are_legal_moves(rules: Pairing) -> None:
    choose = Random(rules.id)
    checked = 0
    for moves in (0, 1, 3, 5, 8, 12, 20, 30, 40, 45):
        checked += check_steps(wandered(dealt(rules, choose), moves, choose))
        checked += check_steps(thrown(rules, 0, choose))
    assert checked > 3


def check_steps(position: Position) -> bool:
    """The kernel tries all that the rules allow but for kings, which it does not leave lying.

    False where it sees that the position is lost and looks no further.
    """
    found = kernel_steps(position)
    if found is None:
        return False
    steps, has_king = found
    kings = [move for move in position.legal_moves if move.source != "n" and not move.destination]
    assert has_king == bool(kings)
    expected = legal_steps(position)
    if kings and position.rules.forced_discards:
        steps.discard(("lay",))
    assert steps == expected, f"\n{position}"
    return True


@pytest.mark.parametrize("spaces", [False, True])
@pytest.mark.parametrize("beneath", [False, True])
def test_what_is_hopeless_or_dead_cannot_be_won(spaces: bool, beneath: bool) -> None:
    """State by state as the search meets them, on tables that show where everything stands."""
    choose = Random(f"{spaces} {beneath}")
    met = {True: 0, False: 0}
    for _ in range(400):
        switches = (False, spaces, beneath, choose.random() < 0.5, "extra_piles")
        rules = tiny(switches, choose.choice([2, 3, 4]), *choose.choice([(5, 2), (5, 3), (3, 4)]))
        position = wandered(dealt(rules, choose), choose.choice([0, 1, 2, 3]), choose)
        boards, desks = board_of(position), np.zeros(1, DESK)
        first_steps(boards, desks)
        board: Any = boards[0]
        present = (1 << int(board["laid"][board["last"]])) - 1
        start = State(present, int(board["seats"][: len(cards_of(position))].sum()), 0, 0)
        height, state, hopeless = settled_steps(boards, desks, start)
        lost = not Naive().can_be_won(position)
        if state.present:
            met[hopeless or height < 0] += 1
            assert lost or not (hopeless or height < 0), f"\n{position}"
    assert met[False] > 20
    assert met[True] > 20 or beneath
