"""What the caller should know of their games."""

from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.shapes import read_query
from games.api.daily_answers import NoticeListSerializer
from games.api.daily_documents import notice_documents
from games.api.games import player_of


class NoticesView(APIView):
    """Notices for the caller."""

    throttle_scope = "reads"

    @extend_schema(operation_id="me_notices", responses=NoticeListSerializer)
    def get(self, request: Request) -> Response:
        """Games that end soon if nobody plays on, games that have ended so, and review decisions.

        What was decided is told for thirty days; a result's state stays in `/me/results`.
        """
        read_query(request)
        now = timezone.now()
        return Response({"items": notice_documents(player=player_of(request), now=now)})
