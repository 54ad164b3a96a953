"""Deals that nobody has seen before, each with a line that wins it."""

import secrets
from collections.abc import Iterator

from games.rules import Deck, Move, Rules, shuffled
from solver_worker.solver import Effort, Limits, solve


def proven_deals(rules: Rules, limits: Limits) -> Iterator[tuple[Deck, tuple[Move, ...]]]:
    """Shuffle with random bits and solve, for ever; deals that are not proven winnable are left.

    The rules have replayed each line. Every winnable deal is equally likely, as far as the limits
    are wide enough.
    """
    while True:
        deck = shuffled(secrets.token_bytes(32), rules.ranks, rules.suits)
        solution = solve(rules.lay_out(deck), limits, Effort.PAR)
        if solution.line:
            yield deck, solution.line
