"""Games that discard kings and pairs that total a king's rank: Baroness and Thirteens."""

from collections.abc import Iterator, Sequence
from functools import cache
from typing import ClassVar

from games.rules.cards import Card, Deck, require_full_deck
from games.rules.errors import IllegalMove
from games.rules.families.pairing.boardtext import parse_position, position_text
from games.rules.families.pairing.parameters import Parameters
from games.rules.families.pairing.refusals import refused
from games.rules.families.pairing.taps import taps
from games.rules.numbers import numbered_deck
from games.rules.position import LAY, SPACE, Blocked, Move, Piles, Position, Tap

_move = cache(Move)
_LAY = Move(LAY)
_NO_RANK = -1


class Pairing(Parameters):
    """The rules of one game, as its parameters say.

    Laying puts one card on each playing pile; of a last row that is shorter each card becomes a
    grace pile or goes on the first playing piles. A king goes alone, and so do two cards of
    different piles that total a king; whatever place this empties is refilled at once, or not,
    until the next row is laid.
    """

    # KPat has none of these games.
    schemes: ClassVar[tuple[str, ...]] = ("ms", "pysolfc")

    def numbered(self, scheme: str, number: int) -> tuple["Pairing", Deck]:
        """A number's deck as it is: it is laid row by row there, too."""
        return self, numbered_deck(scheme, number, self.schemes)

    def lay_out(self, deck: Deck) -> Position:
        """Lay the first row; kings that go first are discarded by suit, not as they came."""
        require_full_deck(deck, self.ranks, self.suits)
        kings: tuple[Card, ...] = ()
        if self.kings_first:
            kings = tuple(sorted(card for card in deck if self.is_king(card)))
            deck = tuple(card for card in deck if not self.is_king(card))
        return Position(self, self._laid([()] * self.stock + [deck, kings]))

    def _laid(self, piles: list[tuple[Card, ...]]) -> Piles:
        stock = piles[self.stock]
        is_short = len(stock) < self.pile_count
        first = self.pile_count if is_short and self.grace_count else 0
        for at, card in enumerate(stock[: self.pile_count], first):
            piles[at] += (card,)
        piles[self.stock] = stock[self.pile_count :]
        return tuple(piles)

    def gather(self, position: Position) -> Deck:
        """The first row, the stock, and the kings that are discarded before."""
        return tuple(card for pile in position.piles for card in pile)

    def is_won(self, position: Position) -> bool:
        """Whether every card is discarded."""
        return self.cards_home(position) == self.ranks * self.suits

    def cards_home(self, position: Position) -> int:
        """How many cards are discarded."""
        return len(position.piles[-1])

    def legal_moves(self, position: Position) -> tuple[Move, ...]:
        """By source pile: a king, pairs by the other pile, spaces by number; laying comes last."""
        piles = position.piles
        tops = [pile[-1] >> 2 if pile else _NO_RANK for pile in piles[: self.stock]]
        moves: list[Move] = []
        has_discards = False
        for at, top in enumerate(tops):
            if top != _NO_RANK:
                discards = [*self._discards(piles[at], at, tops)]
                has_discards = has_discards or bool(discards)
                moves += discards
                if self.spaces:
                    moves += self._moves_to_spaces(piles, at)
        if piles[self.stock] and not self.refills and not (self.forced_discards and has_discards):
            moves.append(_LAY)
        return tuple(moves)

    def _discards(self, pile: tuple[Card, ...], at: int, tops: list[int]) -> Iterator[Move]:
        source = self.piles[at].id
        if self.is_king(pile[-1]):
            yield _move(source)
            return
        if self.pair_beneath and len(pile) > 1 and self.is_pair(pile[-1], pile[-2]):
            yield _move(source, source)
        wanted = self.partner(pile[-1])
        for to in range(at + 1, self.stock):
            if tops[to] == wanted:
                yield _move(source, self.piles[to].id)

    def _moves_to_spaces(self, piles: Piles, at: int) -> Iterator[Move]:
        if self.is_idle(piles, at):
            return
        for to in range(self.pile_count):
            if not piles[to]:
                yield _move(self.piles[at].id, SPACE + self.piles[to].id)

    def cards_moved(self, position: Position, move: Move) -> int:
        """The cards of the row that is laid, two of a pair, else one."""
        if move == _LAY:
            return min(self.pile_count, len(position.piles[self.stock]))
        return 2 if move.destination in self.index else 1

    def apply(self, position: Position, move: Move) -> Position:
        """Lay, discard or fill a space; after a discard the first named place is refilled first."""
        piles = list(position.piles)
        if move == _LAY:
            return Position(self, self._laid(piles))
        if move.destination.startswith(SPACE):
            at, to = self.index[move.source], self.index[move.destination[1:]]
            piles[to] = piles[at][-1:]
            piles[at] = piles[at][:-1]
            return Position(self, tuple(piles))
        places = [self.index[each] for each in (move.source, move.destination) if each]
        for at in places:
            piles[-1] += piles[at][-1:]
            piles[at] = piles[at][:-1]
        if self.refills:
            for at in places:
                piles[at] += piles[self.stock][:1]
                piles[self.stock] = piles[self.stock][1:]
        return Position(self, tuple(piles))

    def taps(self, position: Position) -> tuple[Tap, ...]:
        """Kings first, then pairs, spaces, and what changes nothing."""
        return taps(self, position.piles, position.legal_moves)

    def blocked(self, position: Position) -> Sequence[Blocked]:
        """Nothing: cards go one by one."""
        return ()

    def finish(self, position: Position) -> tuple[Move, ...]:
        """Nothing: every discard is the player's own."""
        return ()

    def refusal(self, position: Position, move: Move) -> IllegalMove:
        """Why a move is not legal."""
        return IllegalMove(refused(self, position.piles, move))

    def parse_position(self, text: str) -> Position:
        """Read a board text; `InvalidBoard` says what is wrong and where."""
        return Position(self, parse_position(self, text))

    def position_text(self, position: Position) -> str:
        """Write a position as board text."""
        return position_text(position)
