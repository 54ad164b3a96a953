"""The ledger and its corrections, what is counted from it, and the decisions of reviews."""

from stats.models.boards import BoardCount, BoardEntry
from stats.models.corrections import Correction, CountedResult
from stats.models.ledger import GameResult
from stats.models.reviews import Decision, DoubtfulResult
from stats.models.totals import TALLY_FIELDS, Totals

__all__ = [
    "TALLY_FIELDS",
    "BoardCount",
    "BoardEntry",
    "Correction",
    "CountedResult",
    "Decision",
    "DoubtfulResult",
    "GameResult",
    "Totals",
]
