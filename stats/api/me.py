"""A player's own statistics and results."""

from datetime import datetime
from typing import Any, cast
from uuid import UUID

from django.db.models import QuerySet
from django.http import Http404
from django.utils import timezone
from drf_spectacular.utils import OpenApiResponse, extend_schema, extend_schema_view
from rest_framework import generics, serializers
from rest_framework.permissions import AllowAny, IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.models import User
from accounts.names import public_player
from accounts.shapes import StrictSerializer, read_query
from stats.api.tags import weak_tag
from stats.models import GameResult, Totals
from stats.selectors.ledger import get_results, get_totals

REVIEW_STATUSES = ("pending", "accepted", "rejected")
# What names of variants and levels look like; which there are, the games know.
NAME = r"\A[a-z0-9_]{1,40}\Z"


class StatsQuerySerializer(StrictSerializer):
    """Which statistics are asked for."""

    variant = serializers.RegexField(NAME, required=False, trim_whitespace=False)
    level = serializers.RegexField(NAME, required=False, trim_whitespace=False)


class AssistedStatsSerializer(serializers.Serializer[Totals]):
    """Wins with help, kept apart."""

    won = serializers.IntegerField(source="assisted_won")
    best_score = serializers.IntegerField(source="assisted_best_score", allow_null=True)
    best_time_ms = serializers.IntegerField(source="assisted_best_time_ms", allow_null=True)
    best_moves = serializers.IntegerField(source="assisted_best_moves", allow_null=True)


class StatsItemSerializer(serializers.Serializer[Totals]):
    """The statistics of one level of one variant."""

    variant = serializers.CharField()
    level = serializers.CharField()
    played = serializers.IntegerField(source="tally.played")
    won = serializers.IntegerField(help_text="All wins, assisted ones among them.")
    lost = serializers.IntegerField()
    win_pct = serializers.FloatField(
        source="tally.win_pct",
        allow_null=True,
        help_text="100 * won / (won + lost) to one decimal, half up; null before a first result.",
    )
    current_streak = serializers.IntegerField(
        help_text="Unassisted wins since the last loss; an assisted win leaves it as it is."
    )
    best_streak = serializers.IntegerField()
    best_score = serializers.IntegerField(allow_null=True, help_text="Of unassisted wins.")
    best_time_ms = serializers.IntegerField(allow_null=True, help_text="Of unassisted wins.")
    best_moves = serializers.IntegerField(allow_null=True, help_text="Of unassisted wins.")
    avg_time_ms_of_wins = serializers.IntegerField(
        source="tally.avg_time_ms_of_wins", allow_null=True, help_text="Over all wins."
    )
    avg_moves_of_wins = serializers.FloatField(
        source="tally.avg_moves_of_wins", allow_null=True, help_text="Over all wins."
    )
    assisted = AssistedStatsSerializer(source="*")


class StatsSerializer(serializers.Serializer[dict[str, Any]]):
    """Statistics by variant and level, of the levels with a result."""

    as_of = serializers.DateTimeField()
    items = StatsItemSerializer(many=True)


class ReviewSerializer(serializers.Serializer[Any]):
    """Whether a result may be on the boards that it was made for."""

    status = serializers.ChoiceField(choices=REVIEW_STATUSES)
    reason = serializers.CharField(allow_null=True, help_text="Null until it is decided.")


class _KeptInstantField(serializers.DateTimeField):
    """An instant that comes out of a JSON object of the database, so as text."""

    def to_representation(self, value: Any) -> Any:
        """The instant, to be spelled as all others."""
        return datetime.fromisoformat(value)


class CorrectionSerializer(serializers.Serializer[Any]):
    """That a result counts for nothing, or again."""

    annulled = serializers.BooleanField()
    reason = serializers.CharField()
    corrected_at = _KeptInstantField()


class GameResultSerializer(serializers.ModelSerializer[GameResult]):
    """One game's result."""

    review = ReviewSerializer(
        allow_null=True, read_only=True, help_text="Null unless it was doubted."
    )

    annulled = serializers.BooleanField(
        source="is_annulled",
        read_only=True,
        help_text="Whether it counts for nothing: the latest correction says so.",
    )
    corrections = CorrectionSerializer(
        source="corrected", many=True, read_only=True, help_text="All, the first one first."
    )

    class Meta:
        model = GameResult
        fields = (
            "game_id",
            "variant",
            "level",
            "won",
            "reason",
            "assisted",
            "score",
            "time_ms",
            "moves",
            "undos",
            "scoring_version",
            "finished_at",
            "daily",
            "is_ranked",
            "review",
            "annulled",
            "corrections",
        )
        extra_kwargs = {
            "daily": {"help_text": "The day of the daily that it was an attempt at."},
            "is_ranked": {"help_text": "Whether it was good for the boards."},
        }
        read_only_fields = fields


class MyStatsView(APIView):
    """Statistics of the caller."""

    permission_classes = (IsAuthenticated,)
    throttle_scope = "reads"

    @extend_schema(
        operation_id="me_stats",
        parameters=[StatsQuerySerializer],
        responses={200: StatsSerializer, 304: OpenApiResponse(description="Unchanged.")},
    )
    def get(self, request: Request) -> Response:
        """Played, won and lost, streaks and bests, by variant and level."""
        query = read_query(request, StatsQuerySerializer)
        totals = get_totals(player_id=_player_id(request), **query)
        body = StatsSerializer({"as_of": timezone.now(), "items": totals}).data
        return Response(body, headers={"ETag": weak_tag(body)})


class StatsPlayerSerializer(serializers.Serializer[dict[str, str]]):
    """Whose statistics they are."""

    id = serializers.UUIDField()
    display_name = serializers.CharField(help_text="As on boards, never empty.")


class UserStatsSerializer(StatsSerializer):
    """Statistics of a player as others see them."""

    user = StatsPlayerSerializer()


class UserStatsView(APIView):
    """Statistics of a player who lets others see them."""

    permission_classes = (AllowAny,)
    throttle_scope = "reads"

    @extend_schema(
        operation_id="users_stats",
        parameters=[StatsQuerySerializer],
        responses={200: UserStatsSerializer, 304: OpenApiResponse(description="Unchanged.")},
    )
    def get(self, request: Request, user_id: UUID) -> Response:
        """The same figures as of the caller; of a player who is hidden or gone there are none."""
        query = read_query(request, StatsQuerySerializer)
        player = User.objects.filter(pk=user_id).first()
        shown = player and public_player(player)
        if not shown:
            raise Http404
        totals = get_totals(player_id=user_id, **query)
        now = timezone.now()
        body = UserStatsSerializer({"user": shown, "as_of": now, "items": totals}).data
        return Response(body, headers={"ETag": weak_tag(body)})


@extend_schema_view(get=extend_schema(operation_id="me_results"))
class MyResultsView(generics.ListAPIView[GameResult]):
    """Results of the caller's games, newest first."""

    permission_classes = (IsAuthenticated,)
    throttle_scope = "reads"
    serializer_class = GameResultSerializer
    queryset = GameResult.objects.none()
    ordering = ("-id",)

    def get_queryset(self) -> QuerySet[GameResult]:
        """Nobody reads another player's results."""
        read_query(self.request, is_list=True)
        return get_results(player_id=_player_id(self.request))


def _player_id(request: Request) -> UUID:
    # The views let nobody in who is not a user, and a user has an id.
    return cast(UUID, request.user.pk)
