"""What is counted of games for Prometheus, when it is committed."""

from collections.abc import Iterable

from django.db import transaction
from prometheus_client import Counter

from games.models import Game
from games.rules import COMMANDS, Op

OPS = Counter(
    "patience_ops",
    "Ops that were accepted: `move`, or the letter of another op.",
    ["variant", "op"],
)
ENDED = Counter(
    "patience_games_ended",
    "Games that ended, by outcome: `won`, or why they were lost.",
    ["variant", "level", "mode", "outcome"],
)


def count_ops(variant: str, ops: Iterable[Op]) -> None:
    """Count ops that were just stored."""
    for op in ops:
        OPS.labels(variant, op.text if op.text in COMMANDS else "move").inc()


def count_end(game: Game) -> None:
    """Count the end of a game once the caller's transaction is committed."""
    ended = ENDED.labels(game.variant, game.level, game.mode, game.reason or game.status)
    # A lambda: where a robust callback fails, Django's report of it asks for a function's name.
    transaction.on_commit(lambda: ended.inc(), robust=True)
