"""Reading games: a player's own, and nobody else's."""

from uuid import UUID

from django.db.models import QuerySet

from accounts.models import User
from games.models import Game


class GameNotFound(LookupError):
    """No game with this id among the player's own."""

    code = "not_found"


def games_of(player: User) -> QuerySet[Game]:
    """The player's games with their deals, newest first."""
    return Game.objects.filter(player_id=player.pk).select_related("deal")


def get_game(*, player: User, game_id: UUID) -> Game:
    """One game of the player with its deal; `GameNotFound` also when it is another player's."""
    try:
        return games_of(player).get(pk=game_id)
    except Game.DoesNotExist:
        raise GameNotFound(game_id) from None


def open_casual_game(*, player: User, variant: str) -> Game | None:
    """The game that holds the player's slot of this variant."""
    held = games_of(player).filter(variant=variant, mode="casual", status="active")
    return held.first()


def open_practice_games(*, player: User) -> int:
    """How many practice games the player has open."""
    return Game.objects.filter(player_id=player.pk, mode="practice", status="active").count()
