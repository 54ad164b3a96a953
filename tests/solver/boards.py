"""Positions from the middle of games, as players leave them."""

from random import Random

from games.rules import RULES, Move, Position, microsoft_deck
from solver_worker.solver.solution import Verdict
from solver_worker.solver.verdicts import verdict


def is_winnable(position: Position) -> bool:
    answer = verdict(position)
    assert answer.verdict is not Verdict.UNKNOWN
    return answer.verdict is Verdict.WINNABLE


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
