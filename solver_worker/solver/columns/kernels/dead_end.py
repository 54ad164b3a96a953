"""Positions that cannot be won whatever is played, told without a search."""

from typing import Any

from solver_worker.solver.columns.kernels.board import CLUBS, SUITS, Game, bit_of, last_of, word
from solver_worker.solver.compiling import lean_inner_kernel, lean_part, unsigned


@lean_part
def following(game: Game, cards: int) -> int:
    """The cards that may lie on one of these on a foundation, and the aces."""
    if not game.alternates:
        return ((cards << SUITS) | 15) & game.deck
    # Clubs and spades are the outer two of a rank's four bits, diamonds and hearts the inner two;
    # any of a colour can carry both of the other one.
    black = (cards | (cards >> 3)) & CLUBS
    red = ((cards >> 1) | (cards >> 2)) & CLUBS
    return (((black * 6) | (red * 9)) << SUITS | 15) & game.deck


@lean_inner_kernel
def is_dead(game: Game, desk: Any) -> bool:
    """Whether the position on the first table is lost even if nothing is ever used up.

    The last card that is `left` in a column may go onto any card of the next rank that has been
    exposed anywhere at any time, to a foundation that has reached the rank below at any time, or
    into a column that has been emptied at any time; then the card beneath it is exposed, too. By
    induction over a line of the rules, whatever the line exposes, sends home or empties is
    exposed, home or empty here. So a card that does not get home here never does.

    Where runs move as one, a card may go with all that lies on it. Then these count as exposed,
    which is more than they may be.
    """
    table, left = desk.before, desk.left
    exposed, home, has_space = word(0), table.gone, False
    for column in range(game.columns):
        height = table.heights[unsigned(column)]
        left[unsigned(column)] = height
        has_space |= height == 0
        if height:
            exposed |= bit_of(last_of(table, column))
    changes = True
    while changes:
        before, had_space = exposed, has_space
        able = exposed & following(game, home)
        while able & ~home:
            home |= able
            able = exposed & following(game, home)
        for column in range(game.columns):
            if left[unsigned(column)]:
                exposed = _move_all(game, desk, column, exposed, home, has_space)
                has_space |= left[unsigned(column)] == 0
        changes = exposed != before or has_space != had_space
    is_lost: bool = home != game.deck
    return is_lost


@lean_part
def _move_all(game: Game, desk: Any, column: int, exposed: int, home: int, has_space: bool) -> int:
    """Move all that can move from the end of a column; the set of cards that are exposed then."""
    cards = desk.before.cards[unsigned(column)]
    height = desk.left[unsigned(column)]
    while height:
        if bit_of(cards[unsigned(height - 1)]) & home:
            count = word(1)
        else:
            count = _run_that_moves(game, cards, height, exposed, has_space)
        if not count:
            break
        for _ in range(count):
            height -= 1
            exposed |= bit_of(cards[unsigned(height)])
        if height:
            exposed |= bit_of(cards[unsigned(height - 1)])
    desk.left[unsigned(column)] = height
    return exposed


@lean_part
def _run_that_moves(game: Game, cards: Any, height: int, exposed: int, has_space: bool) -> int:
    """How many cards at this height, the fewest, can go onto a card or into a space; 0 if none."""
    count = word(0)
    while True:
        count += 1
        card = cards[unsigned(height - count)]
        carriers = word(15) << ((card >> 2) * SUITS + SUITS)
        if exposed & carriers or (has_space and bit_of(card) & game.fillers):
            return count
        if not game.has_runs or count == height:
            return word(0)
        if cards[unsigned(height - count - 1)] >> 2 != (card >> 2) + 1:
            return word(0)
