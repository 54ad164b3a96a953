"""A position as the cards lie, and as three integers that no other position of the game has.

Cards have the numbers of `games.rules`: four times the rank from the aces, plus the suit. So a
set of cards is an integer of 52 bits, four a rank. A position is known when it is known of every
card what it lies on: what it lay on when the search began, one of the four cards of the next
rank, the bare table, or that it is home. That is three bits a card, and five ranks an integer.
Columns have no names in it: exchanging two changes no rule.
"""

from collections.abc import Callable
from typing import Any, NamedTuple, cast

import numpy as np

from solver_worker.solver.compiling import lean_inner_kernel, lean_part, popcount, unsigned

COLUMNS = 13
SUITS = 4
ROW = 64  # more than there are cards
NOTHING = -1
CLUBS = 0x1111111111111  # all of them; shifted by a suit, all cards of that one

# A card that has moved lies on a card of the next rank or on the bare table, and is written so
# from the start where it lay like that. So one position has one spelling.
AS_LAID, ON_CLUBS, AT_BASE, HOME = 0, 1, 5, 6
BITS = 3
RANKS_A_WORD = 5
WORDS = 3

# Each card goes onto at most four others and into a space, and one of each column goes home.
MOST_STEPS = 52 * 5 + COLUMNS

# `cards`: those of each column, base first; only `heights` of them count, but what was lifted
# stays readable. `home`: how high each foundation is. `gone`: the set of cards that are home.
# `key`: the position in three integers.
TABLE = np.dtype(
    [
        ("cards", np.int64, (COLUMNS, ROW)),
        ("heights", np.int64, COLUMNS),
        ("home", np.int64, SUITS),
        ("key", np.int64, WORDS),
        ("gone", np.int64),
    ],
    align=True,
)

# Where a search lays positions out. `before` and `after`: the one that is looked at, and what a
# step makes of it. `laid`: what each card lay on at the start; NOTHING where that is no card.
# `steps`: for each step the column it takes cards from, how many, and where they go: the number
# of a column, or that of a foundation after the columns. `above` and `left` are room to work in.
# Records, since kernels take several times as long to compile with an array for each.
DESK = np.dtype(
    [
        ("before", TABLE),
        ("after", TABLE),
        ("laid", np.int64, ROW),
        ("steps", np.int64, (MOST_STEPS, 3)),
        ("above", np.int64, ROW),
        ("left", np.int64, COLUMNS),
    ],
    align=True,
)

# Kernels are compiled again for each type of number, and once more for each constant.
word = cast(Callable[[int], int], np.int64)


class Game(NamedTuple):
    """The rules: how many columns, ranks and suits, the whole deck, and what sets them apart.

    `fillers`: the cards that may fill an empty column. `has_runs` is 1 where a built run of any
    length moves as one card does. `alternates` is 1 where foundations go up in alternating colour
    and not in suit.
    """

    columns: int
    ranks: int
    suits: int
    deck: int
    fillers: int
    has_runs: int
    alternates: int


@lean_part
def bit_of(card: int) -> int:
    """The set of one card."""
    return word(1) << card


@lean_part
def last_of(table: Any, column: int) -> int:
    """The last card of a column that is not empty."""
    card: int = table.cards[unsigned(column), unsigned(table.heights[unsigned(column)] - 1)]
    return card


@lean_part
def code_of(key: Any, card: int) -> int:
    """What a card lies on, as a key has it."""
    at = card // (RANKS_A_WORD * SUITS)
    code: int = (key[unsigned(at)] >> (BITS * (card - at * RANKS_A_WORD * SUITS))) & 7
    return code


@lean_part
def set_code(key: Any, card: int, code: int) -> None:
    """Write what a card lies on."""
    at = card // (RANKS_A_WORD * SUITS)
    shift = BITS * (card - at * RANKS_A_WORD * SUITS)
    key[unsigned(at)] = (key[unsigned(at)] & ~(word(7) << shift)) | (code << shift)


@lean_part
def kind_of(card: int) -> int:
    """Which foundations take a card where colours alternate: 1 for those of the red aces.

    A black ace carries a red two, a black three, and so on.
    """
    return (card ^ (card >> 1) ^ (card >> 2)) & 1


@lean_part
def can_take(game: Game, suit: int, card: int) -> bool:
    """Whether a foundation, given by the suit of its ace, ever takes a card."""
    if game.alternates and card >= SUITS:
        return kind_of(suit) == kind_of(card)
    return suit == card & 3


@lean_part
def foundation_of(game: Game, table: Any, card: int) -> int:
    """The foundation that takes a card now; NOTHING if none does.

    Of two that do it matters not which: they take the same cards for ever.
    """
    for suit in range(game.suits):
        if table.home[unsigned(suit)] == card >> 2 and can_take(game, suit, card):
            return word(suit)
    return word(NOTHING)


@lean_inner_kernel
def write_key(game: Game, desk: Any) -> None:
    """Write `key` and `gone` for the cards on the first table, and what each of them lies on."""
    table = desk.before
    for card in range(ROW):
        desk.laid[card] = NOTHING
    table.gone = game.deck
    for column in range(game.columns):
        for at in range(table.heights[column]):
            card = table.cards[column, at]
            table.gone &= ~bit_of(card)
            if at == 0:
                set_code(table.key, card, word(AT_BASE))
                continue
            onto = table.cards[column, at - 1]
            desk.laid[card] = onto
            is_built = onto >> 2 == (card >> 2) + 1
            set_code(table.key, card, word(ON_CLUBS + (onto & 3) if is_built else AS_LAID))
    for card in range(game.ranks * SUITS):
        if table.gone & bit_of(card):
            set_code(table.key, word(card), word(HOME))


@lean_inner_kernel
def lay_out(game: Game, desk: Any) -> None:
    """Lay the cards out on the first table as its key has them."""
    table, above = desk.before, desk.above
    for card in range(ROW):
        above[card] = NOTHING
    table.gone = 0
    bases = word(0)
    for card in range(game.ranks * SUITS):
        code = code_of(table.key, card) if game.deck & bit_of(card) else word(NOTHING)
        if code == HOME:
            table.gone |= bit_of(card)
        elif code == AT_BASE:
            bases |= bit_of(card)
        elif code == AS_LAID:
            above[unsigned(desk.laid[unsigned(card)])] = card
        elif code != NOTHING:
            above[unsigned(((card >> 2) + 1) * SUITS + code - ON_CLUBS)] = card
    column = word(0)
    for base in range(game.ranks * SUITS):
        if bases & bit_of(base):
            height, card = word(0), word(base)
            while card != NOTHING:
                table.cards[unsigned(column), unsigned(height)] = card
                height += 1
                card = above[unsigned(card)]
            table.heights[unsigned(column)] = height
            column += 1
    while column < COLUMNS:
        table.heights[unsigned(column)] = 0
        column += 1
    _count_home(game, table)


@lean_part
def _count_home(game: Game, table: Any) -> None:
    """How high the foundations are: of two that take the same cards, the first is the higher."""
    for suit in range(SUITS):
        of_suit = table.gone & (CLUBS << suit)
        table.home[unsigned(suit)] = of_suit & bit_of(suit) != 0
        if not game.alternates:
            table.home[unsigned(suit)] = popcount(of_suit)
    if game.alternates:
        for card in range(SUITS, game.ranks * SUITS):
            if table.gone & bit_of(card):
                table.home[unsigned(foundation_of(game, table, word(card)))] += 1
