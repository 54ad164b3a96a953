"""The ledger with what is counted from it, the boards, and the decisions of reviews."""

from stats.models.boards import BoardCount, BoardEntry
from stats.models.ledger import GameResult
from stats.models.reviews import Decision, DoubtfulResult
from stats.models.totals import TALLY_FIELDS, Totals

__all__ = [
    "TALLY_FIELDS",
    "BoardCount",
    "BoardEntry",
    "Decision",
    "DoubtfulResult",
    "GameResult",
    "Totals",
]
