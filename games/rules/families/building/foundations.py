"""Which foundations take a card, how its move is written, and what may lie on them."""

from collections.abc import Sequence
from functools import cache

from games.rules.cards import Card
from games.rules.families.building.parameters import Parameters
from games.rules.position import FOUNDATION, Move

write_move = cache(Move)


def takers(rules: Parameters, heights: Sequence[int], card: Card) -> list[int]:
    """The indices in `piles` of the foundations that take a card now; `heights` is of all piles."""
    return [at for at in rules.homes[card] if heights[at] == card >> 2]


def move_home(rules: Parameters, source: str, card: Card, at: int) -> Move:
    """The move of a card to the foundation with this index in `piles`."""
    if rules.foundations == "suit" or not card >> 2:
        return write_move(source, FOUNDATION)
    return write_move(source, rules.piles[at].id)


def is_built_up(rules: Parameters, suit: int, cards: Sequence[Card]) -> bool:
    """Whether these cards, base first, can lie on the foundation of this suit's ace."""
    at = rules.first_foundation + suit
    return all(card >> 2 == rank and at in rules.homes[card] for rank, card in enumerate(cards))
