"""How far from a win a position looks."""

from typing import Any, NamedTuple

from solver_worker.solver.columns.kernels.board import CLUBS, Game, bit_of, word
from solver_worker.solver.columns.kernels.dead_end import following
from solver_worker.solver.compiling import lean_inner_kernel, lean_part, popcount, unsigned


class Weights(NamedTuple):
    """What an estimate adds up, and what a move costs beside it.

    For each card that is not home; for each that lies somewhere above a card of lower rank, and
    again for each above a lower card of its own suit; for each card on one that could go home
    next, and on one that could after those; for each rank of which there are cards that could be
    built on and none that is free.
    """

    move: int
    left: int
    blocking: int
    buried: int
    on_next: int
    on_second: int
    closed: int


@lean_inner_kernel
def estimate(game: Game, weights: Weights, table: Any) -> int:
    """How far a position seems to be from a win: above 0, and 0 where it is won."""
    if table.gone == game.deck:
        return word(0)
    upcoming = following(game, table.gone) & ~table.gone
    second = following(game, upcoming) & ~table.gone & ~upcoming
    blocking, buried, on_next, on_second = word(0), word(0), word(0), word(0)
    carriers, ends = word(0), word(0)
    for column in range(game.columns):
        height = table.heights[unsigned(column)]
        lowest, below, run, rank, bit = word(99), word(0), word(0), word(-1), word(0)
        for at in range(height):
            card = table.cards[unsigned(column), unsigned(at)]
            bit = bit_of(card)
            run = run | bit if rank == (card >> 2) + 1 else bit
            rank = card >> 2
            blocking += rank > lowest
            lowest = min(lowest, rank)
            buried += below & (CLUBS << (card & 3)) & (bit - 1) != 0
            below |= bit
            if bit & upcoming:
                on_next += height - 1 - at
            elif bit & second:
                on_second += height - 1 - at
        carriers |= run
        ends |= bit
    closed = popcount(_ranks(carriers) & ~_ranks(ends))
    total = (
        weights.left * popcount(game.deck & ~table.gone)
        + weights.blocking * blocking
        + weights.buried * buried
        + weights.on_next * on_next
        + weights.on_second * on_second
        + weights.closed * closed
    )
    return max(total, 1)


@lean_part
def _ranks(cards: int) -> int:
    """The clubs of all ranks that any of these cards has."""
    return (cards | (cards >> 1) | (cards >> 2) | (cards >> 3)) & CLUBS
