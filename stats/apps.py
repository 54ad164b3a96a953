"""The stats app: results of games and what is counted from them."""

from django.apps import AppConfig


class StatsConfig(AppConfig):
    """Registers the ledger of results, the totals and the boards."""

    name = "stats"

    def ready(self) -> None:
        """Follow how players stand, which decides what the public sees; find what is reported."""
        # Models are there only now.
        from accounts.reports import find_results
        from accounts.standing import follow
        from stats.selectors.ledger import has_result
        from stats.services.entries import follow_player

        follow(follow_player)
        find_results(has_result)
