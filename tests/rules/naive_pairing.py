"""The pairing games once more, in the slowest and plainest way, to compare `games.rules` with.

Cards are two-character strings, piles are lists of them, and a place is its letter. Nothing is
taken from `games.rules`: the parameters are read from the words of a rules id, and a pair is looked
up in a list of all pairs.
"""

import re
from collections.abc import Iterator
from copy import deepcopy
from dataclasses import dataclass
from typing import NamedTuple

PLACES = "123456789ABCD"
PARTNERS = {
    "A": "Q",
    "2": "J",
    "3": "T",
    "4": "9",
    "5": "8",
    "6": "7",
    "Q": "A",
    "J": "2",
    "T": "3",
    "9": "4",
    "8": "5",
    "7": "6",
}


class Parameters(NamedTuple):
    """What the rules of a game are, in words."""

    piles: int
    fills_itself: bool = False
    kings_out: bool = False
    spaces: bool = False
    beneath: bool = False
    forced: bool = False
    rest_on_piles: bool = False


def parameters(rules_id: str) -> Parameters:
    """What the words of an id like `baroness-6-piles-spaces-forced-1` say."""
    if rules_id == "thirteens-1":
        return Parameters(10, fills_itself=True)
    piles = re.match(r"baroness-(\d)-piles", rules_id)
    assert piles, rules_id
    return Parameters(
        int(piles[1]),
        kings_out="-kings-first" in rules_id,
        spaces="-spaces" in rules_id,
        beneath="-beneath" in rules_id,
        forced="-forced" in rules_id,
        rest_on_piles="-first-piles" in rules_id,
    )


@dataclass
class Table:
    """All cards of a game. `grace` has a place for each card that a short last row will bring."""

    rules: Parameters
    piles: dict[str, list[str]]
    grace: dict[str, list[str]]
    stock: list[str]
    gone: list[str]

    @property
    def places(self) -> dict[str, list[str]]:
        return {**self.piles, **self.grace}


def deal(rules: Parameters, deck: list[str]) -> Table:
    gone = [card for card in ("KC", "KD", "KH", "KS") if rules.kings_out]
    stock = [card for card in deck if card not in gone]
    rest = len(stock)
    while rest >= rules.piles:
        rest -= rules.piles
    if rules.rest_on_piles or rules.fills_itself:
        rest = 0
    names = iter(PLACES)
    piles: dict[str, list[str]] = {next(names): [] for _ in range(rules.piles)}
    grace: dict[str, list[str]] = {next(names): [] for _ in range(rest)}
    table = Table(rules, piles, grace, stock, gone)
    _lay(table)
    return table


def _lay(table: Table) -> None:
    row = table.piles
    if len(table.stock) < table.rules.piles and not table.rules.rest_on_piles:
        row = table.grace
    for pile in row.values():
        if table.stock:
            pile.append(table.stock.pop(0))


def discards(table: Table) -> Iterator[tuple[str, str]]:
    """The discards that are possible: the pile they start at, and how they are written."""
    places = table.places
    for name, pile in places.items():
        if not pile:
            continue
        if pile[-1][0] == "K":
            yield name, name
        for other, cards in places.items():
            if other == name and table.rules.beneath and are_pair(pile[-2:]):
                yield name, name + name
            if PLACES.index(name) < PLACES.index(other) and are_pair(pile[-1:] + cards[-1:]):
                yield name, name + other


def are_pair(cards: list[str]) -> bool:
    return len(cards) == 2 and PARTNERS.get(cards[0][0]) == cards[1][0]


def to_spaces(table: Table) -> Iterator[tuple[str, str]]:
    """The moves to empty piles that change more than where a pile lies."""
    for name, pile in table.places.items():
        stays_as_it_was = name in table.piles and len(pile) == 1 and not table.stock
        if table.rules.spaces and pile and not stays_as_it_was:
            yield from (
                (name, f"{name}>{space}") for space, cards in table.piles.items() if not cards
            )


def moves(table: Table) -> Iterator[str]:
    """Every legal move as it is written: pile by pile, discards first, and the next row last."""
    out, over = list(discards(table)), list(to_spaces(table))
    for name in table.places:
        yield from (move for start, move in [*out, *over] if start == name)
    if table.stock and not table.rules.fills_itself and not (table.rules.forced and out):
        yield "n"


def play(table: Table, move: str) -> Table:
    """The table after a legal move; the given one stays as it is."""
    after = deepcopy(table)
    places = after.places
    if move == "n":
        _lay(after)
    elif ">" in move:
        places[move[2]].append(places[move[0]].pop())
    else:
        for name in move:
            after.gone.append(places[name].pop())
        for name in move:
            if after.rules.fills_itself and after.stock:
                places[name].append(after.stock.pop(0))
    return after


def is_won(table: Table) -> bool:
    return not table.stock and not any(table.places.values())


def board_text(table: Table) -> str:
    """A line a pile, then grace piles, stock and what is gone."""
    lines = [[":", *pile] for pile in table.piles.values()]
    if table.grace:
        lines.append(["Grace:", *(pile[0] if pile else "-" for pile in table.grace.values())])
    lines += [["Stock:", *table.stock], ["Discard:", *table.gone]]
    return "".join(" ".join(line) + "\n" for line in lines)


def read_board(rules: Parameters, text: str) -> Table:
    """Read what `board_text` wrote."""
    named: dict[str, list[str]] = {}
    piles: list[list[str]] = []
    for line in text.splitlines():
        label, *cards = line.split()
        if label == ":":
            piles.append(cards)
        else:
            named[label] = cards
    grace = [[] if card == "-" else [card] for card in named.get("Grace:", [])]
    names = iter(PLACES)
    return Table(
        rules,
        dict(zip(names, piles, strict=False)),
        dict(zip(PLACES[len(piles) :], grace, strict=False)),
        named["Stock:"],
        named["Discard:"],
    )


def count_lines(table: Table, depth: int) -> int:
    """How many lines of this many moves there are."""
    if depth == 0:
        return 1
    return sum(count_lines(play(table, move), depth - 1) for move in moves(table))
