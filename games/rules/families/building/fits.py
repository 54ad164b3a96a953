"""Which card goes on which."""

from collections.abc import Callable, Sequence

from games.rules.cards import Card

Fits = Callable[[Card, Card], bool]


def down_in_suit(card: Card, onto: Card) -> bool:
    """Whether a card goes on the next higher card of its own suit."""
    return onto - card == 4


def down_any_suit(card: Card, onto: Card) -> bool:
    """Whether a card goes on a card that is one rank higher, whatever the suits."""
    return (onto >> 2) - (card >> 2) == 1


def down_alternating(card: Card, onto: Card) -> bool:
    """Whether a card goes on a card of the other colour that is one rank higher."""
    return (onto >> 2) - (card >> 2) == 1 and is_red(card) != is_red(onto)


def is_red(card: Card) -> bool:
    """Whether a card is a diamond or a heart."""
    return card & 3 in (1, 2)


def run_length(column: Sequence[Card], fits: Fits) -> int:
    """How many cards at the end of a column are built correctly."""
    length = min(len(column), 1)
    while length < len(column) and fits(column[-length], column[-length - 1]):
        length += 1
    return length
