"""The ledger and the totals in the admin, to look at only."""

from django.contrib import admin
from django.db.models import Model
from django.http import HttpRequest

from stats.models import GameResult, Totals


class ReadOnlyAdmin(admin.ModelAdmin):
    """Shows rows and lets nobody add, change or delete one."""

    # The tables are long: no count of all rows, no list of all players to choose from.
    show_full_result_count = False
    list_select_related = ("player",)

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Nobody adds a row by hand."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        """Nobody changes a row by hand."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        """Nobody deletes a row by hand."""
        return False


@admin.register(GameResult)
class GameResultAdmin(ReadOnlyAdmin):
    """The ledger, newest first."""

    list_display = ("id", "player", "variant", "level", "won", "reason", "assisted", "score")
    search_fields = ("=game_id", "=player__id")


@admin.register(Totals)
class TotalsAdmin(ReadOnlyAdmin):
    """Totals by player, variant and level."""

    list_display = ("id", "player", "variant", "level", "won", "lost", "best_streak")
    search_fields = ("=player__id",)
