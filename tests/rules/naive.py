"""The building games once more, in the slowest and plainest way, to compare `games.rules` with.

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
    """What the rules of a game are, in words. `builds` and `goes_up` name a rule of suits."""

    columns: int
    cells: int = 0
    fills: str = "any"  # or "kings" or "nothing"
    builds: str = "own suit"  # or "other colour" or "any suit"
    carries: str = "over free places"  # or "one card" or "whole runs"
    goes_up: str = "own suit"  # or "other colour"
    aces_out: int = 0
    kings_to_base: bool = False
    last_cards_to: str = ""


BAKERS_DOZEN = Parameters(
    13, fills="nothing", builds="any suit", carries="one card", kings_to_base=True
)
GAMES = {
    "bakers-game": Parameters(8),
    "bakers-dozen": BAKERS_DOZEN,
    "good-measure": BAKERS_DOZEN._replace(columns=10, aces_out=2),
    "spanish-patience": BAKERS_DOZEN._replace(goes_up="other colour"),
    "eight-off": Parameters(8, cells=8, fills="kings", last_cards_to="aceg"),
    "freecell": Parameters(8, cells=4, builds="other colour"),
}


def parameters(rules_id: str) -> Parameters:
    """What the words of an id like `bakers-game-4-cells-9-columns-kings-1` say."""
    game = next(name for name in GAMES if rules_id.startswith(name))
    found = GAMES[game]
    if cells := re.search(r"-(\d+)-cells", rules_id):
        found = found._replace(cells=int(cells[1]))
    if columns := re.search(r"-(\d+)-columns", rules_id):
        found = found._replace(columns=int(columns[1]))
    if "-kings-1" in rules_id:
        found = found._replace(fills="kings")
    if "-any-fill" in rules_id:
        found = found._replace(fills="any")
    if "-group-moves" in rules_id:
        found = found._replace(carries="whole runs")
    if "-as-dealt" in rules_id:
        found = found._replace(kings_to_base=False)
    if "-first-cells" in rules_id:
        found = found._replace(last_cards_to="abcd")
    return found


@dataclass
class Table:
    """All cards of a game: columns and cells by their letter, foundations by their ace's suit."""

    rules: Parameters
    columns: dict[str, list[str]]
    cells: dict[str, str | None]
    home: dict[str, list[str]]


def deal(rules: Parameters, deck: list[str]) -> Table:
    columns: dict[str, list[str]] = {name: [] for name in COLUMNS[: rules.columns]}
    cells: dict[str, str | None] = dict.fromkeys(CELLS[: rules.cells])
    home: dict[str, list[str]] = {suit: [] for suit in SUITS}
    deck = deck.copy()
    for _ in range(rules.aces_out):
        ace = next(card for card in deck if card[0] == "A")
        deck.remove(ace)
        home[ace[1]].append(ace)
    for cell in reversed(rules.last_cards_to):
        cells[cell] = deck.pop()
    names = list(columns)
    for number, card in enumerate(deck):
        columns[names[number % len(names)]].append(card)
    if rules.kings_to_base:
        for column in columns.values():
            column.sort(key=lambda card: card[0] != "K")
    return Table(rules, columns, cells, home)


def is_next_lower(card: str, onto: str) -> bool:
    """Whether the rank of `card` is the one below that of `onto`."""
    return RANKS.index(card[0]) + 1 == RANKS.index(onto[0])


def may_join(rule: str, card: str, other: str) -> bool:
    """Whether the suits of two cards allow that they lie on each other."""
    if rule == "own suit":
        return card[1] == other[1]
    return rule == "any suit" or (card[1] in "DH") != (other[1] in "DH")


def may_lie_on(rules: Parameters, card: str, onto: str) -> bool:
    return is_next_lower(card, onto) and may_join(rules.builds, card, onto)


def is_run(rules: Parameters, cards: list[str]) -> bool:
    return all(may_lie_on(rules, upper, lower) for lower, upper in pairwise(cards))


def ways_home(table: Table, card: str) -> list[str]:
    """The foundations that take a card, by the suits of their aces."""
    if card[0] == "A":
        return [card[1]]
    return [
        suit
        for suit, pile in table.home.items()
        if pile and is_next_lower(pile[-1], card) and may_join(table.rules.goes_up, pile[-1], card)
    ]


