"""Deals, the stock and games for the staff, to read."""

from django.contrib import admin
from django.db.models import Model
from django.http import HttpRequest

from games.models import Deal, Game, StockDeal


class ReadOnlyAdmin(admin.ModelAdmin):
    """Shows everything and changes nothing: games are written by play alone."""

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Never."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        """Never."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        """Never."""
        return False


@admin.register(Game)
class GameAdmin(ReadOnlyAdmin):
    """Games by player, with their logs."""

    list_display = ("id", "player", "variant", "level", "mode", "status", "version", "created_at")
    list_filter = ("variant", "level", "mode", "status")
    search_fields = ("id", "player__id")


@admin.register(Deal)
class DealAdmin(ReadOnlyAdmin):
    """Deals without what would give them away while they are played."""

    list_display = ("id", "scheme", "number", "created_at")
    exclude = ("deck", "salt")


@admin.register(StockDeal)
class StockDealAdmin(ReadOnlyAdmin):
    """The stock without the cards and the lines."""

    list_display = ("deal_id", "variant", "level", "rules", "served_at")
    list_filter = ("variant", "level")
    exclude = ("deck", "line")
