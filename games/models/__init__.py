"""The tables of the games."""

from games.models.deals import Deal, StockDeal
from games.models.games import IDLE_DAYS, Game

__all__ = ["IDLE_DAYS", "Deal", "Game", "StockDeal"]
