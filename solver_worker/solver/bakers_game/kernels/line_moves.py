"""From the steps that a search took to moves of the rules, and from these to fewer moves.

A plan is a list of moves as cards mean them: the first card that moves and its kind. Piles follow
from where the cards are, and moves home from the plan's other moves, as all are made at once.
So a plan is still one when a move is left out: what cannot be done any more, or is done already,
is passed over, and what counts is whether it wins.
"""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from solver_worker.solver.bakers_game.bits import LANE, RANKS
from solver_worker.solver.bakers_game.kernels.line_board import NOTHING
from solver_worker.solver.bakers_game.kernels.line_steps import FILL, HOLD, HOME, JOIN, word
from solver_worker.solver.compiling import inner_kernel, kernel, part

MOVE = np.dtype(
    [(name, np.int64) for name in ("card", "kind", "source", "destination", "count")], align=True
)


class Desk(NamedTuple):
    """Where plans are tried.

    `tables`, TABLE[2]: the position that all plans start from, and that after the moves so far.
    `plan` and `made`, MOVE[the same size]: the shortest plan so far, and the moves that were made
    of what was tried last, moves home included.
    """

    tables: NDArray[np.void]
    plan: NDArray[np.void]
    made: NDArray[np.void]


@part
def run_from(game: Any, table: Any, card: int) -> int:
    """How many cards are to be moved to move a card that is not home; 0 if it is no run's first."""
    column = table.places[card]
    if column >= game.columns:
        return 1
    last = table.heights[column] - 1
    size = 1
    while table.cards[column, last] != card:
        if last == 0 or table.cards[column, last] != table.cards[column, last - 1] + 1:
            return 0
        last -= 1
        size += 1
    return size


@part
def first_free(game: Any, table: Any) -> Any:
    """The first empty column and cell, NOTHING where there is none, and how many of each."""
    column, spaces = NOTHING, 0
    for at in range(game.columns - 1, -1, -1):
        if table.heights[at] == 0:
            column = at
            spaces += 1
    cell, free = NOTHING, 0
    for at in range(game.cells - 1, -1, -1):
        if table.cells[at] == NOTHING:
            cell = at
            free += 1
    return column, spaces, cell, free


@part
def destination_of(game: Any, table: Any, card: int, kind: int, size: int) -> int:
    """The pile to which a run of this size, with this first card, can go; NOTHING for none."""
    space, spaces, cell, free = first_free(game, table)
    source = table.places[card]
    doublings = spaces * game.has_room
    if kind == HOLD:
        can_hold = source < game.columns and size == 1 and free > 0
        return game.columns + cell if can_hold else NOTHING
    if kind == FILL:
        is_base = source < game.columns and table.heights[source] == size
        longest = (free + 1) << max(doublings - 1, 0)
        can_fill = spaces > 0 and not is_base and size <= longest and (1 << card) & game.fillers
        return space if can_fill else NOTHING
    if not ((1 << card) >> 1) & game.deck:
        return NOTHING
    onto = table.places[card - 1]
    if onto >= game.columns or onto == source or size > (free + 1) << doublings:
        return NOTHING
    return onto if table.cards[onto, table.heights[onto] - 1] == card - 1 else NOTHING


@part
def lift(game: Any, table: Any, source: int, size: int) -> None:
    """Take cards off a pile; those of a column stay readable beyond its height."""
    if source < game.columns:
        table.heights[source] -= size
    else:
        table.cells[source - game.columns] = NOTHING


@part
def make(game: Any, desk: Any, count: int, card: int, kind: int) -> int:
    """Make a move if it can be made and note it; how many moves have been made then."""
    table = desk.tables[1]
    source = table.places[card]
    size = run_from(game, table, card) if source < game.columns + game.cells else 0
    destination = destination_of(game, table, card, kind, size) if size else NOTHING
    if destination == NOTHING:
        return count
    move = desk.made[count]
    move.card, move.kind, move.source, move.destination = card, kind, source, destination
    move.count = size if kind == FILL else 1
    lift(game, table, source, size)
    for follower in range(card, card + size):
        table.places[follower] = destination
        if destination >= game.columns:
            table.cells[destination - game.columns] = follower
        else:
            table.cards[destination, table.heights[destination]] = follower
            table.heights[destination] += 1
    return count + 1


