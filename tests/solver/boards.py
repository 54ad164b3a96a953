"""Positions to search from: as players leave them, reached by random moves, or thrown together."""

from collections.abc import Iterable
from random import Random

from games.rules import RULES, Building, Card, Move, Position, microsoft_deck
from solver_worker.solver.bakers_game.verdicts import verdict
from solver_worker.solver.solution import Verdict


def is_winnable(position: Position) -> bool:
    answer = verdict(position)
    assert answer.verdict is not Verdict.UNKNOWN
    return answer.verdict is Verdict.WINNABLE


def replayed(position: Position, line: Iterable[Move]) -> Position:
    """Where a line leads, each of whose moves must be legal."""
    for move in line:
        assert move in position.legal_moves, f"{move} on\n{position}"
        position = position.play(move)
    return position


def weight(position: Position, move: Move) -> int:
    """Players rather build than fill cells."""
    if move.destination == "h":
        return 8
    return 4 if move.destination.isalnum() and position.pile(move.destination) else 1


def played(random: Random, cells: int, moves: int, care: float = 0.9) -> Position:
    """A random deal after random moves; with `care` those that spoil a win are not played."""
    number = random.randrange(1, 2**31)
    position = RULES[f"bakers-game-{cells}-cells-1"].lay_out(microsoft_deck(number))
    for _ in range(moves):
        if not position.legal_moves:
            break
        weights = [weight(position, move) for move in position.legal_moves]
        after = position.play(random.choices(position.legal_moves, weights)[0])
        if random.random() >= care or is_winnable(after):
            position = after
    return position


def wandered(position: Position, moves: int, choose: Random) -> Position:
    """The position after random moves, fewer where it gets stuck or is won."""
    for _ in range(moves):
        if not position.legal_moves:
            break
        position = position.play(choose.choice(position.legal_moves))
    return position


def thrown(rules: Building, left: int, seed: int) -> Position:
    """A board with about this many cards still to play, in columns of any length and in cells."""
    choose = Random(seed)
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
