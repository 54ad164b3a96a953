"""The search over positions: best first, or in layers of which only the best positions go on."""

from typing import Any, NamedTuple

from solver_worker.solver.columns.kernels.board import (
    HOME,
    MOST_STEPS,
    NOTHING,
    WORDS,
    Game,
    lay_out,
    word,
    write_key,
)
from solver_worker.solver.columns.kernels.dead_end import is_dead
from solver_worker.solver.columns.kernels.pool import (
    BUCKETS,
    EXPANDED,
    GOAL,
    LATER,
    STORED,
    TAKEN,
    Pool,
    clear,
    find_node,
    pop,
    push,
    turn_to_next_layer,
)
from solver_worker.solver.columns.kernels.steps import (
    copy_cards,
    list_steps,
    send_home,
    take_back,
    take_step,
)
from solver_worker.solver.columns.kernels.worth import Weights, estimate
from solver_worker.solver.compiling import lean_kernel, lean_part, unsigned

FOUND, EXHAUSTED, POOL_FULL, PAUSED = range(4)


class Plan(NamedTuple):
    """How to search: by which weights, and how many positions of each layer go on.

    A layer has all positions after equally many moves, those home not counted. With a width of 0
    there are no layers, and the search is best first.
    """

    weights: Weights
    width: int


@lean_kernel
def start(game: Game, plan: Plan, pool: Pool, desks: Any) -> None:
    """Begin with the position on the first table, which has cards, heights and `home`.

    `desks`, DESK[1].
    """
    desk = desks[0]
    clear(pool)
    write_key(game, desk)
    send_home(game, desk.before)
    number = find_node(pool, desk.before.key, word(0))
    node = pool.nodes[unsigned(number)]
    node.parent, node.moves, node.card, node.code = NOTHING, 0, NOTHING, HOME
    node.is_expanded = 0
    push(pool, number, estimate(game, plan.weights, desk.before), word(0))
    if desk.before.gone == game.deck:
        pool.progress[GOAL] = number


@lean_kernel
def search(game: Game, plan: Plan, pool: Pool, desks: Any, until: int) -> int:
    """Go on until a win is found, nothing is left, the pool is full or `until` are expanded."""
    progress = pool.progress
    while progress[GOAL] == NOTHING:
        if progress[EXPANDED] >= until:
            return PAUSED
        if progress[STORED] + MOST_STEPS > pool.nodes.size:
            return POOL_FULL
        has_later = progress[LATER] < BUCKETS
        is_full = has_later and progress[TAKEN] >= plan.width
        number = word(NOTHING) if is_full else pop(pool)
        if number != NOTHING:
            progress[EXPANDED] += 1
            progress[TAKEN] += _expand(game, plan, pool, desks[0], number)
        elif has_later:
            turn_to_next_layer(pool)
        else:
            return EXHAUSTED
    return FOUND


@lean_part
def _expand(game: Game, plan: Plan, pool: Pool, desk: Any, number: int) -> bool:
    """Store all positions that are one step away from a node; False if it is dead."""
    before, after = desk.before, desk.after
    parent = pool.nodes[unsigned(number)]
    parent.is_expanded = 1
    for at in range(WORDS):
        before.key[unsigned(at)] = parent.key[unsigned(at)]
    lay_out(game, desk)
    if is_dead(game, desk):
        return False
    copy_cards(game, desk)
    last_layer = word(parent.moves) if plan.width else word(0)
    for step in range(list_steps(game, desk)):
        take_back(desk)
        code = take_step(game, desk, step)
        found = find_node(pool, after.key, last_layer)
        if found == NOTHING:
            continue
        column, count = desk.steps[step, 0], desk.steps[step, 1]
        is_move = code != HOME
        node = pool.nodes[unsigned(found)]
        node.parent, node.moves, node.is_expanded = number, parent.moves + is_move, 0
        node.card, node.code = before.cards[column, before.heights[column] - count], code
        total = estimate(game, plan.weights, after) + plan.weights.move * word(node.moves)
        push(pool, found, total, word(is_move and plan.width > 0))
        if after.gone == game.deck:
            pool.progress[GOAL] = found
    return True