def words_home(table: Table, card: str) -> list[str]:
    """How moves of a card to its foundations end."""
    if table.rules.goes_up == "own suit" or card[0] == "A":
        return ["h" for _ in ways_home(table, card)]
    return ["h" + suit for suit in ways_home(table, card)]


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
    if table.rules.carries == "one card":
        return length == 1
    if table.rules.carries == "whole runs":
        return True
    free_cells = sum(card is None for card in table.cells.values())
    empty = sum(not column for column in table.columns.values()) - into_empty
    # Only its highest card can be a king, and that one has no need of another empty column.
    return can_carry_over(length, free_cells, empty if table.rules.fills == "any" else 0)


def may_fill(rules: Parameters, card: str) -> bool:
    """Whether an empty column takes a card."""
    return rules.fills == "any" or (rules.fills == "kings" and card[0] == "K")


def moves(table: Table) -> Iterator[str]:
    """Every legal move as it is written: by source, then columns, cells, home, then count."""
    for name, column in table.columns.items():
        if not column:
            continue
        yield from _moves_to_columns(table, name, column)
        yield from (name + cell for cell, card in table.cells.items() if card is None)
        yield from (name + word for word in words_home(table, column[-1]))
    for cell, card in table.cells.items():
        if card is not None:
            yield from _moves_to_columns(table, cell, [card])
            yield from (cell + word for word in words_home(table, card))


def _moves_to_columns(table: Table, source: str, cards: list[str]) -> Iterator[str]:
    for name, column in table.columns.items():
        if name == source:
            continue
        for length in range(1, len(cards) + 1):
            run = cards[-length:]
            if not is_run(table.rules, run) or not may_carry(table, length, not column):
                continue
            if column and may_lie_on(table.rules, run[0], column[-1]):
                yield source + name
            elif not column and may_fill(table.rules, run[0]):
                yield source + name + (COUNTS[length] if length > 1 else "")


def play(table: Table, move: str) -> Table:
    """The table after a legal move; the given one stays as it is."""
    source, destination = move[0], move[1]
    columns = {name: column.copy() for name, column in table.columns.items()}
    cells, home = table.cells.copy(), {suit: pile.copy() for suit, pile in table.home.items()}
    if source in cells:
        cards = [cells[source]]
        cells[source] = None
    else:
        cards = _lifted(table.rules, columns, move)
        columns[source] = columns[source][: -len(cards)]
    if destination == "h":
        home[move[2:] or cards[0][1]].append(cards[0])
    elif destination in cells:
        cells[destination] = cards[0]
    else:
        columns[destination] += cards
    return Table(table.rules, columns, cells, home)


def _lifted(rules: Parameters, columns: dict[str, list[str]], move: str) -> list[str]:
    column, onto = columns[move[0]], columns.get(move[1], [])
    if len(move) == 3 and move[1] != "h":
        return column[-COUNTS.index(move[2]) :]
    if not onto:
        return column[-1:]
    return next(
        column[-length:]
        for length in range(1, len(column) + 1)
        if may_lie_on(rules, column[-length], onto[-1])
    )


def is_won(table: Table) -> bool:
    return all(len(pile) == len(RANKS) for pile in table.home.values())


def board_text(table: Table) -> str:
    """The table in the text of Freecell Solver."""
    home = " ".join(f"{suit}-{_home_text(suit, pile)}" for suit, pile in table.home.items())
    lines = [f"Foundations: {home}"]
    if table.cells:
        lines.append(" ".join(["Freecells:", *(card or "-" for card in table.cells.values())]))
    lines += [" ".join([":", *column]) for column in table.columns.values()]
    return "".join(line + "\n" for line in lines)


def _home_text(suit: str, pile: list[str]) -> str:
    if all(card[1] == suit for card in pile):
        return pile[-1][0] if pile else "0"
    return "".join(pile)


def read_board(rules: Parameters, text: str) -> Table:
    """Read what `board_text` wrote."""
    home: dict[str, list[str]] = {}
    cells: list[str | None] = []
    columns: list[list[str]] = []
    for line in text.splitlines():
        label, *words = line.split()
        if label == "Foundations:":
            home = {word[0]: _home_pile(*word.split("-")) for word in words}
        elif label == "Freecells:":
            cells = [None if word == "-" else word for word in words]
        else:
            columns.append(words)
    return Table(
        rules,
        dict(zip(COLUMNS, columns, strict=False)),
        dict(zip(CELLS, cells, strict=False)),
        home,
    )


def _home_pile(suit: str, text: str) -> list[str]:
    if len(text) > 1:
        return [text[at : at + 2] for at in range(0, len(text), 2)]
    return [rank + suit for rank in RANKS[: ("0" + RANKS).index(text)]]


def count_lines(table: Table, depth: int) -> int:
    """How many lines of this many moves there are."""
    if depth == 0:
        return 1
    return sum(count_lines(play(table, move), depth - 1) for move in moves(table))
