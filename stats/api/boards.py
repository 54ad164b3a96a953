"""Boards page by page, and where the caller stands on them."""

from datetime import datetime
from typing import Any, cast

from django.utils import timezone
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema, extend_schema_serializer
from rest_framework import generics
from rest_framework.permissions import AllowAny, IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.models import User
from accounts.shapes import read_limit, read_query
from stats.api.board_documents import around_rows, board_document, own_rows, page_rows
from stats.api.board_shapes import (
    DEFAULT_AROUND,
    MOST_AROUND,
    AroundSerializer,
    BoardPageSerializer,
    OwnPlaceSerializer,
)
from stats.api.tags import weak_tag
from stats.boards import Board
from stats.models import BoardEntry
from stats.offered import find_board
from stats.selectors.boards import ORDER, entries_around, listed_entries, own_entries

# Reviews and deletions still change closed boards, so they are not kept for ever.
_CLOSED = "public, max-age=300"
_KEY = OpenApiParameter(
    "key",
    OpenApiTypes.STR,
    OpenApiParameter.PATH,
    description="`daily:2026-11-29:bakers_game`, or `best_score`, `best_time` or `best_streak` "
    "with a variant and a level, as `best_score:bakers_game:hard`. Those of scores and times may "
    "end in an ISO week (`:2026-W48`) or a month (`:2026-11`) of UTC; without one they are of all "
    "time. All but the dailies take only games without help and without a moment off the clock.",
)

_LIMIT = OpenApiParameter(
    "limit",
    {"type": "integer", "minimum": 1, "maximum": MOST_AROUND, "default": DEFAULT_AROUND},
    description="How many rows.",
)


def _answer(body: dict[str, Any]) -> Response:
    return Response(body, headers={"ETag": weak_tag(body)})


class BoardView(generics.GenericAPIView[BoardEntry]):
    """A board."""

    permission_classes = (AllowAny,)
    throttle_scope = "reads"
    queryset = BoardEntry.objects.none()
    serializer_class = extend_schema_serializer(many=False)(BoardPageSerializer)
    ordering = ORDER
    # Its answers are the same for everybody, and so are the cursors in them.
    is_shared = True

    @extend_schema(operation_id="leaderboards_read", parameters=[_KEY])
    def get(self, request: Request, key: str) -> Response:
        """A page of a board, from its top without a cursor.

        Rows that do not move are met once each, whoever comes in or leaves between two pages. The
        answer is the same for everybody; one's own row is at `/leaderboards/{key}/me`.
        """
        read_query(request, is_list=True)
        now = timezone.now()
        board = find_board(key, now)
        entries = self.paginate_queryset(listed_entries(board.key)) or []
        rows, size = page_rows(board, entries, now)
        page = self.get_paginated_response(rows).data
        response = _answer({**board_document(board, size, now), **page})
        if board.is_closed(now):
            response["Cache-Control"] = _CLOSED
        return response


class _OwnView(APIView):
    permission_classes = (IsAuthenticated,)
    throttle_scope = "reads"

    def own(self, board: Board, now: datetime) -> tuple[dict[str, Any], BoardEntry | None]:
        """The board with the caller's rows on it, and which of them to look around from."""
        caller = cast(User, self.request.user)
        standing, held = own_entries(board.key, caller.pk)
        (entry, pending), size = own_rows(board, standing, held)
        told = {**board_document(board, size, now), "entry": entry, "pending": pending}
        return told, standing or held


class BoardMeView(_OwnView):
    """The caller's place."""

    @extend_schema(operation_id="leaderboards_me", parameters=[_KEY], responses=OwnPlaceSerializer)
    def get(self, request: Request, key: str) -> Response:
        """The caller's own row, also where others do not see it, and the board's size."""
        read_query(request)
        now = timezone.now()
        told, _ = self.own(find_board(key, now), now)
        return _answer(told)


class BoardAroundView(_OwnView):
    """The caller's neighbours."""

    @extend_schema(
        operation_id="leaderboards_around_me",
        parameters=[_KEY, _LIMIT],
        responses=AroundSerializer,
    )
    def get(self, request: Request, key: str) -> Response:
        """The rows around the caller's own, as many as asked for wherever that is.

        Without a result there, no rows. With one that waits for a review, around that.
        """
        read_query(request, elsewhere=("limit",))
        limit = read_limit(request, default=DEFAULT_AROUND, most=MOST_AROUND)
        now = timezone.now()
        board = find_board(key, now)
        told, own = self.own(board, now)
        if own is None:
            return _answer({**told, "items": []})
        rank = (told["entry"] or told["pending"])["rank"]
        rows = around_rows(board, own, rank, entries_around(own, limit), now)
        return _answer({**told, "items": rows})
