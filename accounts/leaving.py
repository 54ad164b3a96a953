"""A player's own data over HTTP: all of it at once, and the end of the account."""

from typing import Any

from django.http import HttpResponseBase, StreamingHttpResponse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.settings import api_settings
from rest_framework.views import APIView

from accounts.erasure import cancel_deletion
from accounts.exporting import export_lines
from accounts.models import User
from accounts.renderers import TextRenderer
from accounts.shapes import NoBody, StrictSerializer, read_query


class DeletionRequest(StrictSerializer):
    """What proves that it is the player who asks."""

    password = serializers.CharField(
        max_length=4096,
        trim_whitespace=False,
        allow_blank=True,
        default="",
        help_text="Needed where the account has one.",
    )


class DeletionShape(serializers.Serializer[Any]):
    """When a player will be erased."""

    deletion_at = serializers.DateTimeField()


class CancelDeletionView(APIView):
    """The way back."""

    throttle_scope = "reads"

    @extend_schema(operation_id="cancel_deletion", request=None, responses={204: None})
    def post(self, request: Request) -> Response:
        """Stay; the player is not erased."""
        NoBody(data=request.data).is_valid(raise_exception=True)
        assert isinstance(request.user, User)
        cancel_deletion(user=request.user)
        return Response(status=204)


class LinesRenderer(TextRenderer):
    """JSON line by line, as it streams; a problem is the JSON document that it always is."""

    media_type = "application/x-ndjson"
    format = "ndjson"
    charset: str | None = None


class PlainLinesRenderer(LinesRenderer):
    """The same lines under a name that every client knows how to read."""

    media_type = "text/plain"
    format = "text"
    charset = "utf-8"


class ExportQuery(StrictSerializer):
    """Where to go on."""

    cursor = serializers.CharField(
        required=False, help_text="Of the last line that arrived; the rest follows."
    )


class ExportLineShape(serializers.Serializer[Any]):
    """One row of what is stored of the player."""

    kind = serializers.CharField(help_text="The table; `end` says that this was all.")
    row = serializers.DictField(child=serializers.JSONField(allow_null=True))
    cursor = serializers.CharField(allow_null=True)


class ExportView(APIView):
    """All data of the caller."""

    throttle_scope = "exports"
    renderer_classes: list[Any] = [
        LinesRenderer,
        PlainLinesRenderer,
        *api_settings.DEFAULT_RENDERER_CLASSES,
    ]

    @extend_schema(
        operation_id="me_export",
        parameters=[ExportQuery],
        responses={
            (200, LinesRenderer.media_type): ExportLineShape,
            (200, PlainLinesRenderer.media_type): OpenApiTypes.STR,
        },
    )
    def get(self, request: Request) -> HttpResponseBase:
        """Everything that is stored of the caller, a line of JSON a row.

        The stream may break at any line: with the cursor of the last one the rest follows. What
        comes to be meanwhile may be missing.
        """
        query = read_query(request, ExportQuery)
        assert isinstance(request.user, User)
        lines = export_lines(request.user, query.get("cursor", ""))
        is_plain = request.accepted_renderer.format == PlainLinesRenderer.format
        kind = "text/plain; charset=utf-8" if is_plain else LinesRenderer.media_type
        response = StreamingHttpResponse(lines, content_type=kind)
        response["Cache-Control"] = "private, no-store"
        response["Content-Disposition"] = 'attachment; filename="patience.ndjson"'
        return response
