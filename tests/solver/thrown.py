"""Positions to search from: reached by random moves, or thrown together."""

import random

from games.rules import Building, Card, Position


def wandered(position: Position, moves: int, seed: int) -> Position:
    """The position after random moves, fewer where it gets stuck or is won."""
    choose = random.Random(seed)
    for _ in range(moves):
        if not position.legal_moves:
            break
        position = position.play(choose.choice(position.legal_moves))
    return position


def thrown(rules: Building, left: int, seed: int) -> Position:
    """A board with about this many cards still to play, in columns of any length and in cells."""
    choose = random.Random(seed)
    home = [rules.ranks] * rules.suits
    while sum(home) > rules.ranks * rules.suits - left:
        home[choose.choice([suit for suit, top in enumerate(home) if top])] -= 1
    cards = [
        Card(rank * 4 + suit) for suit, top in enumerate(home) for rank in range(top, rules.ranks)
    ]
    choose.shuffle(cards)
    cells = [(cards.pop(),) if cards and choose.random() < 0.5 else () for _ in range(rules.cells)]
    columns: list[list[Card]] = [[] for _ in range(rules.columns)]
    for card in cards:
        # One number for the pile, so that some columns stay empty and others get long.
        columns[int(rules.columns * choose.random() ** 2)].append(card)
    return Position(
        rules,
        (
            *map(tuple, columns),
            *cells,
            *(tuple(Card(r * 4 + suit) for r in range(top)) for suit, top in enumerate(home)),
        ),
    )
