"""The stats app: results of games and what is counted from them."""

from django.apps import AppConfig


class StatsConfig(AppConfig):
    """Registers the ledger of results, the totals and the boards."""

    name = "stats"

    def ready(self) -> None:
        """Follow how players stand: that decides whether the public sees their entries."""
        # Models are there only now.
        from accounts.standing import follow
        from stats.services.entries import follow_player

        follow(follow_player)