@part
def make_moves_home(game: Any, desk: Any, count: int) -> int:
    """Make all moves home there are, one after another; how many moves have been made then."""
    table = desk.tables[1]
    before = NOTHING
    while before != count:
        before = count
        for suit in range(game.suits):
            while table.home[suit] < game.ranks:
                card = suit * LANE + RANKS - table.home[suit]
                source = table.places[card]
                is_in_cell = source >= game.columns
                if not is_in_cell and table.cards[source, table.heights[source] - 1] != card:
                    break
                move = desk.made[count]
                move.card, move.kind, move.source = card, HOME, source
                move.destination, move.count = game.columns + game.cells, 1
                lift(game, table, source, word(1))
                table.places[card] = game.columns + game.cells
                table.home[suit] += 1
                count += 1
    return count


@part
def next_join(game: Any, table: Any) -> int:
    """A card in a cell that can go onto its successor, NOTHING if there is none."""
    for cell in range(game.cells):
        card = table.cells[cell]
        if card != NOTHING and ((1 << card) >> 1) & game.deck:
            onto = table.places[card - 1]
            if onto < game.columns and table.cards[onto, table.heights[onto] - 1] == card - 1:
                return word(card)
    return NOTHING


@inner_kernel
def play(game: Any, desk: Any, size: int, without: int, are_steps: int) -> int:
    """Make the moves of the plan but for one of them; how many moves won, NOTHING if none.

    Where the plan has the steps of a search, all its moves must be possible, runs go to cells
    card by card, and cards in cells join their successors at once.
    """
    desk.tables[1] = desk.tables[0]
    table = desk.tables[1]
    count, at = make_moves_home(game, desk, word(0)), 0
    is_run_waiting = False
    while True:
        card, kind = word(NOTHING), word(JOIN)
        if are_steps and not is_run_waiting:
            card = next_join(game, table)
        if card == NOTHING:
            while at < size and (at == without or desk.plan[at].kind == HOME):
                at += 1
            if at == size:
                break
            card, kind = desk.plan[at].card, desk.plan[at].kind
            last = card
            if are_steps and kind == HOLD:
                column = table.places[card]
                last = table.cards[column, table.heights[column] - 1]
            is_run_waiting = last != card
            at += last == card
            card = last
        before = count
        count = make(game, desk, count, card, kind)
        if are_steps and count == before:
            return NOTHING
        count = make_moves_home(game, desk, count)
    for suit in range(game.suits):
        if table.home[suit] < game.ranks:
            return NOTHING
    return count


@part
def read_steps(desk: Any, nodes: Any, goal: int) -> int:
    """Let the steps from node 0 to the goal be the plan; how many they are."""
    size, number = 0, goal
    while number != 0:
        number = word(nodes[number].parent)
        size += 1
    number = goal
    for at in range(size - 1, -1, -1):
        node = nodes[number]
        desk.plan[at].card, desk.plan[at].kind = node.card, node.kind
        number = word(node.parent)
    return size


@part
def keep(desk: Any, size: int) -> None:
    """Let the moves that were made be the plan."""
    for at in range(size):
        plan, made = desk.plan[at], desk.made[at]
        plan.card, plan.kind = made.card, made.kind


@kernel
def write_line(game: Any, desk: Any, nodes: Any, goal: int) -> int:
    """Write the moves to the goal to `made`, without those that it does not need; how many.

    NOTHING if the steps do not win, which they always do.

    Moves are left out one at a time, from the last to the first, over and over, as long as the
    rest wins with fewer moves. Most of them are from a cell onto a card, since the search makes
    all such moves at once and some cells are never needed again.
    """
    size = play(game, desk, read_steps(desk, nodes, goal), word(NOTHING), word(1))
    if size == NOTHING:
        return NOTHING
    keep(desk, size)
    is_shorter = True
    while is_shorter:
        is_shorter = False
        at = size - 1
        while at >= 0:
            if desk.plan[at].kind != HOME:
                count = play(game, desk, size, at, word(0))
                if count != NOTHING and count < size:
                    size = count
                    keep(desk, size)
                    is_shorter = True
            at = min(at, size) - 1
    return play(game, desk, size, word(NOTHING), word(0))
