"""What the worker was asked and could not do, for the staff to read and to try again."""

import json

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest

from accounts.admin import ReadOnlyAdmin
from accounts.wakes import send
from solver_worker.models import Heartbeat, Solve, UnfinishedTask
from solver_worker.services import retry


class RetriedAdmin(ReadOnlyAdmin):
    """Read-only rows that can be tried again."""

    actions = ("retry",)

    def has_retry_permission(self, request: HttpRequest) -> bool:
        """Whoever may see the rows."""
        return bool(self.has_view_permission(request))


@admin.register(UnfinishedTask)
class UnfinishedTaskAdmin(RetriedAdmin):
    """Tasks under way, and dead letters."""

    list_display = ("name", "args", "status", "attempts", "error", "first_at", "last_at")
    list_filter = ("status", "name")

    @admin.action(description="Try again", permissions=["retry"])
    def retry(self, request: HttpRequest, chosen: QuerySet[UnfinishedTask]) -> None:
        """Give each five tries more."""
        for task in chosen:
            UnfinishedTask.objects.filter(pk=task.pk).update(attempts=0, status="running")
            send(task.name, *json.loads(task.args))


@admin.register(Heartbeat)
class HeartbeatAdmin(ReadOnlyAdmin):
    """When each kind of worker last worked."""

    list_display = ("queue", "at")


@admin.register(Solve)
class SolveAdmin(RetriedAdmin):
    """Questions of players, without what would give their cards away."""

    list_display = ("asked_at", "game_id", "kind", "version", "status", "attempts", "error")
    ordering = ("-asked_at",)
    list_filter = ("status", "kind")
    search_fields = ("=id", "=game__id")
    exclude = ("answer", "line", "progress")

    @admin.action(description="Try again", permissions=["retry"])
    def retry(self, request: HttpRequest, chosen: QuerySet[Solve]) -> None:
        """Give those that have failed five tries more."""
        for solve in chosen:
            retry(solve)
