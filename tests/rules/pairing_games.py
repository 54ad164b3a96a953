"""Tiny pairing games, and tables of pairing games that no deal need have led to."""

import random
from itertools import product
from typing import Any

from games.rules import Card, Deck, Pairing, Position, ordered_deck

SIZES = ((1, 1), (3, 2), (4, 3), (5, 1), (5, 4), (13, 1))
OFF_OR_ON = (False, True)


def _tiny(pile_count: int, ranks: int, suits: int, **switches: Any) -> Pairing:
    words = "-".join(str(value) for value in switches.values())
    name = f"tiny-{pile_count}-{ranks}-{suits}-{words}"
    return Pairing(name, pile_count=pile_count, ranks=ranks, suits=suits, **switches)


TINY_PAIRINGS = (
    *(
        _tiny(
            piles,
            *size,
            kings_first=kings_first,
            spaces=spaces,
            pair_beneath=pair_beneath,
            forced_discards=forced,
            grace=grace,
        )
        for piles, size in product((1, 2, 3, 5), SIZES)
        for kings_first, spaces, pair_beneath, forced in product(OFF_OR_ON, repeat=4)
        for grace in ("extra_piles", "first_piles")
    ),
    *(
        _tiny(places, *size, kings_first=kings_first, refills=True)
        for places, size in product((1, 2, 3, 7), SIZES)
        for kings_first in OFF_OR_ON
    ),
)


def scattered(rules: Pairing, chance: random.Random) -> Position:
    """A stock as long as it can be, or none, and the other cards on piles or discarded at will."""
    cards = list(ordered_deck(rules.ranks, rules.suits))
    chance.shuffle(cards)
    kings = sorted(card for card in cards if rules.kings_first and card >> 2 == rules.ranks - 1)
    cards = [card for card in cards if card not in kings]
    stock = _stock(rules, cards, chance)
    cards = cards[len(stock) :]
    if rules.refills:
        shown = rules.pile_count if stock else chance.randint(0, rules.pile_count)
        places = [(card,) for card in cards[:shown]]
        places += [()] * (rules.pile_count - len(places))
        chance.shuffle(places)
        return Position(rules, (*places, stock, (*kings, *cards[shown:])))
    piles: list[list[Card]] = [[] for _ in range(rules.pile_count)]
    grace: list[tuple[Card, ...]] = [()] * rules.grace_count
    discard = list(kings)
    eager, used = chance.random(), chance.randint(1, rules.pile_count)
    for card in cards:
        free = [at for at, pile in enumerate(grace) if not pile and not stock]
        if chance.random() < eager:
            discard.append(card)
        elif free and chance.random() < 0.3:
            grace[chance.choice(free)] = (card,)
        else:
            chance.choice(piles[:used]).append(card)
    chance.shuffle(piles)
    return Position(rules, (*map(tuple, piles), *grace, stock, tuple(discard)))


def _stock(rules: Pairing, cards: list[Card], chance: random.Random) -> Deck:
    """Of the cards so many that a game comes to it; rows are laid whole."""
    if chance.random() < 0.3:
        return ()
    if rules.refills:
        return tuple(cards[: chance.randint(0, max(0, len(cards) - rules.pile_count))])
    rows, rest = divmod(len(cards), rules.pile_count)
    return tuple(cards[: rest + rules.pile_count * chance.randint(0, rows)])
