"""The addresses of games and variants."""

from django.urls import path

from games.api.games import GamesView, GameView, OpsView, ResignView
from games.api.variants import VariantsView, VariantView

urlpatterns = [
    path("variants", VariantsView.as_view(), name="variants"),
    path("variants/<str:key>", VariantView.as_view(), name="variant"),
    path("games", GamesView.as_view(), name="games"),
    path("games/<uuid:game_id>", GameView.as_view(), name="game"),
    path("games/<uuid:game_id>/ops", OpsView.as_view(), name="game-ops"),
    path("games/<uuid:game_id>/resign", ResignView.as_view(), name="game-resign"),
]
