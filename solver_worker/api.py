"""Questions to the solver over HTTP: answered at once when the worker is quick."""

from typing import Any, cast
from uuid import UUID

from django.utils.cache import patch_cache_control
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.reverse import reverse
from rest_framework.views import APIView

from accounts.models import User
from accounts.shapes import NoBody
from solver_worker.models import Solve
from solver_worker.selectors import get_solve
from solver_worker.services import ask, await_answer
from solver_worker.shapes import (
    ANY_SOLVE,
    AnalysisSerializer,
    HintSerializer,
    VerdictSerializer,
    document,
)

RETRY_SECONDS = 1
_LATER = [
    OpenApiParameter(name, str, OpenApiParameter.HEADER, response=[202], description=description)
    for name, description in (
        ("Location", "Where the answer will be."),
        ("Retry-After", "In how many seconds to look there."),
    )
]


def _answer(request: Request, solve: Solve) -> Response:
    response = Response(document(solve))
    patch_cache_control(response, private=True, no_cache=True)
    if not solve.is_over:
        response.status_code = status.HTTP_202_ACCEPTED
        response["Location"] = reverse("solve", kwargs={"solve_id": solve.pk}, request=request)
        response["Retry-After"] = str(RETRY_SECONDS)
    return response


class _QuestionView(APIView):
    """A question about a game of the caller."""

    throttle_scope = "questions"
    kind: str

    def ask(self, request: Request, game_id: UUID) -> Response:
        """Put the question, and give the worker a second."""
        player = cast(User, request.user)
        return _answer(request, await_answer(ask(player=player, game_id=game_id, kind=self.kind)))


def _described(operation_id: str, serializer: Any) -> Any:
    return extend_schema(
        operation_id=operation_id,
        request=None,
        parameters=_LATER,
        responses={200: serializer, 202: serializer},
    )


class HintView(_QuestionView):
    """The next move."""

    kind = Solve.Kind.HINT

    @_described("games_hint", HintSerializer)
    def post(self, request: Request, game_id: UUID) -> Response:
        """A move on a proven way to a win, how far back there was one, or odds; marks the game."""
        NoBody(data=request.data).is_valid(raise_exception=True)
        return self.ask(request, game_id)


class VerdictView(_QuestionView):
    """The truth about the position."""

    kind = Solve.Kind.VERDICT

    @_described("games_verdict", VerdictSerializer)
    def post(self, request: Request, game_id: UUID) -> Response:
        """Whether the game can still be won, proven either way; marks the game as assisted."""
        NoBody(data=request.data).is_valid(raise_exception=True)
        return self.ask(request, game_id)


class AnalysisView(_QuestionView):
    """What a finished game was worth."""

    kind = Solve.Kind.ANALYSIS

    @_described("games_analysis", AnalysisSerializer)
    def get(self, request: Request, game_id: UUID) -> Response:
        """A verdict after every op, the last moment at which the game could be won, and par."""
        return self.ask(request, game_id)


class SolveView(APIView):
    """A question that was put before."""

    throttle_scope = "reads"

    @extend_schema(
        operation_id="solves_read", parameters=_LATER, responses={200: ANY_SOLVE, 202: ANY_SOLVE}
    )
    def get(self, request: Request, solve_id: UUID) -> Response:
        """The question, and its answer when there is one."""
        return _answer(request, get_solve(player=cast(User, request.user), solve_id=solve_id))
