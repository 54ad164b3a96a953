"""The dailies and the caller's attempts at them."""

from datetime import date, datetime
from typing import Any

from django.http import HttpResponse
from django.utils import timezone
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import status
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.reverse import reverse
from rest_framework.views import APIView

from accounts.models import User
from accounts.shapes import NoBody, read_query
from games.api.answers import GameSerializer
from games.api.daily_answers import DailyDaySerializer, DailyListSerializer
from games.api.daily_documents import daily_documents
from games.api.documents import documents_etag
from games.api.games import answer_game, player_of
from games.api.shapes import DailiesQuerySerializer
from games.models import Daily
from games.selectors import attempts_counted, dailies
from games.services.daily import DailyNotFound, lay_missing, open_attempt
from stats.days import day_of, playable_days

_DAY = OpenApiParameter("day", OpenApiTypes.DATE, OpenApiParameter.PATH, description="In UTC.")


def _answer(items: list[dict[str, Any]], now: datetime) -> Response:
    return Response({"server_time": now, "items": items}, headers={"ETag": documents_etag(items)})


def _caller(request: Request) -> User | None:
    return request.user if isinstance(request.user, User) else None


class DailiesView(APIView):
    """The dailies, past, present and announced."""

    permission_classes = (AllowAny,)
    throttle_scope = "reads"

    @extend_schema(
        operation_id="dailies_list",
        parameters=[DailiesQuerySerializer],
        responses=DailyListSerializer,
    )
    def get(self, request: Request) -> HttpResponse:
        """The dailies of a month or, without one, all that can be played or are announced."""
        query = read_query(request, DailiesQuerySerializer)
        now = timezone.now()
        lay_missing(now, day_of(now))
        shown = dailies().filter(date__gte=playable_days(now)[-1])
        if "month" in query:
            year, month = map(int, query["month"].split("-"))
            shown = dailies().filter(date__year=year, date__month=month)
        return _answer(daily_documents(shown, player=_caller(request), now=now), now)


class DailyView(APIView):
    """The dailies of one day."""

    permission_classes = (AllowAny,)
    throttle_scope = "reads"

    @extend_schema(operation_id="dailies_read", parameters=[_DAY], responses=DailyDaySerializer)
    def get(self, request: Request, day: date) -> HttpResponse:
        """The dailies of one day, one of each variant."""
        now = timezone.now()
        lay_missing(now, day)
        shown: list[Daily] = list(dailies().filter(date=day))
        if not shown:
            raise DailyNotFound(day)
        items = daily_documents(shown, player=_caller(request), now=now)
        players = attempts_counted(shown)
        for daily, item in zip(shown, items, strict=True):
            item["players"] = players.get(daily.pk, 0)
        return _answer(items, now)


class AttemptView(APIView):
    """The caller's attempt at a daily."""

    throttle_scope = "games"

    @extend_schema(
        operation_id="dailies_attempt",
        parameters=[_DAY],
        request=None,
        responses={201: GameSerializer, 200: GameSerializer},
    )
    def put(self, request: Request, day: date, variant: str) -> Response:
        """Start the one attempt at a daily, or come back to it with its clock still running."""
        NoBody(data=request.data).is_valid(raise_exception=True)
        game, is_new = open_attempt(player=player_of(request), day=day, variant=variant)
        response = answer_game(game, status.HTTP_201_CREATED if is_new else status.HTTP_200_OK)
        if is_new:
            response["Location"] = reverse("game", kwargs={"game_id": game.pk}, request=request)
        return response
