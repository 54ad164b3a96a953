"""The shapes of dailies and notices in answers; `daily_documents.py` writes them."""

from typing import Any

from rest_framework import serializers

from games.api.texts import NOTICE_TEXTS
from games.models import Daily, Game

DAILY_STATUSES = Daily.Status.values


class AttemptSerializer(serializers.Serializer[Any]):
    """The caller's one attempt at a daily."""

    game_id = serializers.UUIDField()
    status = serializers.ChoiceField(choices=Game.Status.values)
    revealed_at = serializers.DateTimeField(help_text="Since when its clock runs.")
    ranked = serializers.BooleanField(help_text="Whether it is on the board, or can come there.")
    unranked_reason = serializers.ChoiceField(
        choices=[each for each in Game.Unranked.values if each != Game.Unranked.NO_DAILY],
        allow_null=True,
    )
    streak_eligible = serializers.BooleanField(
        help_text="Whether it counts for the daily streak, or will if it is won in time."
    )
    streak_ineligible_reason = serializers.ChoiceField(
        choices=("lost", "closed", "annulled"),
        allow_null=True,
        help_text="`closed` was not won by `streak_until`, `lost` was given up before it, "
        "`annulled` was won and does not count.",
    )


class DailySerializer(serializers.Serializer[Any]):
    """A daily: one deal a day and variant, the same for all players."""

    date = serializers.DateField()
    variant = serializers.CharField()
    level = serializers.CharField(help_text="The level that its results count at.")
    rules = serializers.CharField()
    opens_at = serializers.DateTimeField()
    ranked_until = serializers.DateTimeField(help_text="Wins before it are on the day's board.")
    streak_until = serializers.DateTimeField(help_text="Wins before it count for the streak.")
    status = serializers.ChoiceField(choices=DAILY_STATUSES)
    commitment = serializers.CharField(
        help_text="SHA-256 of deck and salt, `sha256:` before it; known long before the day."
    )
    deal_id = serializers.UUIDField(
        allow_null=True, help_text="For practice games; null until the board has closed."
    )
    my_attempt = AttemptSerializer(allow_null=True)
    recommended = serializers.BooleanField(
        help_text="Whether the caller should be offered it first: the oldest one that still "
        "counts for the streak and is not over."
    )


class DailyListSerializer(serializers.Serializer[Any]):
    """Dailies day by day."""

    server_time = serializers.DateTimeField()
    items = DailySerializer(many=True)


class DailyOfDaySerializer(DailySerializer):
    """A daily, and how many players have attempted it."""

    players = serializers.IntegerField()


class DailyDaySerializer(serializers.Serializer[Any]):
    """The dailies of one day."""

    server_time = serializers.DateTimeField()
    items = DailyOfDaySerializer(many=True)


class NoticeSerializer(serializers.Serializer[Any]):
    """Something that a player should know."""

    kind = serializers.ChoiceField(choices=list(NOTICE_TEXTS))
    text = serializers.CharField(help_text="In the language of the request.")
    at = serializers.DateTimeField(help_text="Since when it holds.")
    game_id = serializers.UUIDField()
    variant = serializers.CharField()
    level = serializers.CharField()
    ends_at = serializers.DateTimeField(help_text="When the game ends, or ended.")
    reason = serializers.CharField(
        allow_null=True, help_text="Of a review, as the staff wrote it; else null."
    )


class NoticeListSerializer(serializers.Serializer[Any]):
    """Notices, the latest first."""

    items = NoticeSerializer(many=True)
