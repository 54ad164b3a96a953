"""The service's addresses and the yardstick beside them."""

from datetime import UTC, datetime
from functools import cache
from uuid import UUID

from django.db import transaction
from django.http import HttpResponse
from django.urls import path
from rest_framework.request import Request
from rest_framework.views import APIView

from config.urls import handler400, handler403, handler404, handler500
from config.urls import urlpatterns as service
from games.models import Game

__all__ = ["handler400", "handler403", "handler404", "handler500", "urlpatterns"]


@cache
def _body(size: int) -> bytes:
    """A JSON text of that many bytes."""
    return b'"' + b"x" * (size - 2) + b'"'


class YardstickView(APIView):
    """What any endpoint of this server has to do: authenticate, read a row, write it, answer."""

    throttle_scope = "ops"

    def post(self, request: Request, game_id: UUID, size: int) -> HttpResponse:
        assert request.data["ops"]
        with transaction.atomic():
            game = Game.objects.get(pk=game_id)
            Game.objects.filter(pk=game.pk).update(last_op_at=datetime.now(UTC))
        return HttpResponse(_body(size), content_type="application/json")


urlpatterns = [*service, path("yardstick/<uuid:game_id>/<int:size>", YardstickView.as_view())]
