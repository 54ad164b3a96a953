"""Board texts line by line: what the texts of all families share."""

import re
from collections.abc import Iterable, Iterator
from string import ascii_lowercase, ascii_uppercase
from typing import NamedTuple

from games.rules.cards import Card, name, parse_card, require_full_deck
from games.rules.errors import InvalidBoard, InvalidDeck
from games.rules.position import Piles

_WORD = re.compile(r"\S+")
_MOST_LINES = 100
# `str.upper` would take letters of other alphabets for these, too.
_UPPER = str.maketrans(ascii_lowercase, ascii_uppercase)


class Place(NamedTuple):
    """A card of a board text, None for an empty cell, and where it stands, counted from 1."""

    card: Card | None
    line: int
    column: int


def usual_rank(text: str) -> str:
    """The letter of a rank that may be written as a number."""
    return {"10": "T", "1": "A"}.get(text, text)


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
        try:
            card = parse_card(usual_rank(word[:-1]) + word[-1])
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
