"""The stats app: results of games and what is counted from them."""

from django.apps import AppConfig


class StatsConfig(AppConfig):
    """Registers the ledger of results and the totals."""

    name = "stats"
