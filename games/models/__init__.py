"""The tables of the games."""

from games.models.dailies import DAILY_LEVELS, Attempt, Daily, daily_levels
from games.models.deals import SERVING_ORDER, Deal, SolvedDeal, StockDeal
from games.models.dumps import Dump
from games.models.games import IDLE_DAYS, Game
from games.models.shares import Share

__all__ = [
    "DAILY_LEVELS",
    "IDLE_DAYS",
    "SERVING_ORDER",
    "Attempt",
    "Daily",
    "Deal",
    "Dump",
    "Game",
    "Share",
    "SolvedDeal",
    "StockDeal",
    "daily_levels",
]
