"""Reports of players to the staff: kept once, whoever sends them how often."""

from typing import Any
from uuid import UUID

from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.models import Report, User
from accounts.shapes import StrictSerializer


class PlayerNotFound(LookupError):
    """No player with this id."""

    code = "not_found"
    pointer = "/user_id"


class ReportShape(StrictSerializer):
    """A report."""

    kind = serializers.ChoiceField(Report.Kind.values)
    user_id = serializers.UUIDField(help_text="Whose name or result it is.")
    game_id = serializers.UUIDField(
        required=False, allow_null=True, default=None, help_text="Of a result."
    )
    text = serializers.CharField(
        max_length=500, required=False, allow_blank=True, default="", help_text="In any language."
    )


def report(*, reporter: User, user_id: UUID, kind: str, game_id: UUID | None, text: str) -> None:
    """Keep a report; the same one again changes nothing. Raises `PlayerNotFound`."""
    about = User.objects.filter(pk=user_id, erased_at__isnull=True).first()
    if about is None:
        raise PlayerNotFound(user_id)
    Report.objects.get_or_create(
        reporter=reporter,
        about=about,
        kind=kind,
        game_id=game_id,
        defaults={"name": about.display_name, "text": text},
    )


def take_name_away(reports: Any) -> int:
    """Leave the players of these reports without a name, and note when; tells how many reports."""
    names = User.objects.filter(pk__in=reports.filter(kind="name").values("about"))
    names.update(display_name="", name_key=None, updated_at=timezone.now())
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
