"""Players for the staff to read, and the read-only form of every record that play alone writes."""

from django.contrib import admin
from django.db.models import Model
from django.http import HttpRequest

from accounts.models import User


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
    """Players by name or address, without their secrets."""

    list_display = ("id", "display_name", "is_guest", "locale", "is_active", "created_at")
    list_filter = ("is_guest", "is_active", "is_staff")
    search_fields = ("id", "email", "display_name")
    exclude = ("password",)
