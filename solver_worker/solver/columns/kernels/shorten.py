"""Lines of steps, tried without some of them.

A step says which card moves, with all that lies on it, and onto which card, to a foundation or
into an empty column. It names no columns, so steps can still be taken when an earlier one has
been left out.
"""

from typing import Any

from solver_worker.solver.columns.kernels.board import (
    NOTHING,
    Game,
    foundation_of,
    last_of,
    word,
)
from solver_worker.solver.columns.kernels.steps import copy_cards, put_home, put_on, take_back
from solver_worker.solver.compiling import lean_inner_kernel, lean_kernel, lean_part, unsigned

TO_FOUNDATION, TO_SPACE = -1, -2  # where else than onto a card
CARD, ONTO = range(2)


@lean_part
def _run_with(game: Game, table: Any, column: int, card: int) -> int:
    """How many cards move if this one does; 0 if it is not in the column or may not move."""
    height = table.heights[unsigned(column)]
    for count in range(1, height + 1):
        each = table.cards[unsigned(column), unsigned(height - count)]
        if count > 1:
            above = table.cards[unsigned(column), unsigned(height - count + 1)]
            if not game.has_runs or each >> 2 != (above >> 2) + 1:
                return word(0)
        if each == card:
            return word(count)
    return word(0)


@lean_part
def _column_with(game: Game, table: Any, onto: int) -> int:
    """The column that ends with this card, or the first empty one; NOTHING if there is none."""
    for column in range(game.columns):
        last = word(TO_SPACE)
        if table.heights[unsigned(column)]:
            last = last_of(table, column)
        if last == onto:
            return word(column)
    return word(NOTHING)


@lean_inner_kernel
def _take(game: Game, table: Any, card: int, onto: int) -> bool:
    """Take a step; False, and nothing changes, if the rules do not allow it or it does nothing."""
    source, count = word(NOTHING), word(0)
    for column in range(game.columns):
        found = _run_with(game, table, column, card)
        if found:
            source, count = word(column), found
    if source == NOTHING:
        return False
    if onto == TO_FOUNDATION:
        suit = foundation_of(game, table, card)
        if suit == NOTHING or count > 1:
            return False
        put_home(table, source, suit)
        return True
    to = _column_with(game, table, onto)
    if to == NOTHING or (onto == TO_SPACE and count == table.heights[unsigned(source)]):
        return False
    put_on(table, source, count, to)
    return True


@lean_inner_kernel
def _try_without(game: Game, desk: Any, plan: Any, tried: Any, size: int, without: int) -> int:
    """Take all steps but one, and write to `tried` which were taken; how many won, or NOTHING.

    What is not possible is passed over, but a card that cannot go home yet goes when it can.
    """
    table = desk.after
    copy_cards(game, desk)
    take_back(desk)
    count, waiting = word(0), word(0)
    for at in range(size):
        if at == without:
            continue
        card, onto = plan[at, CARD], plan[at, ONTO]
        if not _take(game, table, card, onto):
            if onto == TO_FOUNDATION:
                waiting |= word(1) << card
            continue
        tried[count, CARD], tried[count, ONTO] = card, onto
        count += 1
        changes = waiting != 0
        while changes:
            changes = False
            for column in range(game.columns):
                if table.heights[unsigned(column)]:
                    last = last_of(table, column)
                    if (waiting >> last) & 1 and _take(game, table, last, word(TO_FOUNDATION)):
                        waiting ^= word(1) << last
                        tried[count, CARD], tried[count, ONTO] = last, TO_FOUNDATION
                        count += 1
                        changes = True
    return word(NOTHING) if waiting else count


@lean_kernel
def shorten(game: Game, desks: Any, plan: Any, tried: Any, size: int) -> int:
    """Leave out all steps that a line wins without; how many are left.

    The line starts from the first table of `desks`, DESK[1]. `plan` and `tried`, int64[size, 2]:
    its steps, a card and where it goes, and room for as many. One is left out at a time, from the
    last to the first, and again as long as the line gets shorter.
    """
    before = size + 1
    while size < before:
        before = size
        at = size - 1
        while at >= 0:
            if plan[at, ONTO] != TO_FOUNDATION:
                count = _try_without(game, desks[0], plan, tried, size, at)
                if count != NOTHING and count < size:
                    for each in range(count):
                        plan[each, CARD], plan[each, ONTO] = tried[each, CARD], tried[each, ONTO]
                    size = count
            at = min(at, size) - 1
    return size
