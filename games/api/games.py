"""Starting, listing, reading, playing and giving up games."""

from typing import cast
from uuid import UUID

from django.db.models import QuerySet
from django.http import HttpResponse, HttpResponseBase
from django.utils import timezone
from django.utils.cache import get_conditional_response, patch_cache_control
from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework import generics, status
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.reverse import reverse
from rest_framework.views import APIView

from accounts.models import User
from accounts.shapes import NoBody, read_query
from games.api.answers import GameSerializer
from games.api.documents import game_document, game_etag, games_etag
from games.api.shapes import GamesQuerySerializer, OpsSerializer, StartGameSerializer
from games.models import Game
from games.selectors import games_of, get_game
from games.services.play import append_ops, resign_game
from games.services.start import start_game


def player_of(request: Request) -> User:
    """The caller; the views that ask let nobody in who is not a user."""
    return cast(User, request.user)


def answer_game(game: Game, status_code: int = status.HTTP_200_OK) -> Response:
    """The answer that carries a game."""
    response = Response(game_document(game, timezone.now()), status=status_code)
    response["ETag"] = game_etag(game)
    patch_cache_control(response, private=True, no_cache=True)
    return response


class GamesView(generics.GenericAPIView[Game]):
    """The caller's games."""

    ordering = ("-created_at", "-id")
    # Each game is replayed for its table, and a log may have thousands of ops.
    max_limit = 25
    serializer_class = GameSerializer

    @property
    def throttle_scope(self) -> str:
        """Starting games has a quota of its own."""
        return "games" if self.request.method == "POST" else "reads"

    def get_queryset(self) -> QuerySet[Game]:
        """Nobody lists another player's games."""
        return games_of(player_of(self.request))

    @extend_schema(
        operation_id="games_list",
        parameters=[GamesQuerySerializer],
        responses=GameSerializer(many=True),
    )
    def get(self, request: Request) -> Response:
        """The caller's games, newest first."""
        query = read_query(request, GamesQuerySerializer, is_list=True)
        page = self.paginate_queryset(self.get_queryset().filter(**query)) or []
        now = timezone.now()
        response = self.get_paginated_response([game_document(game, now) for game in page])
        response["ETag"] = games_etag(page)
        return response

    @extend_schema(
        operation_id="games_start",
        request=StartGameSerializer,
        responses={201: GameSerializer, 200: GameSerializer},
    )
    def post(self, request: Request) -> Response:
        """Start a game; the same request again answers with the same game."""
        body = StartGameSerializer(data=request.data)
        body.is_valid(raise_exception=True)
        game, is_new = start_game(
            player=player_of(request),
            choice=body.validated_data["choice"],
            game_id=UUID(body.validated_data["id"]) if "id" in body.validated_data else None,
            abandon_active=body.validated_data["abandon_active"],
        )
        response = answer_game(game, status.HTTP_201_CREATED if is_new else status.HTTP_200_OK)
        if is_new:
            response["Location"] = reverse("game", kwargs={"game_id": game.pk}, request=request)
        return response


class GameView(APIView):
    """One game of the caller."""

    throttle_scope = "reads"

    @extend_schema(
        operation_id="games_read",
        responses={200: GameSerializer, 304: OpenApiResponse(description="Unchanged.")},
    )
    def get(self, request: Request, game_id: UUID) -> HttpResponseBase:
        """The game, or 304 when only its clock has gone on."""
        game = get_game(player=player_of(request), game_id=game_id)
        tag = game_etag(game)
        # Looked at before the middleware does, so that an unchanged game is not replayed.
        as_asked = HttpResponse(headers={"ETag": tag})
        other = get_conditional_response(request._request, tag, None, as_asked)
        return answer_game(game) if other is None or other is as_asked else other


class OpsView(APIView):
    """The log of a game of the caller."""

    throttle_scope = "ops"

    @extend_schema(
        operation_id="games_append_ops", request=OpsSerializer, responses={200: GameSerializer}
    )
    def post(self, request: Request, game_id: UUID) -> Response:
        """Append ops, all or nothing; a repeated batch changes nothing."""
        body = OpsSerializer(data=request.data)
        body.is_valid(raise_exception=True)
        game = append_ops(
            player=player_of(request),
            game_id=game_id,
            base_version=body.validated_data["base_version"],
            ops=body.validated_data["ops"],
        )
        return answer_game(game)


class ResignView(APIView):
    """The end of a game of the caller."""

    throttle_scope = "ops"

    @extend_schema(operation_id="games_resign", request=None, responses={200: GameSerializer})
    def post(self, request: Request, game_id: UUID) -> Response:
        """Give the game up; where only auto-finish is missing it is won."""
        NoBody(data=request.data).is_valid(raise_exception=True)
        return answer_game(resign_game(player=player_of(request), game_id=game_id))
