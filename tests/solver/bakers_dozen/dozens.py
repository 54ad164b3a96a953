"""Games and searches for the tests of Baker's Dozen, and its rules for whole classes, plainly."""

from random import Random
from typing import NamedTuple

from games.rules import Building, Move, Position, down_any_suit, ordered_deck
from solver_worker.solver.bakers_dozen.encode import board_of
from solver_worker.solver.bakers_dozen.kernels.best_first import (
    EXHAUSTED,
    FOUND,
    go_on,
    start,
)
from solver_worker.solver.bakers_dozen.kernels.known import Search
from solver_worker.solver.bakers_dozen.kernels.orders import ALL, EVERYWHERE, NOWHERE, Order
from solver_worker.solver.bakers_dozen.kernels.space import IS_CUT, new_space
from solver_worker.solver.bakers_dozen.lines import plan_of
from solver_worker.solver.bakers_dozen.shorten import moves_of
from solver_worker.solver.bakers_dozen.way import way_of
from tests.solver.naive import without_names

COMPLETE = Order(4, 2, 2, 1, 3, variants=ALL, reach=EVERYWHERE, joins=0, nodes=1 << 31)
FORGETTING = COMPLETE._replace(reach=NOWHERE)
JOINING = [COMPLETE._replace(reach=reach, joins=1) for reach in (0, 1, 2, EVERYWHERE)]
ENDLESS = 1 << 40


def tiny(choose: Random, most: int = 20) -> Position:
    """A deal of a small deck: 2 to 4 suits, 3 to 8 ranks, on 2 to 13 columns."""
    while True:
        suits, ranks = choose.randint(2, 4), choose.randint(3, 8)
        cards = suits * ranks
        columns = choose.randint(2, 13)
        if cards <= most and cards // 7 < columns <= max(3, cards // 2):
            break
    rules = Building(
        f"tiny-{suits}-{ranks}-{columns}",
        columns=columns,
        cells=0,
        fits=down_any_suit,
        empty_columns="none",
        runs="never",
        kings=choose.choice(["slide", "slide", "slide", "as_dealt"]),
        first_aces=choose.choice([0, 0, 0, min(2, suits)]),
        ranks=ranks,
        suits=suits,
    )
    deck = list(ordered_deck(ranks, suits))
    choose.shuffle(deck)
    return rules.lay_out(tuple(deck))


def can_be_won(start: Position, most: int) -> bool | None:
    """Whether legal moves lead to a win; None where more positions are looked at than that."""
    waiting = [without_names(start)]
    seen = set(waiting)
    while waiting:
        position = waiting.pop()
        if position.is_won:
            return True
        if len(seen) > most:
            return None
        for move in position.legal_moves:
            after = without_names(position.play(move))
            if after not in seen:
                seen.add(after)
                waiting.append(after)
    return False


class Answer(NamedTuple):
    """Whether a pass has won, has been through everything, or neither; and how it stands."""

    is_won: bool
    is_lost: bool
    search: Search


def searched(position: Position, order: Order, until: int = ENDLESS) -> Answer:
    """One pass alone."""
    board, home = board_of(position)
    search = Search(board, new_space(200), order)
    start(search, home)
    end = go_on(search, until)
    return Answer(end == FOUND, end == EXHAUSTED and not search.space.counts[IS_CUT], search)


def unshortened_line(position: Position, search: Search) -> tuple[Move, ...]:
    """The line of a pass that has won, with all its hops."""
    columns = position.piles[: position.rules.first_foundation]
    return moves_of(position, plan_of(columns, way_of(search, columns)))


def replayed(position: Position, line: tuple[Move, ...]) -> Position:
    """The position after a line of legal moves."""
    for move in line:
        assert move in position.legal_moves, f"{move} in\n{position}"
        position = position.play(move)
    return position
