"""Reports of players to the staff: kept once, whoever sends them how often."""

from collections.abc import Callable
from typing import Any
from uuid import UUID

from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.models import Report, User
from accounts.names import name_key
from accounts.shapes import StrictSerializer
from accounts.standing import lock_standing

NAME_HAS_NO_GAME = _("A name is reported without a game.")


# Results are in an app above this one, which says at start-up how to find a player's.
_finders: list[Callable[[UUID, UUID], bool]] = []


def find_results(finder: Callable[[UUID, UUID], bool]) -> None:
    """Have a function asked whether a player has a result of a game."""
    _finders.append(finder)


class PlayerNotFound(LookupError):
    """No player with this id."""

    code = "not_found"
    pointer = "/user_id"


class ResultNotFound(LookupError):
    """The player has no result of a game with this id."""

    code = "not_found"
    pointer = "/game_id"


class ReportShape(StrictSerializer):
    """A report."""

    kind = serializers.ChoiceField(Report.Kind.values)
    user_id = serializers.UUIDField(help_text="Whose name or result it is.")
    game_id = serializers.UUIDField(
        required=False, allow_null=True, default=None, help_text="Of a result, never of a name."
    )
    text = serializers.CharField(
        max_length=500, required=False, allow_blank=True, default="", help_text="In any language."
    )

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """Else one name could be reported once for every game that there is."""
        if attrs["kind"] == Report.Kind.NAME and attrs["game_id"] is not None:
            refusal = serializers.ErrorDetail(str(NAME_HAS_NO_GAME), "name_has_no_game")
            raise serializers.ValidationError({"game_id": [refusal]})
        return attrs


def report(*, reporter: User, user_id: UUID, kind: str, game_id: UUID | None, text: str) -> None:
    """Keep a report; the same one again changes nothing.

    Raises `PlayerNotFound` or `ResultNotFound`.
    """
    if game_id is not None and not any(finder(user_id, game_id) for finder in _finders):
        raise ResultNotFound(game_id)
    with transaction.atomic():
        try:
            # The name is kept: who is erased at this moment must not leave it behind.
            about = lock_standing(user_id)
        except PermissionDenied:
            raise PlayerNotFound(user_id) from None
        Report.objects.get_or_create(
            reporter=reporter,
            about=about,
            kind=kind,
            game_id=game_id,
            defaults={"name": about.display_name, "text": text},
        )


def take_name_away(reports: Any) -> int:
    """Take the reported names from their players, for good; tells how many reports these were."""
    of_names = reports.filter(kind=Report.Kind.NAME)
    with transaction.atomic():
        locked = User.objects.select_for_update().order_by("pk")
        players = locked.in_bulk(list(of_names.values_list("about", flat=True)))
        for each in of_names:
            # Meanwhile the player may have chosen another, of which nobody complained. A stored
            # key may be older than the letters that are known to look alike.
            player = players[each.about_id]
            if player.display_name and name_key(player.display_name) == name_key(each.name):
                player.display_name, player.name_key = "", None
                player.save(update_fields=["display_name", "name_key", "updated_at"])
        of_names.update(is_upheld=True)
        return int(reports.update(decided_at=timezone.now()))


class ReportsView(APIView):
    """Reports to the staff."""

    throttle_scope = "reports"

    @extend_schema(operation_id="reports_send", request=ReportShape, responses={202: ReportShape})
    def post(self, request: Request) -> Response:
        """Report a name or a result; the staff looks at it."""
        shape = ReportShape(data=request.data)
        shape.is_valid(raise_exception=True)
        assert isinstance(request.user, User)
        report(reporter=request.user, **shape.validated_data)
        return Response(ReportShape(shape.validated_data).data, status=202)
