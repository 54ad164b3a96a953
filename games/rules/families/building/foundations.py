"""Which foundations take a card, how its move is written, and what may lie on them."""

from collections.abc import Sequence
from functools import cache

from games.rules.cards import Card
from games.rules.families.building.parameters import Parameters
from games.rules.position import FOUNDATION, Move, Piles

write_move = cache(Move)


def takers(rules: Parameters, piles: Piles, card: Card) -> Sequence[int]:
    """The indices in `piles` of the foundations that take a card now; an ace opens its own."""
    height = card >> 2
    if not height:
        return (rules.first_foundation + card,)
    return [at for at in rules.of_kind.get(rules.kind(card), ()) if len(piles[at]) == height]


def move_home(rules: Parameters, source: str, card: Card, at: int) -> Move:
    """The move of a card to the foundation with this index in `piles`."""
    if rules.foundations == "suit" or not card >> 2:
        return write_move(source, FOUNDATION)
    return write_move(source, rules.piles[at].id)


def is_built_up(rules: Parameters, suit: int, cards: Sequence[Card]) -> bool:
    """Whether these cards, base first, can lie on the foundation of this suit's ace."""
    same = rules.kind(Card(suit))
    return not cards or (
        cards[0] == suit
        and all(card >> 2 == at and rules.kind(card) == same for at, card in enumerate(cards))
    )
