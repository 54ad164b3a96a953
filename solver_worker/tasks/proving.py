"""Finding deals that can be won: drawn at random, solved, and taken into the stock with proof."""

import logging
import secrets

from games.rules import VARIANTS, shuffled
from games.services.stock import NotAProof, add_proven_deal
from solver_worker.metrics import count_solve
from solver_worker.solver import (
    Effort,
    Limits,
    UnsupportedRules,
    Verdict,
    WrongProof,
    identity,
    solve,
)

# A deal that takes more than this is left for another one: there are enough.
LIMITS = Limits(positions=1_000_000)
EFFORT = Effort.HINT

logger = logging.getLogger("patience.worker")


class CannotProve(Exception):
    """No deal of this level can be proven, now or ever."""


def prove_one(variant: str, level: str) -> bool:
    """Draw a deal of a level and take it into the stock, if it is found to be winnable.

    Raises `CannotProve` where no search knows the rules, or the solver's line does not win by
    the rules that are served: then nothing is taken in, and somebody must look.
    """
    rules = VARIANTS[variant].levels[level].rules
    assert rules is not None
    deck = shuffled(secrets.token_bytes(32))
    try:
        found = solve(rules.lay_out(deck), LIMITS, EFFORT)
        count_solve("stock", found.verdict, found.seconds)
        if found.verdict is not Verdict.WINNABLE:
            return False
        line = " ".join(map(str, found.line))
        added = add_proven_deal(
            variant=variant, level=level, deck=deck, line=line, solver=identity(EFFORT, LIMITS)
        )
        return added is not None
    except UnsupportedRules as problem:
        logger.warning("no solver for the deals of %s %s", variant, level)
        raise CannotProve(variant, level) from problem
    except (WrongProof, NotAProof) as problem:
        logger.exception("no deals of %s %s", variant, level)
        raise CannotProve(variant, level) from problem
