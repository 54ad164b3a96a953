"""The tables of the games."""

from games.models.dailies import DAILY_LEVELS, Attempt, Daily, daily_levels
from games.models.deals import Deal, StockDeal
from games.models.games import IDLE_DAYS, Game

__all__ = [
    "DAILY_LEVELS",
    "IDLE_DAYS",
    "Attempt",
    "Daily",
    "Deal",
    "Game",
    "StockDeal",
    "daily_levels",
]
