"""Baker's Game once more, in the slowest and plainest way, to compare `games.rules` with.

Cards are two-character strings and columns are lists of them. Nothing is taken from
`games.rules`: the parameters are read from the words of a rules id, and whether a run may move is
not a formula here but a search that carries its cards over one by one.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from typing import NamedTuple

RANKS = "A23456789TJQK"
SUITS = "CDHS"
COLUMNS = "123456789ABCD"
CELLS = "abcdefgijk"
COUNTS = "0123456789ABCD"


class Parameters(NamedTuple):
    cells: int
    columns: int
    kings_only: bool


def parameters(rules_id: str) -> Parameters:
    """What the words of an id like `bakers-game-4-cells-9-columns-kings-1` say."""
    cells = re.search(r"-(\d+)-cells", rules_id)
    columns = re.search(r"-(\d+)-columns", rules_id)
    assert cells, rules_id
    return Parameters(int(cells[1]), int(columns[1]) if columns else 8, "-kings-" in rules_id)


@dataclass
class Table:
    """All cards of a game: columns and cells by their letter, the last card home by its suit."""

    rules: Parameters
    columns: dict[str, list[str]]
    cells: dict[str, str | None]
    home: dict[str, str | None]


def deal(rules: Parameters, deck: list[str]) -> Table:
    columns: dict[str, list[str]] = {name: [] for name in COLUMNS[: rules.columns]}
    names = list(columns)
    for number, card in enumerate(deck):
        columns[names[number % len(names)]].append(card)
    return Table(rules, columns, dict.fromkeys(CELLS[: rules.cells]), dict.fromkeys(SUITS))


def is_next_lower(card: str, onto: str) -> bool:
    """Whether `card` is of the suit of `onto` and one rank below it."""
    return card[1] == onto[1] and RANKS.index(card[0]) + 1 == RANKS.index(onto[0])


def is_run(cards: list[str]) -> bool:
    return all(is_next_lower(upper, lower) for lower, upper in pairwise(cards))


def may_go_home(table: Table, card: str) -> bool:
    top = table.home[card[1]]
    return card[0] == "A" if top is None else is_next_lower(top, card)


@cache
def can_carry_over(length: int, cells: int, empty_columns: int) -> bool:
    """Whether a run reaches its place one card at a time over this many free places.

    Cards are numbered from 1, the one that is free first; a card may lie on the next higher
    number. A table is the number of cards that wait, of cards that have arrived, and what lies in
    the cells and the columns that were empty.
    """
    start = (length, 0, frozenset[int](), ((),) * empty_columns)
    seen = {start}
    waiting = [start]
    while waiting:
        left, arrived, held, helpers = waiting.pop()
        if arrived == length:
            return True
        for step in _single_steps(length, cells, left, arrived, held, helpers):
            if step not in seen:
                seen.add(step)
                waiting.append(step)
    return False


def _single_steps(length, cells, left, arrived, held, helpers) -> Iterator[tuple]:
    lifts = []
    if left:
        lifts.append((length - left + 1, (left - 1, arrived, held, helpers)))
    lifts += [(card, (left, arrived, held - {card}, helpers)) for card in held]
    for at, helper in enumerate(helpers):
        if helper:
            rest = tuple(sorted((*helpers[:at], helper[:-1], *helpers[at + 1 :])))
            lifts.append((helper[-1], (left, arrived, held, rest)))
    for card, (left_, arrived_, held_, helpers_) in lifts:
        if card == length - arrived_:
            yield left_, arrived_ + 1, held_, helpers_
        if len(held_) < cells:
            yield left_, arrived_, held_ | {card}, helpers_
        for at, helper in enumerate(helpers_):
            if not helper or helper[-1] == card + 1:
                put = (*helper, card)
                yield (
                    left_,
                    arrived_,
                    held_,
                    tuple(sorted((*helpers_[:at], put, *helpers_[at + 1 :]))),
                )


def may_carry(table: Table, length: int, into_empty: bool) -> bool:
    """Whether a run of this length can go to a column, empty or not, with what is free now."""
    free_cells = sum(card is None for card in table.cells.values())
    empty = sum(not column for column in table.columns.values()) - into_empty
    # Only its highest card can be a king, and that one has no need of another empty column.
    return can_carry_over(length, free_cells, 0 if table.rules.kings_only else empty)


def moves(table: Table) -> Iterator[str]:
    """Every legal move as it is written: by source, then columns, cells, home, then count."""
    for name, column in table.columns.items():
        if not column:
            continue
        yield from _moves_to_columns(table, name, column)
        yield from (name + cell for cell, card in table.cells.items() if card is None)
        if may_go_home(table, column[-1]):
            yield name + "h"
    for cell, card in table.cells.items():
        if card is not None:
            yield from _moves_to_columns(table, cell, [card])
            if may_go_home(table, card):
                yield cell + "h"


def _moves_to_columns(table: Table, source: str, cards: list[str]) -> Iterator[str]:
    for name, column in table.columns.items():
        if name == source:
            continue
        for length in range(1, len(cards) + 1):
            run = cards[-length:]
            if not is_run(run) or not may_carry(table, length, not column):
                continue
            if column and is_next_lower(run[0], column[-1]):
                yield source + name
            elif not column and (run[0][0] == "K" or not table.rules.kings_only):
                yield source + name + (COUNTS[length] if length > 1 else "")


def play(table: Table, move: str) -> Table:
    """The table after a legal move; the given one stays as it is."""
    source, destination = move[0], move[1]
    columns = {name: column.copy() for name, column in table.columns.items()}
    cells, home = table.cells.copy(), table.home.copy()
    if source in cells:
        cards = [cells[source]]
        cells[source] = None
    else:
        cards = _lifted(columns, move)
        columns[source] = columns[source][: -len(cards)]
    if destination == "h":
        home[cards[0][1]] = cards[0]
    elif destination in cells:
        cells[destination] = cards[0]
    else:
        columns[destination] += cards
    return Table(table.rules, columns, cells, home)


def _lifted(columns: dict[str, list[str]], move: str) -> list[str]:
    column, onto = columns[move[0]], columns.get(move[1], [])
    if len(move) == 3:
        return column[-COUNTS.index(move[2]) :]
    if not onto:
        return column[-1:]
    return next(
        column[-length:]
        for length in range(1, len(column) + 1)
        if is_next_lower(column[-length], onto[-1])
    )


def is_won(table: Table) -> bool:
    return all(card is not None and card[0] == "K" for card in table.home.values())


def board_text(table: Table) -> str:
    """The table in the text of Freecell Solver."""
    home = " ".join(f"{suit}-{card[0] if card else 0}" for suit, card in table.home.items())
    lines = [f"Foundations: {home}"]
    lines.append(" ".join(["Freecells:", *(card or "-" for card in table.cells.values())]))
    lines += [" ".join([":", *column]) for column in table.columns.values()]
    return "".join(line + "\n" for line in lines)


def count_lines(table: Table, depth: int) -> int:
    """How many lines of this many moves there are."""
    if depth == 0:
        return 1
    return sum(count_lines(play(table, move), depth - 1) for move in moves(table))
