"""The rules of a game that builds down on columns and up on foundations, as one object."""

from collections.abc import Sequence
from typing import ClassVar

from games.rules.cards import Card, Deck
from games.rules.errors import IllegalMove
from games.rules.families.building import finish, layout, moves, numberings, refusals, taps
from games.rules.families.building.boardtext import parse_position, position_text
from games.rules.families.building.foundations import is_built_up
from games.rules.families.building.parameters import Parameters
from games.rules.position import Blocked, Move, Position, Tap


class Building(Parameters):
    """The rules of one game, given by its parameters.

    Piles are the columns, the cells and the foundations, in this order. Cards never leave a
    foundation. Cards move one at a time or as a run, which is one move.
    """

    bonus: ClassVar[int] = 600_000
    hidden: ClassVar[frozenset[str]] = frozenset()

    @property
    def schemes(self) -> tuple[str, ...]:
        """Microsoft, PySolFC and KPat, where they have this game."""
        return numberings.schemes(self)

    def numbered(self, scheme: str, number: int) -> tuple["Building", Deck]:
        """These rules if a deck gives that board under them, else like ones that lay it out."""
        return numberings.numbered(self, scheme, number)

    def lay_out(self, deck: Deck) -> Position:
        """Deal left to right, row by row, all face up, and prepare what the parameters say."""
        return Position(self, layout.lay_out(self, deck))

    def gather(self, position: Position) -> Deck:
        """The first aces, the columns row by row, and the filled cells."""
        return layout.gathered(self, position.piles)

    def is_won(self, position: Position) -> bool:
        """Whether every foundation reaches the king."""
        return self.cards_home(position) == self.ranks * self.suits

    def cards_home(self, position: Position) -> int:
        """How many cards lie on the foundations."""
        return sum(map(len, position.piles[self.first_foundation :]))

    def legal_moves(self, position: Position) -> tuple[Move, ...]:
        """By source pile, then destination (columns, cells, home), then count."""
        return moves.legal_moves(self, position.piles)

    def cards_moved(self, position: Position, move: Move) -> int:
        """The written count into an empty column; onto a card, the one that fits; else one."""
        return moves.cards_moved(self, position.piles, move)

    def apply(self, position: Position, move: Move) -> Position:
        """Lift the cards and lay them down."""
        return Position(self, moves.play(self, position.piles, move))

    def taps(self, position: Position) -> tuple[Tap, ...]:
        """Home first, then builds, empty columns, cells, and what changes nothing."""
        return taps.taps(self, position.piles, position.legal_moves)

    def blocked(self, position: Position) -> tuple[Blocked, ...]:
        """Runs that fit their destination but are longer than the free places allow."""
        return tuple(moves.blocked(self, position.piles))

    def finish(self, position: Position) -> tuple[Move, ...]:
        """The moves home, lowest source first, over and over, if they win the game."""
        return finish.finish(self, position.piles)

    def refusal(self, position: Position, move: Move) -> IllegalMove:
        """Why a move is not legal, with `max_run` where only the number of cards is wrong."""
        return refusals.refusal(self, position.piles, move)

    def parse_position(self, text: str) -> Position:
        """Read a board text; `InvalidBoard` says what is wrong and where."""
        return parse_position(self, text, self._is_foundation)

    def _is_foundation(self, suit: int, cards: Sequence[Card]) -> bool:
        return is_built_up(self, suit, cards)

    def position_text(self, position: Position) -> str:
        """Write a position as board text."""
        return position_text(position)
