"""Deals, the stock, dailies and games for the staff, to read."""

from django.contrib import admin

from accounts.admin import ReadOnlyAdmin
from games.models import Attempt, Daily, Deal, Dump, Game, StockDeal


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

    list_display = ("deal_id", "variant", "level", "rules", "served_at", "published_in")
    list_filter = ("variant", "level")
    exclude = ("deck", "line")


@admin.register(Daily)
class DailyAdmin(ReadOnlyAdmin):
    """The dailies by day; their cards are a secret until then, and not shown here after it."""

    list_select_related = ("proof",)
    list_display = ("date", "variant", "level", "proof", "created_at")
    list_filter = ("variant",)
    ordering = ("-date", "variant")


@admin.register(Attempt)
class AttemptAdmin(ReadOnlyAdmin):
    """Who has attempted which daily, and in which game."""

    list_select_related = ("daily", "player", "game")
    list_display = ("id", "daily", "player", "game")
    search_fields = ("=player__id", "=game__id")


@admin.register(Dump)
class DumpAdmin(ReadOnlyAdmin):
    """The files of open data."""

    list_display = ("month", "kind", "name", "lines", "size", "made_at")
    list_filter = ("kind",)
    ordering = ("-month", "kind")
