"""Positions from and to the plain text that Freecell Solver, PySolFC and KPat share."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from string import ascii_lowercase, ascii_uppercase
from typing import NamedTuple

from games.rules.cards import NAMES, RANKS, SUITS, Card, name, parse_card, require_full_deck
from games.rules.errors import InvalidBoard, InvalidDeck
from games.rules.position import Position, Rules

_WORD = re.compile(r"\S+")
_FOUNDATION = re.compile(r"([CDHS])-(10|[0A1-9TJQK])")
_MOST_LINES = 100
# `str.upper` would take letters of other alphabets for these, too.
_UPPER = str.maketrans(ascii_lowercase, ascii_uppercase)


class Place(NamedTuple):
    """A card of a board text, None for an empty cell, and where it stands, counted from 1."""

    card: Card | None
    line: int
    column: int


@dataclass(frozen=True)
class Board:
    """The cards of a board text; nothing is checked but that they are cards.

    `foundations` holds the top rank of each suit, 0 for none.
    """

    foundations: tuple[int, ...]
    cells: tuple[Place, ...]
    columns: tuple[tuple[Place, ...], ...]


def _words(text: str, start: int) -> Iterable[tuple[str, int]]:
    for found in _WORD.finditer(text, start):
        yield found.group().translate(_UPPER), found.start() + 1


def _card(word: str, line: int, column: int) -> Place:
    rank = word[:-1]
    try:
        card = parse_card({"10": "T", "1": "A"}.get(rank, rank) + word[-1])
    except InvalidDeck:
        raise InvalidBoard("unknown_card", card=word[:8], line=line, column=column) from None
    return Place(card, line, column)


def _foundations(text: str, start: int, line: int) -> tuple[int, ...]:
    tops = [0] * len(SUITS)
    for word, column in _words(text, start):
        found = _FOUNDATION.fullmatch(word)
        if not found:
            raise InvalidBoard("foundation_invalid", card=word[:8], line=line, column=column)
        rank = {"10": "T", "1": "A"}.get(found[2], found[2])
        tops[SUITS.index(found[1])] = 0 if rank == "0" else RANKS.index(rank) + 1
    return tuple(tops)


def read_board(text: str) -> Board:
    """Read a board: a line a column, base first, after lines for foundations and cells.

    A column may start with `:` and must when it is empty. `Foundations:` (`Founds:`) and
    `Freecells:` (`FC:`) come before the columns; of several the last counts. Blank lines and
    letter case do not matter, `10` is as good as `T`. `InvalidBoard` names the place.
    """
    foundations: tuple[int, ...] = (0,) * len(SUITS)
    cells: tuple[Place, ...] = ()
    columns: list[tuple[Place, ...]] = []
    for number, line in enumerate(text.splitlines(), 1):
        if number > _MOST_LINES:
            raise InvalidBoard("wrong_column_count", line=number, column=1)
        label, colon, _ = line.partition(":")
        start = len(label) + 1 if colon else 0
        match label.strip().lower() if colon else "":
            case "foundations" | "founds":
                foundations = _foundations(line, start, number)
            case "freecells" | "fc":
                cells = tuple(
                    Place(None, number, column) if word == "-" else _card(word, number, column)
                    for word, column in _words(line, start)
                )
            case "":
                if line.strip():
                    found = _words(line, start)
                    columns.append(tuple(_card(word, number, column) for word, column in found))
            case _:
                raise InvalidBoard("unknown_card", card=label.strip()[:8], line=number, column=1)
    return Board(foundations, cells, tuple(columns))


def _cards_of(board: Board, rules: Rules, kind: str) -> list[tuple[Card, ...]]:
    """The piles of one kind that a board gives, as many as the rules have."""
    size = sum(pile.kind == kind for pile in rules.piles)
    if kind == "foundation":
        tops = board.foundations
        if any(tops[size:]) or max(tops) > rules.ranks:
            raise InvalidBoard("foundation_invalid")
        return [tuple(Card(r * 4 + s) for r in range(top)) for s, top in enumerate(tops[:size])]
    if kind == "cell":
        if len(board.cells) > size:
            _, line, column = board.cells[size]
            count = len(board.cells)
            raise InvalidBoard("too_many_cells", count=count, most=size, line=line, column=column)
        held = [() if each.card is None else (each.card,) for each in board.cells]
        return [*held, *[()] * (size - len(held))]
    if len(board.columns) != size:
        raise InvalidBoard("wrong_column_count", count=len(board.columns), right=size)
    return [tuple(each.card for each in cards if each.card is not None) for cards in board.columns]


def _require_each_once(board: Board) -> None:
    """Raise `InvalidBoard` at a card that stands in the text again or is on its foundation."""
    seen = {Card(r * 4 + s) for s, top in enumerate(board.foundations) for r in range(top)}
    places = [*board.cells, *(each for cards in board.columns for each in cards)]
    for card, line, column in sorted(places, key=lambda place: place[1:]):
        if card in seen:
            raise InvalidBoard("duplicate_card", card=name(card), line=line, column=column)
        if card is not None:
            seen.add(card)


def parse_position(rules: Rules, text: str) -> Position:
    """Read a position: the right number of columns, no more cells, every card once.

    `InvalidBoard` says what is wrong, and where when it is in one place.
    """
    board = read_board(text)
    kinds = {kind: iter(_cards_of(board, rules, kind)) for kind in ("column", "cell", "foundation")}
    piles = tuple(next(kinds[pile.kind]) for pile in rules.piles)
    _require_each_once(board)
    try:
        require_full_deck([card for pile in piles for card in pile], rules.ranks, rules.suits)
    except InvalidDeck as wrong:
        wrong.members.pop("index", None)
        raise InvalidBoard(wrong.reason, **wrong.members) from None
    return Position(rules, piles)


def position_text(position: Position) -> str:
    """Write a position so that `parse_position` and Freecell Solver read it back."""
    cards: dict[str, list[tuple[Card, ...]]] = {"column": [], "cell": [], "foundation": []}
    for pile, held in zip(position.rules.piles, position.piles, strict=True):
        cards[pile.kind].append(held)
    tops = [f"{SUITS[suit]}-{('0' + RANKS)[len(c)]}" for suit, c in enumerate(cards["foundation"])]
    lines = [" ".join(["Foundations:", *tops])]
    if cards["cell"]:
        cells = (NAMES[cell[0]] if cell else "-" for cell in cards["cell"])
        lines.append(" ".join(["Freecells:", *cells]))
    lines += [" ".join([":", *(NAMES[card] for card in column)]) for column in cards["column"]]
    return "\n".join(lines) + "\n"
