"""The parameters of a pairing game and the piles it is played with."""

from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar, Literal

from games.rules.cards import Card
from games.rules.position import COLUMN_IDS, DISCARD, STOCK, Pile, Piles

Grace = Literal["extra_piles", "first_piles"]


@dataclass(frozen=True)
class Parameters:
    """What tells one game of this family from another.

    Piles are the playing piles, the grace piles, the stock and the discard, in this order. The
    stock is hidden and in dealing order, the next card first; the discard is in the order of
    discarding. The last cards of the playing and the grace piles are available: a king goes
    alone, two cards go together when their ranks total the king's.

    Laying puts one card on each playing pile. Of a last row that is shorter each card becomes a
    grace pile, or with `grace` "first_piles" it goes on the first playing piles. `kings_first`
    discards the kings before the first row. `spaces` lets available cards go to empty playing
    piles; `pair_beneath` lets one go with the card right beneath it; `forced_discards` allows no
    laying while any discard is possible, of whatever kind these rules have. With `refills`
    nothing is laid: whatever place a discard empties gets the next card at once.
    """

    id: str
    pile_count: int = 5
    kings_first: bool = False
    spaces: bool = False
    pair_beneath: bool = False
    forced_discards: bool = False
    grace: Grace = "extra_piles"
    refills: bool = False
    ranks: int = 13
    suits: int = 4

    hidden: ClassVar[frozenset[str]] = frozenset({STOCK})

    def __hash__(self) -> int:
        return hash(self.id)

    @property
    def bonus(self) -> int:
        """Nothing where the order of the discards does not matter: such a win is luck alone."""
        return 0 if self.refills else 200_000

    @cached_property
    def grace_count(self) -> int:
        """How many grace piles there are: the cards of the last, short row."""
        if self.refills or self.grace == "first_piles":
            return 0
        return self.cards % self.pile_count

    @property
    def cards(self) -> int:
        """How many cards are laid in a game."""
        return (self.ranks - self.kings_first) * self.suits

    @cached_property
    def piles(self) -> tuple[Pile, ...]:
        """Playing piles `1` …, grace piles numbered on from there, `stock`, `discard`."""
        kinds = ["column"] * self.pile_count + ["grace"] * self.grace_count
        return (
            *(Pile(pile_id, kind) for pile_id, kind in zip(COLUMN_IDS, kinds, strict=False)),
            Pile(STOCK, STOCK),
            Pile(DISCARD, DISCARD),
        )

    @cached_property
    def index(self) -> dict[str, int]:
        """Where a pile id stands in `piles`."""
        return {pile.id: at for at, pile in enumerate(self.piles)}

    @cached_property
    def stock(self) -> int:
        """Where the stock stands in `piles`, after all piles with available cards."""
        return self.pile_count + self.grace_count

    def is_king(self, card: Card) -> bool:
        """Whether a card goes alone."""
        return card >> 2 == self.ranks - 1

    def partner(self, card: Card) -> int:
        """The rank, counted from 0, of the cards that go with a card; below 0 for a king."""
        return self.ranks - 2 - (card >> 2)

    def is_pair(self, card: Card, other: Card) -> bool:
        """Whether two cards go together."""
        return other >> 2 == self.partner(card)

    def is_idle(self, piles: Piles, at: int) -> bool:
        """Whether going to a space gives a pile another number and nothing else.

        While there is a stock the number says which card will cover it. A grace place that is
        left is no space.
        """
        return at < self.pile_count and len(piles[at]) == 1 and not piles[self.stock]
