"""Other programs' boards for a deal number, as rules and a deck that give them."""

from dataclasses import replace
from typing import Any, TypeVar

from games.rules.cards import Card, Deck
from games.rules.families.building.fits import down_any_suit
from games.rules.families.building.layout import lay_out
from games.rules.families.building.parameters import Parameters
from games.rules.numbers import SCHEMES, numbered_deck
from games.rules.position import CELL_IDS

Rules = TypeVar("Rules", bound=Parameters)


def schemes(rules: Parameters) -> tuple[str, ...]:
    """The numberings that have this game: KPat knows none that starts with aces home."""
    return tuple(scheme for scheme in SCHEMES if scheme != "kpat" or not rules.first_aces)


def numbered(rules: Rules, scheme: str, number: int) -> tuple[Rules, Deck]:
    """The rules and the deck that lay the board of a number out.

    They are the rules on offer wherever a deck gives that board under them, and else those that
    differ from them in how cards lie before play alone. `InvalidDeck` where the scheme has no
    such game or number.
    """
    deck = numbered_deck(scheme, number, schemes(rules))
    if scheme == "ms":
        return rules, deck
    if filled := len(rules.filled_cells):
        if scheme == "pysolfc":
            return _like(rules, filled_cells=CELL_IDS[: 2 * filled : 2]), deck
        return first_cells(rules), deck[filled:] + deck[:filled]
    if rules.fits is not down_any_suit:
        return rules, deck
    deck = _aces_in_front(rules, _kings_swapped(rules, deck[::-1] if scheme == "pysolfc" else deck))
    slid, plain = _like(rules, kings="slide"), as_dealt(rules)
    return (slid if lay_out(slid, deck) == lay_out(plain, deck) else plain), deck


def as_dealt(rules: Rules) -> Rules:
    """The same game with its kings where they were dealt."""
    return _like(rules, "as-dealt", kings="as_dealt")


def first_cells(rules: Rules) -> Rules:
    """The same game with cards in its first cells, as many as it has in others."""
    filled = CELL_IDS[: len(rules.filled_cells)]
    return _like(rules, "first-cells", filled_cells=filled)


def _like(rules: Rules, words: str = "", **changes: Any) -> Rules:
    name, _, version = rules.id.rpartition("-")
    for others in ("-as-dealt", "-first-cells"):
        name = name.removesuffix(others)
    return replace(rules, id="-".join(filter(None, (name, words, version))), **changes)


def _kings_swapped(rules: Parameters, deck: Deck) -> Deck:
    """Both programs let a king change places with the lowest other card of its column."""
    cards = list(deck)
    for at, card in enumerate(deck):
        if rules.is_king(card):
            column = range(at % rules.columns, at, rules.columns)
            lower = next((to for to in column if not rules.is_king(cards[to])), at)
            cards[at], cards[lower] = cards[lower], cards[at]
    return tuple(cards)


def _aces_in_front(rules: Parameters, deck: Deck) -> Deck:
    """PySolFC takes the last aces of its deck out, after its kings have changed places."""
    aces: list[Card] = [card for card in deck if card < 4][4 - rules.first_aces :]
    return (*aces, *(card for card in deck if card not in aces))
