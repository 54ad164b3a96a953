"""Players for the staff to read, and the read-only form of every record that play alone writes."""

from allauth.account.admin import EmailAddress
from allauth.usersessions.admin import UserSession
from django.contrib import admin
from django.db.models import Model, QuerySet
from django.http import HttpRequest
from django.utils import timezone

from accounts.models import Report, User
from accounts.reports import take_name_away
from accounts.standing import restore, suspend

# allauth's own pages show tokens, with which one could act as their players; let addresses be
# changed past all that follows from it; and have every address noted for ever in the log of the
# staff's changes. They are registered by the imports above.
admin.site.unregister([EmailAddress, UserSession])


class ReadOnlyAdmin(admin.ModelAdmin):
    """Shows rows and changes nothing, whoever looks."""

    # The tables are long: no count of all rows, no list of all players to choose from.
    show_full_result_count = False

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Never."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        """Never."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        """Never."""
        return False


@admin.register(User)
class UserAdmin(ReadOnlyAdmin):
    """Players by name or address, without their secrets; some of the staff may suspend them."""

    list_display = ("id", "display_name", "is_guest", "locale", "is_active", "created_at")
    list_filter = ("is_guest", "is_active", "is_staff")
    search_fields = ("id", "email", "display_name")
    exclude = ("password",)
    actions = ("suspend_players", "restore_players")

    def has_suspend_permission(self, request: HttpRequest) -> bool:
        """Whether this member of the staff may suspend players and let them in again."""
        return request.user.has_perm("accounts.change_user")

    @admin.action(description="Suspend", permissions=["suspend"])
    def suspend_players(self, request: HttpRequest, chosen: QuerySet[User]) -> None:
        """Suspend the chosen players; not those of the staff, who could lock each other out."""
        for user in chosen.filter(is_staff=False).order_by("pk"):
            suspend(user)

    @admin.action(description="End the suspension", permissions=["suspend"])
    def restore_players(self, request: HttpRequest, chosen: QuerySet[User]) -> None:
        """End the suspension of the chosen players."""
        for user in chosen.filter(erased_at__isnull=True).order_by("pk"):
            restore(user)


@admin.register(Report)
class ReportAdmin(ReadOnlyAdmin):
    """What players reported; names can be taken away."""

    list_display = ("created_at", "kind", "name", "about", "game_id", "text", "decided_at")
    list_filter = ("kind", ("decided_at", admin.EmptyFieldListFilter))
    list_select_related = ("about",)
    actions = ("take_names_away", "leave_it")

    def has_decide_permission(self, request: HttpRequest) -> bool:
        """Whether this member of the staff may decide about reports."""
        return request.user.has_perm("accounts.change_report")

    @admin.action(description="Take the names away", permissions=["decide"])
    def take_names_away(self, request: HttpRequest, chosen: QuerySet[Report]) -> None:
        """Leave the players of the chosen reports of names without one."""
        take_name_away(Report.objects.filter(pk__in=chosen.values("pk")))

    @admin.action(description="Leave it as it is", permissions=["decide"])
    def leave_it(self, request: HttpRequest, chosen: QuerySet[Report]) -> None:
        """Note that the chosen reports were looked at."""
        Report.objects.filter(pk__in=chosen.values("pk")).update(decided_at=timezone.now())
