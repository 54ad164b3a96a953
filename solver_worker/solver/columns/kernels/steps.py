"""The steps of the search, and why no others are needed.

A step is one move of the player and the moves home that are safe after it. Every move of the
rules is a step but for these, and no win is lost by leaving them out:

- Where nothing may fill an empty column, its last cards stay where they are: compare any line
  that moves the run that is a column onto a card with the line that leaves it and moves its cards
  from there. The run takes what is put on it in its old place as well, a run that is moved with
  it at its end is moved without it, and the card it would have covered is free.
- A run that is a column is not moved into another empty one, which changes nothing but names.
- Of several empty columns one is as good as another.
- Where runs move as one, a run that lies on a card of the next rank goes onto another such card
  only if the card that it uncovers can go home then. Call the cards of the run at the end of a
  column *loose*, but for its first card. Take two positions that have the same cards home and
  differ in nothing but on which cards of the next rank loose cards lie. In both, each rank has as
  many exposed cards: those that are loose or first of a run, less the loose ones of the rank
  below. So a line from one can be followed from the other, move by move, leaving out the moves in
  question. A first card with its run, where it goes onto a card, finds one exposed; into an empty
  column anything can go with what lies on it; and where a card goes home that is covered in the
  other position, the run on it has another card to go to first, since one of that rank is
  exposed. After each of these the two differ in nothing else again.
"""

from typing import Any

from solver_worker.solver.columns.kernels.board import (
    AT_BASE,
    COLUMNS,
    HOME,
    NOTHING,
    ON_CLUBS,
    SUITS,
    WORDS,
    Game,
    bit_of,
    foundation_of,
    kind_of,
    last_of,
    set_code,
    word,
)
from solver_worker.solver.compiling import lean_inner_kernel, lean_part, unsigned


@lean_inner_kernel
def list_steps(game: Game, desk: Any) -> int:
    """Write all steps from the first table; how many they are."""
    table = desk.before
    found = word(0)
    space = word(NOTHING)
    for column in range(game.columns):
        if table.heights[unsigned(column)] == 0:
            space = word(column)
    for column in range(game.columns):
        height = table.heights[unsigned(column)]
        if height:
            suit = foundation_of(game, table, last_of(table, column))
            if suit != NOTHING:
                found = _note(desk, found, column, word(1), game.columns + suit)
            found = _list_runs(game, desk, found, column, space)
    return found


@lean_part
def _list_runs(game: Game, desk: Any, found: int, column: int, space: int) -> int:
    """Write all steps that take cards from one column to another; how many there are then."""
    table = desk.before
    height = table.heights[unsigned(column)]
    for count in range(1, height + 1):
        card = table.cards[unsigned(column), unsigned(height - count)]
        is_base = count == height
        is_built = False
        is_wanted = not is_base or game.fillers
        if not is_base:
            beneath = table.cards[unsigned(column), unsigned(height - count - 1)]
            is_built = beneath >> 2 == (card >> 2) + 1
            if game.has_runs and is_built:
                is_wanted = foundation_of(game, table, beneath) != NOTHING
        if is_wanted:
            for to in range(game.columns):
                is_carrier = table.heights[unsigned(to)] > 0
                if is_carrier and last_of(table, to) >> 2 == (card >> 2) + 1:
                    found = _note(desk, found, column, count, to)
        if space != NOTHING and not is_base and bit_of(card) & game.fillers:
            found = _note(desk, found, column, count, space)
        if not game.has_runs or not is_built:
            break
    return found


@lean_part
def _note(desk: Any, found: int, column: int, count: int, to: int) -> int:
    steps = desk.steps
    steps[unsigned(found), 0] = column
    steps[unsigned(found), 1] = count
    steps[unsigned(found), 2] = to
    return found + 1


@lean_inner_kernel
def take_step(game: Game, desk: Any, step: int) -> int:
    """Take a step on the second table, which is like the first; what its card lies on then."""
    table = desk.after
    column, count, to = desk.steps[step, 0], desk.steps[step, 1], desk.steps[step, 2]
    if to >= game.columns:
        code = word(HOME)
        put_home(table, column, to - game.columns)
    else:
        code = put_on(table, column, count, to)
    send_home(game, table)
    return code


@lean_part
def put_home(table: Any, column: int, suit: int) -> None:
    """Move the last card of a column to a foundation."""
    card = last_of(table, column)
    table.heights[unsigned(column)] -= 1
    table.home[unsigned(suit)] += 1
    table.gone |= bit_of(card)
    set_code(table.key, card, word(HOME))


@lean_part
def put_on(table: Any, source: int, count: int, destination: int) -> int:
    """Move this many cards from one column to another; the code of what the first lies on."""
    left = table.heights[unsigned(source)] - count
    height = table.heights[unsigned(destination)]
    code = word(AT_BASE)
    if height:
        code = word(ON_CLUBS + (last_of(table, destination) & 3))
    set_code(table.key, table.cards[unsigned(source), unsigned(left)], code)
    for at in range(count):
        card = table.cards[unsigned(source), unsigned(left + at)]
        table.cards[unsigned(destination), unsigned(height + at)] = card
    table.heights[unsigned(source)] = left
    table.heights[unsigned(destination)] = height + count
    return code


@lean_part
def _is_safe_home(game: Game, table: Any, card: int) -> bool:
    """Whether a card that can go home may do so at once without a win being lost.

    It may when all cards two ranks lower are home: only cards of the next lower rank could ever
    be put on it, and each of these can go home itself whenever it would be. So a line that wins
    does so without this card, too, which leaves all others only more room.

    Where colours alternate, two cards of each rank go to the same two foundations. There a card
    might take the place that the other one needs first; so both foundations must be high enough
    to take both. (Cards of the next lower rank take no places from each other, since both of
    their foundations carry the rank below. A deck without two cards of a rank for every two
    foundations cannot be won at all.)
    """
    rank = card >> 2
    for suit in range(game.suits):
        height = table.home[unsigned(suit)]
        if height + 1 < rank:
            return False
        if game.alternates and height < rank and kind_of(suit) == kind_of(card):
            return False
    return True


@lean_inner_kernel
def send_home(game: Game, table: Any) -> None:
    """Move every card home that is safe there, one after another."""
    column, checked = word(0), word(0)
    while checked < game.columns:
        checked += 1
        if table.heights[unsigned(column)]:
            card = last_of(table, column)
            suit = foundation_of(game, table, card)
            if suit != NOTHING and _is_safe_home(game, table, card):
                put_home(table, column, suit)
                checked = word(0)
                continue
        column = column + 1 if column + 1 < game.columns else word(0)


@lean_part
def take_back(desk: Any) -> None:
    """Make the second table like the first again after a step.

    Its cards are: what was put on a column lies above the column's height again.
    """
    before, after = desk.before, desk.after
    for at in range(COLUMNS):
        after.heights[unsigned(at)] = before.heights[unsigned(at)]
    for at in range(SUITS):
        after.home[unsigned(at)] = before.home[unsigned(at)]
    for at in range(WORDS):
        after.key[unsigned(at)] = before.key[unsigned(at)]
    after.gone = before.gone


@lean_part
def copy_cards(game: Game, desk: Any) -> None:
    """Put the cards of the first table on the second."""
    before, after = desk.before, desk.after
    for column in range(game.columns):
        for at in range(before.heights[unsigned(column)]):
            card = before.cards[unsigned(column), unsigned(at)]
            after.cards[unsigned(column), unsigned(at)] = card
