"""The games app: deals, games and the moves played in them."""

from django.apps import AppConfig


class GamesConfig(AppConfig):
    """Registers the models of deals and games."""

    name = "games"

    def ready(self) -> None:
        """Offer the boards: of every level that is the same for all, and of every daily."""
        # Models are there only now.
        from games.models import daily_levels
        from games.rules import VARIANTS
        from stats.offered import offer_daily, offer_level

        for variant in VARIANTS.values():
            for level in variant.levels.values():
                if level.rules is not None:
                    offer_level(variant.key, level.key)
        for key in daily_levels():
            offer_daily(key)
