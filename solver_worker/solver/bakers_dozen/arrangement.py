"""All loose cards on their carriers, and the hops that bring them elsewhere."""

from collections.abc import Collection
from dataclasses import dataclass, field
from typing import NamedTuple


class Step(NamedTuple):
    """A card goes onto a card, or home where that is None."""

    card: int
    onto: int | None


@dataclass
class Arrangement:
    """Which loose card lies on which carrier, and how it came to be so, backwards.

    A hop can be taken back, so `steps` has of each hop the one that does so: read from its end,
    it leads from here to where everything lay at first.
    """

    carriers: frozenset[int] = frozenset()
    below: dict[int, int] = field(default_factory=dict)
    above: dict[int, int] = field(default_factory=dict)
    steps: list[Step] = field(default_factory=list)

    def lay(self, card: int, onto: int) -> None:
        """A card that was not here lies on a carrier now."""
        self.below[card] = onto
        self.above[onto] = card

    def take(self, card: int) -> int:
        """A card is here no longer; what it lay on."""
        carrier = self.below.pop(card)
        del self.above[carrier]
        return carrier

    def hop(self, card: int, onto: int) -> None:
        """Move a card on which nothing lies to a carrier on which nothing lies."""
        if card in self.above or onto in self.above:
            raise AssertionError(f"{card} cannot hop onto {onto} in {self.below}")
        self.steps.append(Step(card, self.take(card)))
        self.lay(card, onto)

    def bare(self, card: int, others: Collection[int] = ()) -> None:
        """Move what lies on a card elsewhere, though not onto any of the others."""
        if card in self.above:
            kid = self.above[card]
            self.bare(kid)
            self.hop(kid, self.free_carrier(kid, others))

    def put(self, card: int, onto: int) -> None:
        """Make a card lie on a carrier."""
        if self.below[card] != onto:
            self.bare(onto)
            self.bare(card)
            self.hop(card, onto)

    def free_carrier(self, card: int, others: Collection[int] = ()) -> int:
        """A carrier for a card on which nothing lies."""
        for carrier in range(card // 4 * 4 + 4, card // 4 * 4 + 8):
            if carrier in self.carriers and carrier not in self.above and carrier not in others:
                return carrier
        raise AssertionError(f"There is no room for {card} in {self.below}")
