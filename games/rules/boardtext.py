"""Positions from and to the plain text that Freecell Solver, PySolFC and KPat share."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from string import ascii_lowercase, ascii_uppercase
from typing import NamedTuple

from games.rules.cards import NAMES, RANKS, SUITS, Card, name, parse_card, require_full_deck
from games.rules.errors import InvalidBoard, InvalidDeck
from games.rules.position import Piles, Position, Rules

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


class Line(NamedTuple):
    """A line of a board text: its label in small letters, "" for none, and what follows it."""

    label: str
    text: str
    number: int
    start: int

    def words(self) -> Iterator[tuple[str, int]]:
        """The words after the label, in capitals, each with its column."""
        for found in _WORD.finditer(self.text, self.start):
            yield found.group().translate(_UPPER), found.start() + 1

    def places(self) -> tuple[Place, ...]:
        """The cards after the label; `InvalidBoard` at a word that is none."""
        return tuple(self._place(word, column) for word, column in self.words())

    def places_or_empty(self) -> tuple[Place, ...]:
        """The same where each place holds one card or, with `-`, none."""
        return tuple(
            Place(None, self.number, column) if word == "-" else self._place(word, column)
            for word, column in self.words()
        )

    def _place(self, word: str, column: int) -> Place:
        rank = word[:-1]
        try:
            card = parse_card({"10": "T", "1": "A"}.get(rank, rank) + word[-1])
        except InvalidDeck:
            raise InvalidBoard(
                "unknown_card", card=word[:8], line=self.number, column=column
            ) from None
        return Place(card, self.number, column)

    def unknown(self) -> InvalidBoard:
        """What refuses a label that means nothing."""
        label = self.text.partition(":")[0].strip()
        return InvalidBoard("unknown_card", card=label[:8], line=self.number, column=1)


def read_lines(text: str) -> Iterator[Line]:
    """The lines of a board text that are not blank; `InvalidBoard` when there are too many."""
    for number, line in enumerate(text.splitlines(), 1):
        if number > _MOST_LINES:
            raise InvalidBoard("wrong_column_count", line=number, column=1)
        label, colon, _ = line.partition(":")
        if colon:
            yield Line(label.strip().lower(), line, number, len(label) + 1)
        elif line.strip():
            yield Line("", line, number, 0)


@dataclass(frozen=True)
class Board:
    """The cards of a board text; nothing is checked but that they are cards.

    `foundations` holds the top rank of each suit, 0 for none.
    """

    foundations: tuple[int, ...]
    cells: tuple[Place, ...]
    columns: tuple[tuple[Place, ...], ...]


def _foundations(line: Line) -> tuple[int, ...]:
    tops = [0] * len(SUITS)
    for word, column in line.words():
        found = _FOUNDATION.fullmatch(word)
        if not found:
            raise InvalidBoard("foundation_invalid", card=word[:8], line=line.number, column=column)
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
    for line in read_lines(text):
        match line.label:
            case "foundations" | "founds":
                foundations = _foundations(line)
            case "freecells" | "fc":
                cells = line.places_or_empty()
            case "":
                columns.append(line.places())
            case _:
                raise line.unknown()
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


def require_each_once(places: Iterable[Place], elsewhere: Iterable[Card] = ()) -> None:
    """Raise `InvalidBoard` at a card that stands in the text again or is elsewhere, too."""
    seen = set(elsewhere)
    for card, line, column in sorted(places, key=lambda place: place[1:]):
        if card in seen:
            raise InvalidBoard("duplicate_card", card=name(card), line=line, column=column)
        if card is not None:
            seen.add(card)


def require_whole_deck(piles: Piles, ranks: int, suits: int) -> None:
    """Raise `InvalidBoard` unless each card of the deck is in one of the piles."""
    try:
        require_full_deck([card for pile in piles for card in pile], ranks, suits)
    except InvalidDeck as wrong:
        wrong.members.pop("index", None)
        raise InvalidBoard(wrong.reason, **wrong.members) from None


def parse_position(rules: Rules, text: str) -> Position:
    """Read a position: the right number of columns, no more cells, every card once.

    `InvalidBoard` says what is wrong, and where when it is in one place.
    """
    board = read_board(text)
    kinds = {kind: iter(_cards_of(board, rules, kind)) for kind in ("column", "cell", "foundation")}
    piles = tuple(next(kinds[pile.kind]) for pile in rules.piles)
    home = [card for suit in _cards_of(board, rules, "foundation") for card in suit]
    require_each_once([*board.cells, *(each for cards in board.columns for each in cards)], home)
    require_whole_deck(piles, rules.ranks, rules.suits)
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
