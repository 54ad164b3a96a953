"""Open data over HTTP: which files there are, and the files."""

from typing import Any

from django.http import FileResponse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import generics
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.settings import api_settings
from rest_framework.views import APIView

from accounts.renderers import TextRenderer
from accounts.shapes import read_query
from games.api.documents import documents_etag
from games.api.dump_answers import DumpSerializer
from games.models import Dump
from games.services.dumps import open_dump

KINDS = list(Dump.Kind)
_LIST = "public, max-age=300"
# A file never changes, but may have to be taken back.
_FILE = "public, max-age=86400"


class DumpsView(generics.ListAPIView[Dump]):
    """The files of open data."""

    permission_classes = (AllowAny,)
    throttle_scope = "reads"
    serializer_class = DumpSerializer
    queryset = Dump.objects.all()
    ordering = ("-month", "kind")
    # Its answers are the same for everybody, and so are the cursors in them.
    is_shared = True

    @extend_schema(operation_id="dumps_list")
    def get(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        """The files of every month, the latest first, a week after its end.

        Boards are those of the dailies; deals are proven ones that nobody plays for a board any
        more; games are counted ones, on cards that are no secret. No line leads to a player.
        """
        read_query(request, is_list=True)
        response = super().get(request, *args, **kwargs)
        response["ETag"] = documents_etag(response.data)
        response["Cache-Control"] = _LIST
        return response


class PackedRenderer(TextRenderer):
    """A packed file as it is; a problem is the JSON document that it always is."""

    media_type = "application/gzip"
    format = "gzip"
    charset = None


class BytesRenderer(PackedRenderer):
    """The same file under a name that every client knows how to read."""

    media_type = "application/octet-stream"
    format = "bytes"


class DumpView(APIView):
    """A file of open data."""

    permission_classes = (AllowAny,)
    throttle_scope = "reads"
    renderer_classes: list[Any] = [
        PackedRenderer,
        BytesRenderer,
        *api_settings.DEFAULT_RENDERER_CLASSES,
    ]

    @extend_schema(
        operation_id="dumps_read",
        parameters=[
            OpenApiParameter("month", OpenApiTypes.STR, OpenApiParameter.PATH),
            OpenApiParameter("kind", OpenApiTypes.STR, OpenApiParameter.PATH, enum=KINDS),
        ],
        responses={
            (200, PackedRenderer.media_type): OpenApiTypes.BINARY,
            (200, BytesRenderer.media_type): OpenApiTypes.BINARY,
        },
    )
    def get(self, request: Request, month: str, kind: str) -> FileResponse:
        """Lines of JSON under gzip, with the size and the digest that the list tells."""
        read_query(request)
        dump, file = open_dump(month=month, kind=kind)
        is_plain = request.accepted_renderer.format == BytesRenderer.format
        kind_of_file = (BytesRenderer if is_plain else PackedRenderer).media_type
        response = FileResponse(
            file, as_attachment=True, filename=dump.name, content_type=kind_of_file
        )
        response["ETag"] = f'"{dump.sha256}"'
        response["Cache-Control"] = _FILE
        return response
