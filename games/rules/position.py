"""Moves, positions, and the questions that a rules object answers about them."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from typing import Protocol

from games.rules.cards import Card, Deck
from games.rules.errors import IllegalMove, InvalidMove

COLUMN_IDS = "123456789ABCD"
CELL_IDS = "abcdefgijk"
FOUNDATION = "h"
STOCK, DISCARD = "stock", "discard"
LAY, SPACE = "n", ">"

_PLACE = f"[{COLUMN_IDS}{CELL_IDS}]"
_COUNTS = "?123456789ABCD"  # the digit of a count stands at its value
_MOVE = re.compile(
    rf"""(?P<lay>n)
    | (?P<source>{_PLACE}|h(?!h))
      (?P<destination>{_PLACE}|h[CDHS]?|>{_PLACE})?
      (?P<count>(?<=[{COLUMN_IDS}][{COLUMN_IDS}])[2-9A-D])?""",
    re.VERBOSE | re.ASCII,
)


@dataclass(frozen=True, slots=True)
class Move:
    """One change of position by the player, as it is written.

    `source` is a pile, or `n` for laying the next cards. `destination` is a pile, `h`, `h` with
    the suit of a foundation's ace, `>` with a pile for a space, or nothing where a card goes
    alone. `count` is 1 unless it is written out: onto a card the number of cards is implied.
    """

    source: str
    destination: str = ""
    count: int = 1

    def __str__(self) -> str:
        """The one spelling of this move."""
        count = "" if self.count == 1 else _COUNTS[self.count]
        return self.source + self.destination + count

    @staticmethod
    @cache
    def parse(text: str) -> "Move":
        """Read a move; `InvalidMove` unless `str` would write exactly this text.

        Only well-formed texts are kept in the cache, and there are a few thousand of them.
        """
        found = _MOVE.fullmatch(text)
        if not found or text == FOUNDATION:
            raise InvalidMove("notation_invalid", text=text[:8])
        if found["lay"]:
            return Move(LAY)
        count = _COUNTS.index(found["count"]) if found["count"] else 1
        return Move(found["source"], found["destination"] or "", count)


@dataclass(frozen=True, slots=True)
class Tap:
    """A way to make a move: the pile it is taken from, and that it goes to, None if to several."""

    move: Move
    source: str
    destination: str | None


@dataclass(frozen=True, slots=True)
class Pile:
    """A place for cards: its id in the notation and its kind (`column`, `cell`, …)."""

    id: str
    kind: str


@dataclass(frozen=True, slots=True)
class Blocked:
    """A run that fits but is too long: how many cards it has and how many could go."""

    source: str
    destination: str
    n: int
    max_run: int
    reason: str = "run_too_long"


Piles = tuple[tuple[Card, ...], ...]


@dataclass(frozen=True)
class Position:
    """Where all cards are: one tuple of cards, base first, for each of `rules.piles`.

    An immutable value: equal and hashed by its rules and its piles.
    """

    rules: "Rules"
    piles: Piles

    @cached_property
    def legal_moves(self) -> tuple[Move, ...]:
        """All legal moves in the order of source, destination and count, pinned by tests."""
        return self.rules.legal_moves(self)

    @property
    def is_won(self) -> bool:
        """Whether every card is home."""
        return self.rules.is_won(self)

    @property
    def is_stuck(self) -> bool:
        """Whether the game is not won and no move is legal."""
        return not self.legal_moves and not self.is_won

    def parse_move(self, text: str) -> Move:
        """Read a legal move; `InvalidMove` if it is malformed, `IllegalMove` with the reason."""
        move = Move.parse(text)
        if move not in self.legal_moves:
            raise self.rules.refusal(self, move)
        return move

    def play(self, move: Move) -> "Position":
        """The position after a legal move; whether it is legal is not looked at again."""
        return self.rules.apply(self, move)

    def pile(self, pile_id: str) -> tuple[Card, ...]:
        """The cards of one pile, base first."""
        return self.piles[self.rules.index[pile_id]]

    @cached_property
    def in_play(self) -> Piles:
        """The piles without the discard: positions of the same rules alike in this go on alike."""
        at = self.rules.index.get(DISCARD)
        return self.piles if at is None else self.piles[:at] + self.piles[at + 1 :]

    @property
    def unseen(self) -> int:
        """How many cards the player may not see."""
        return sum(len(self.pile(each)) for each in self.rules.hidden)

    def __str__(self) -> str:
        """The board text, readable by `Rules.parse_position`; the family says by whom else."""
        return self.rules.position_text(self)


class Rules(Protocol):
    """What a family of games answers about its positions.

    A rules object is a frozen value; its `id` names its exact parameters for ever.
    """

    @property
    def id(self) -> str:
        """The name of these rules, with a version at its end."""

    @property
    def ranks(self) -> int:
        """How many ranks the deck has; 13 but for tiny games."""

    @property
    def suits(self) -> int:
        """How many suits the deck has; 4 but for tiny games."""

    @property
    def bonus(self) -> int:
        """The points that are divided by the seconds of a won game."""

    @property
    def piles(self) -> tuple[Pile, ...]:
        """The piles in the order of `Position.piles`."""

    @property
    def index(self) -> dict[str, int]:
        """Where a pile id stands in `piles`."""

    @property
    def hidden(self) -> frozenset[str]:
        """The ids of piles whose cards the player may not see."""

    @property
    def schemes(self) -> Sequence[str]:
        """The numberings of deals that have this game."""

    def numbered(self, scheme: str, number: int) -> tuple["Rules", Deck]:
        """The rules and the deck that give the board of a deal number in one of `schemes`.

        They are these rules, or some of the same game that lay out what these would not.
        `InvalidDeck` when there is no such game or number.
        """

    def lay_out(self, deck: Deck) -> Position:
        """Deal a full deck; `InvalidDeck` when a card is missing or twice there."""

    def gather(self, position: Position) -> Deck:
        """The cards in the order of dealing, if the position is a deal; else in any order."""

    def legal_moves(self, position: Position) -> tuple[Move, ...]:
        """All legal moves, each once, in a pinned order."""

    def apply(self, position: Position, move: Move) -> Position:
        """The position after a legal move."""

    def is_won(self, position: Position) -> bool:
        """Whether every card is home."""

    def refusal(self, position: Position, move: Move) -> IllegalMove:
        """Why a move that is not legal is not."""

    def cards_moved(self, position: Position, move: Move) -> int:
        """How many cards a legal move takes."""

    def cards_home(self, position: Position) -> int:
        """How many cards are home or discarded."""

    def taps(self, position: Position) -> Sequence[Tap]:
        """The legal moves by the piles they can be taken from, the best of each pile first."""

    def blocked(self, position: Position) -> Sequence[Blocked]:
        """The moves that fail for lack of free places alone."""

    def finish(self, position: Position) -> tuple[Move, ...]:
        """The moves home that win the game with nothing else; empty when they do not."""

    def parse_position(self, text: str) -> Position:
        """Read a board text; `InvalidBoard` says what is wrong and where."""

    def position_text(self, position: Position) -> str:
        """Write a position as board text."""
