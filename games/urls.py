"""The addresses of games and variants."""

from uuid import UUID

from django.urls import path, register_converter
from django.urls.converters import UUIDConverter

from games.api.games import GamesView, GameView, OpsView, ResignView
from games.api.variants import VariantsView, VariantView


class IdConverter(UUIDConverter):
    """An id in either case: some platforms write theirs in upper case."""

    regex = UUIDConverter.regex.replace("a-f", "a-fA-F")

    def to_python(self, value: str) -> UUID:
        """The id."""
        return UUID(value)


register_converter(IdConverter, "id")

urlpatterns = [
    path("variants", VariantsView.as_view(), name="variants"),
    path("variants/<str:key>", VariantView.as_view(), name="variant"),
    path("games", GamesView.as_view(), name="games"),
    path("games/<id:game_id>", GameView.as_view(), name="game"),
    path("games/<id:game_id>/ops", OpsView.as_view(), name="game-ops"),
    path("games/<id:game_id>/resign", ResignView.as_view(), name="game-resign"),
]
