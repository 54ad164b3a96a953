"""The ledger and the totals in the admin, to look at only."""

from django.contrib import admin

from accounts.admin import ReadOnlyAdmin
from stats.models import GameResult, Totals


@admin.register(GameResult)
class GameResultAdmin(ReadOnlyAdmin):
    """The ledger, newest first."""

    list_select_related = ("player",)
    list_display = ("id", "player", "variant", "level", "won", "reason", "assisted", "score")
    search_fields = ("=game_id", "=player__id")


@admin.register(Totals)
class TotalsAdmin(ReadOnlyAdmin):
    """Totals by player, variant and level."""

    list_select_related = ("player",)
    list_display = ("id", "player", "variant", "level", "won", "lost", "best_streak")
    search_fields = ("=player__id",)
