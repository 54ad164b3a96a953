"""Replays over HTTP, as JSON and as text, for their players and for everybody."""

from typing import Any
from uuid import UUID

from django.utils.cache import patch_cache_control
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework import status
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.reverse import reverse
from rest_framework.settings import api_settings
from rest_framework.views import APIView

from accounts.models import User
from accounts.renderers import TextRenderer
from accounts.shapes import NoBody, read_query
from games.api.documents import documents_etag
from games.api.games import player_of
from games.api.replay_answers import ReplaySerializer, ShareSerializer
from games.api.replay_documents import replay_as_text, replay_document
from games.models import Game
from games.selectors import GameNotFound
from games.services.share import daily_replay, own_replay, share_game, shared_replay

_REPLAY: dict[Any, Any] = {
    (200, "application/json"): ReplaySerializer,
    (200, "text/plain"): OpenApiTypes.STR,
}


class PlainTextRenderer(TextRenderer):
    """Text as it is; a problem stays the JSON document that it always is."""

    media_type = "text/plain"
    format = "text"
    charset = "utf-8"


class ReplayAnswers(APIView):
    """What answers with replays."""

    throttle_scope = "reads"
    renderer_classes: list[Any] = [*api_settings.DEFAULT_RENDERER_CLASSES, PlainTextRenderer]

    def answer(
        self, request: Request, game: Game, *, slug: str | None, player: User | None
    ) -> Response:
        """The replay in the form that was asked for."""
        document: Any = replay_document(game, slug=slug, player=player)
        tag = documents_etag([document, request.accepted_renderer.format])
        if request.accepted_renderer.format == PlainTextRenderer.format:
            document = replay_as_text(game)
        response = Response(document, headers={"ETag": tag})
        patch_cache_control(response, private=True, no_cache=True)
        return response


class ReplayView(ReplayAnswers):
    """The replay of a game of the caller, or of one that stands on a daily's closed board."""

    permission_classes = (AllowAny,)

    @extend_schema(operation_id="games_replay", responses=_REPLAY)
    def get(self, request: Request, game_id: UUID) -> Response:
        """A finished game from its deal to its end, as JSON or as text.

        The caller's own or, once a daily's board has closed, one that is listed on it.
        """
        read_query(request)
        reader = request.user if isinstance(request.user, User) else None
        try:
            if reader is None:
                raise GameNotFound(game_id)
            game = own_replay(player=reader, game_id=game_id)
        except GameNotFound:
            game = daily_replay(game_id=game_id, reader=reader)
        share = getattr(game, "share", None)
        return self.answer(request, game, slug=share and share.slug, player=game.player)


class ShareView(APIView):
    """The way to show a game to everybody."""

    throttle_scope = "games"

    @extend_schema(
        operation_id="games_share",
        request=None,
        responses={201: ShareSerializer, 200: ShareSerializer},
    )
    def post(self, request: Request, game_id: UUID) -> Response:
        """Show a finished game to everybody; again, the answer is the same."""
        NoBody(data=request.data).is_valid(raise_exception=True)
        share, is_new = share_game(player=player_of(request), game_id=game_id)
        body = {
            "slug": share.slug,
            "game_id": str(share.game_id),
            "created_at": share.created_at,
        }
        place = reverse("replay", kwargs={"slug": share.slug}, request=request)
        code = status.HTTP_201_CREATED if is_new else status.HTTP_200_OK
        return Response(body, status=code, headers={"Location": place} if is_new else None)


class SharedReplayView(ReplayAnswers):
    """A replay that its player shared."""

    permission_classes = (AllowAny,)

    @extend_schema(operation_id="replays_read", responses=_REPLAY)
    def get(self, request: Request, slug: str) -> Response:
        """A shared game from its deal to its end, as JSON or as text, for everybody."""
        read_query(request)
        reader = request.user if isinstance(request.user, User) else None
        share = shared_replay(slug=slug, reader=reader)
        return self.answer(request, share.game, slug=share.slug, player=share.game.player)
