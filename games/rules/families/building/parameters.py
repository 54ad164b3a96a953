"""The parameters of one game of this family, and what follows from them alone."""

from dataclasses import dataclass
from functools import cached_property
from typing import Literal

from games.rules.cards import SUITS, Card
from games.rules.families.building.fits import Fits, down_in_suit, is_red
from games.rules.position import CELL_IDS, COLUMN_IDS, FOUNDATION, Pile, Piles

EmptyColumns = Literal["any", "kings", "none"]
Runs = Literal["by_free_places", "never", "always"]
Kings = Literal["as_dealt", "slide"]
Foundations = Literal["suit", "alternating_colour"]


@dataclass(frozen=True)
class Parameters:
    """What makes a game of this family that game and no other.

    `fits` says which card goes on which, `empty_columns` what may fill an empty column. `runs`
    says what moves together: as many cards as could go one by one over the free places, no two
    cards at all, or any cards that are built correctly. Before play `kings` slide to the base of
    their column or lie as dealt, the `first_aces` of the deck are on their foundations, and the
    last cards of the deck are in `filled_cells`, given by their ids. `foundations` go up in suit,
    or in alternating colour from an ace that gives the foundation its name.
    """

    id: str
    columns: int = 8
    cells: int = 4
    fits: Fits = down_in_suit
    empty_columns: EmptyColumns = "any"
    runs: Runs = "by_free_places"
    kings: Kings = "as_dealt"
    first_aces: int = 0
    foundations: Foundations = "suit"
    filled_cells: str = ""
    ranks: int = 13
    suits: int = 4

    def __hash__(self) -> int:
        return hash(self.id)

    @cached_property
    def piles(self) -> tuple[Pile, ...]:
        """Columns `1` …, cells `a` …, foundations `hC` …."""
        return (
            *(Pile(pile_id, "column") for pile_id in COLUMN_IDS[: self.columns]),
            *(Pile(pile_id, "cell") for pile_id in CELL_IDS[: self.cells]),
            *(Pile(FOUNDATION + suit, "foundation") for suit in SUITS[: self.suits]),
        )

    @cached_property
    def index(self) -> dict[str, int]:
        """Where a pile id stands in `piles`."""
        return {pile.id: at for at, pile in enumerate(self.piles)}

    @cached_property
    def first_foundation(self) -> int:
        """Where the foundations start in `piles`; the cells start after the columns."""
        return self.columns + self.cells

    @cached_property
    def homes(self) -> tuple[tuple[int, ...], ...]:
        """For each card the indices in `piles` of the foundations that can ever take it."""
        return tuple(
            tuple(
                self.first_foundation + suit
                for suit in range(self.suits)
                if self._can_lie(Card(card), Card(suit))
            )
            for card in range(self.ranks * 4)
        )

    def _can_lie(self, card: Card, ace: Card) -> bool:
        # In alternating colour a black ace carries red twos, black threes, and so on.
        if self.foundations == "suit" or card < 4:
            return card & 3 == ace
        return is_red(card) == (is_red(ace) != bool(card >> 2 & 1))

    def is_king(self, card: Card) -> bool:
        """Whether a card has the highest rank of the deck."""
        return card >> 2 == self.ranks - 1

    def fills(self, card: Card) -> bool:
        """Whether a card, or a run with it at its base, may go into an empty column."""
        return self.empty_columns == "any" or (self.empty_columns == "kings" and self.is_king(card))

    def max_run(self, piles: Piles, into_empty: bool) -> int:
        """How many cards can go at once.

        By free places it is one more than the empty cells, doubled by each empty column, since so
        many could go one by one. The cards are judged before any is lifted. A destination that is
        empty itself does not help, nor do empty columns that not every card may fill.
        """
        if self.runs == "never":
            return 1
        if self.runs == "always":
            return self.ranks
        run = 1 + piles[self.columns : self.first_foundation].count(())
        if self.empty_columns == "any":
            run <<= piles[: self.columns].count(()) - into_empty
        return run
