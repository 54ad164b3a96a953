"""Cards as small integers, their two-character names, and decks of them."""

from collections.abc import Iterable, Sequence
from typing import NewType

from games.rules.errors import InvalidDeck

Card = NewType("Card", int)
Deck = tuple[Card, ...]

RANKS = "A23456789TJQK"
SUITS = "CDHS"

NAMES = tuple(rank + suit for rank in RANKS for suit in SUITS)
_CARDS = {name: Card(number) for number, name in enumerate(NAMES)}


def rank(card: Card) -> int:
    """The rank from 1 (ace) to 13 (king)."""
    return (card >> 2) + 1


def suit(card: Card) -> int:
    """The suit as an index into `SUITS`."""
    return card & 3


def name(card: Card) -> str:
    """The name of a card: rank, then suit (`TD` is the ten of diamonds)."""
    return NAMES[card]


def parse_card(text: str) -> Card:
    """The card with this name; `InvalidDeck` when there is none."""
    try:
        return _CARDS[text]
    except KeyError:
        raise InvalidDeck("unknown_card", card=text[:8]) from None


def ordered_deck(ranks: int = 13, suits: int = 4) -> Deck:
    """The unshuffled deck: aces first, within a rank clubs, diamonds, hearts, spades."""
    return tuple(Card(r * 4 + s) for r in range(ranks) for s in range(suits))


def deck_text(deck: Iterable[Card]) -> str:
    """The names of the cards in dealing order, without separators."""
    return "".join(map(NAMES.__getitem__, deck))


def parse_deck(text: str) -> Deck:
    """Read what `deck_text` wrote; which cards must be there is for the rules to say."""
    if len(text) % 2:
        raise InvalidDeck("unknown_card", card=text[-1])
    return tuple(parse_card(text[at : at + 2]) for at in range(0, len(text), 2))


def require_full_deck(cards: Sequence[Card], ranks: int = 13, suits: int = 4) -> None:
    """Raise `InvalidDeck` unless these are all cards of the deck, each once, in any order."""
    seen: set[Card] = set()
    for index, card in enumerate(cards):
        if card in seen:
            raise InvalidDeck("duplicate_card", card=name(card), index=index)
        if rank(card) > ranks or suit(card) >= suits:
            raise InvalidDeck("unknown_card", card=name(card), index=index)
        seen.add(card)
    missing = [name(card) for card in ordered_deck(ranks, suits) if card not in seen]
    if missing:
        raise InvalidDeck("deck_incomplete", missing=" ".join(missing), count=len(missing))
