"""The service's addresses and the yardstick beside them."""

import json
from datetime import UTC, datetime
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

# As long as the answer to an op in the middle of a game.
BODY = json.dumps({"constant": "x" * 4500})


class YardstickView(APIView):
    """What any endpoint of this server has to do: authenticate, read a row, write it, answer."""

    throttle_scope = "ops"

    def post(self, request: Request, game_id: UUID) -> HttpResponse:
        assert request.data["ops"]
        with transaction.atomic():
            game = Game.objects.get(pk=game_id)
            Game.objects.filter(pk=game.pk).update(last_op_at=datetime.now(UTC))
        return HttpResponse(BODY, content_type="application/json")


urlpatterns = [*service, path("yardstick/<uuid:game_id>", YardstickView.as_view())]
