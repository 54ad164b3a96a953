"""Deals, the stock and games for the staff, to read."""

from django.contrib import admin

from accounts.admin import ReadOnlyAdmin
from games.models import Deal, Game, StockDeal


@admin.register(Game)
class GameAdmin(ReadOnlyAdmin):
    """Games by player, with their logs."""

    list_select_related = ("player",)
    list_display = ("id", "player", "variant", "level", "mode", "status", "version", "created_at")
    list_filter = ("variant", "level", "mode", "status")
    search_fields = ("=id", "=player__id")


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
