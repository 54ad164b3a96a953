"""A player's streaks: of wins by level, of days by variant."""

from datetime import date, datetime, timedelta
from typing import Any, cast
from uuid import UUID

from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.shapes import read_query
from stats.api.tags import weak_tag
from stats.days import day_of, ranked_until, streak_until
from stats.models import Totals
from stats.offered import dailies_offered
from stats.selectors.ledger import get_totals
from stats.selectors.streaks import daily_outcomes
from stats.streaks import Outcome, best_streak, current_streak, state_of

DAY_STATUSES = ("won", "lost", "missed", "open")
NOT_ELIGIBLE = ("lost", "missed")
DAYS_TOLD = 30


class WinStreakSerializer(serializers.Serializer[Totals]):
    """Wins in a row at one level of one variant, in the order in which they were counted."""

    variant = serializers.CharField()
    level = serializers.CharField()
    current = serializers.IntegerField(
        source="current_streak",
        help_text="Unassisted wins since the last loss; an assisted win leaves it as it is.",
    )
    best = serializers.IntegerField(source="best_streak")


class StreakDaySerializer(serializers.Serializer[Any]):
    """One day of a daily streak."""

    date = serializers.DateField()
    status = serializers.ChoiceField(choices=DAY_STATUSES)
    ranked_until = serializers.DateTimeField()
    streak_until = serializers.DateTimeField(help_text="Until when it can be won for the streak.")
    streak_eligible = serializers.BooleanField(
        help_text="Whether it counts for the streak, or will if it is won in time."
    )
    streak_ineligible_reason = serializers.ChoiceField(
        choices=NOT_ELIGIBLE,
        allow_null=True,
        help_text="`lost` was attempted and not won, `missed` passed without an attempt.",
    )


class DailyStreakSerializer(serializers.Serializer[Any]):
    """Days in a row whose daily of one variant was won in time."""

    variant = serializers.CharField()
    current = serializers.IntegerField(help_text="A day that can still be won breaks nothing.")
    best = serializers.IntegerField()
    days = StreakDaySerializer(many=True, help_text="Today and the thirty days before.")


class StreaksSerializer(serializers.Serializer[Any]):
    """All streaks of the caller."""

    as_of = serializers.DateTimeField()
    wins = WinStreakSerializer(many=True)
    dailies = DailyStreakSerializer(many=True)


class MyStreaksView(APIView):
    """Streaks of the caller."""

    permission_classes = (IsAuthenticated,)
    throttle_scope = "reads"

    @extend_schema(operation_id="me_streaks", responses=StreaksSerializer)
    def get(self, request: Request) -> Response:
        """Wins in a row by variant and level; days in a row by variant, with each day's state.

        A day is one of UTC for everybody, and can be won for the streak until twelve hours after
        its end.
        """
        read_query(request)
        now = timezone.now()
        player_id = cast(UUID, request.user.pk)
        totals = list(get_totals(player_id=player_id))
        outcomes = daily_outcomes(player_id=player_id)
        variants = sorted(dailies_offered() | outcomes.keys())
        body = {
            "as_of": now,
            "wins": [WinStreakSerializer(each).data for each in totals],
            "dailies": [_daily(each, outcomes.get(each, []), now) for each in variants],
        }
        return Response(body, headers={"ETag": weak_tag(body)})


def _daily(variant: str, outcomes: list[Outcome], now: datetime) -> dict[str, Any]:
    today = day_of(now)
    by_day = {outcome.day: [outcome] for outcome in outcomes}
    days = [today - timedelta(days=back) for back in range(DAYS_TOLD + 1)]
    return {
        "variant": variant,
        "current": current_streak(outcomes, now),
        "best": best_streak(outcomes),
        "days": [_day(day, by_day.get(day, []), now) for day in days],
    }


def _day(day: date, outcomes: list[Outcome], now: datetime) -> dict[str, Any]:
    state = state_of(day, outcomes, now)
    return {
        "date": day,
        "status": state.status,
        "ranked_until": ranked_until(day),
        "streak_until": streak_until(day),
        "streak_eligible": state.is_eligible,
        "streak_ineligible_reason": None if state.is_eligible else state.status,
    }
