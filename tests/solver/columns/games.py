"""Rules of every kind that the search knows, and positions to search from."""

from itertools import product
from random import Random

from games.rules import RULES, Building, Move, Position, down_any_suit, shuffled

KNOWN = [
    rules
    for rules in RULES.values()
    if isinstance(rules, Building) and rules.fits is down_any_suit and rules.cells == 0
]
KINDS = list(product(("none", "any", "kings"), ("never", "always"), ("suit", "alternating_colour")))
Kind = tuple[str, str, str]


def rules_of(kind: Kind, columns: int, ranks: int, suits: int, first_aces: int = 0) -> Building:
    """Rules of this kind for a deck of a few cards."""
    empty_columns, runs, foundations = kind
    return Building(
        f"{empty_columns}-{runs}-{foundations}-{columns}-{ranks}-{suits}-{first_aces}",
        columns=columns,
        cells=0,
        fits=down_any_suit,
        empty_columns=empty_columns,  # type: ignore[arg-type]
        runs=runs,  # type: ignore[arg-type]
        kings="slide",
        first_aces=first_aces,
        foundations=foundations,  # type: ignore[arg-type]
        ranks=ranks,
        suits=suits,
    )


def dealt(rules: Building, seed: int) -> Position:
    """A random deal, the same for the same seed."""
    return rules.lay_out(shuffled(b"columns %d" % seed, rules.ranks, rules.suits))


def played(rules: Building, seed: int, moves: int) -> Position:
    """A random deal after random moves, more of them home where there is a choice."""
    position, choose = dealt(rules, seed), Random(seed)
    for _ in range(moves):
        if not position.legal_moves:
            break
        weights = [3 if is_home(move) else 2 for move in position.legal_moves]
        position = position.play(choose.choices(position.legal_moves, weights)[0])
    return position


def is_home(move: Move) -> bool:
    """Whether a move goes to a foundation."""
    return move.destination.startswith("h")


def require_win(position: Position, line: tuple[Move, ...]) -> None:
    """Fail unless the rules know every move of the line, and it wins."""
    after = position
    for move in line:
        assert move in after.legal_moves, f"{move} of {' '.join(map(str, line))} on\n{after}"
        after = after.play(move)
    assert after.is_won, f"\n{position}"
