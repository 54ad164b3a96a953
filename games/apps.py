"""The games app: deals, games and the moves played in them."""

from django.apps import AppConfig


class GamesConfig(AppConfig):
    """Registers the models of deals and games."""

    name = "games"
