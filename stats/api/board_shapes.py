"""The shapes of boards in requests and answers."""

from typing import Any

from rest_framework import serializers

UNLISTED = ("pending", "guest", "not_public")
BOARD_STATUSES = ("open", "closed")
# As many at most as a page of a list has.
DEFAULT_AROUND, MOST_AROUND = 11, 100


class BoardPlayerSerializer(serializers.Serializer[Any]):
    """Whom a row is of."""

    id = serializers.UUIDField()
    name = serializers.CharField(
        help_text="The display name; one like `Player-2F8K` where there is none, or none any more."
    )


class BoardRowSerializer(serializers.Serializer[Any]):
    """One player's row on a board. What a board does not go by is null."""

    rank = serializers.IntegerField(help_text="1, 2, 2, 4; equal but for the moment of finishing.")
    player = BoardPlayerSerializer(allow_null=True, help_text="Null when the player was erased.")
    score = serializers.IntegerField(allow_null=True)
    time_ms = serializers.IntegerField(allow_null=True, help_text="The official time.")
    moves = serializers.IntegerField(allow_null=True)
    undos = serializers.IntegerField(allow_null=True)
    streak = serializers.IntegerField(allow_null=True, help_text="On boards of streaks only.")
    finished_at = serializers.DateTimeField()
    game_id = serializers.UUIDField(
        allow_null=True, help_text="The game behind it; null to others until the board closes."
    )


class OwnRowSerializer(BoardRowSerializer):
    """The caller's own row. One that is not listed has the rank that it would have."""

    is_listed = serializers.BooleanField(help_text="Whether others see it.")
    unlisted_reason = serializers.ChoiceField(
        choices=UNLISTED,
        allow_null=True,
        help_text="`pending` waits for a review, `guest` for a confirmed e-mail address while the "
        "board is open; `not_public` is a player who chose not to be seen.",
    )


class BoardSerializer(serializers.Serializer[Any]):
    """What is told of a board with every part of it."""

    board = serializers.CharField(help_text="Its key.")
    status = serializers.ChoiceField(choices=BOARD_STATUSES)
    closes_at = serializers.DateTimeField(allow_null=True, help_text="Null for those of all time.")
    size = serializers.IntegerField(help_text="How many rows it has.")
    as_of = serializers.DateTimeField(help_text="When it stood so.")


class BoardPageSerializer(BoardSerializer):
    """A page of a board, the same for everybody."""

    items = BoardRowSerializer(many=True)
    next_cursor = serializers.CharField(allow_null=True, help_text="Null where the board ends.")
    prev_cursor = serializers.CharField(allow_null=True, help_text="Null where it begins.")


class OwnPlaceSerializer(BoardSerializer):
    """Where the caller stands on a board."""

    entry = OwnRowSerializer(allow_null=True, help_text="Null without a result there.")
    pending = OwnRowSerializer(
        allow_null=True,
        help_text="The best of what waits for a review, whether or not it is better than `entry`; "
        "of a streak, the length with what waits. Others see it once it is accepted.",
    )


class AroundRowSerializer(BoardRowSerializer):
    """A row near the caller's, or the caller's own."""

    is_me = serializers.BooleanField()


class AroundSerializer(OwnPlaceSerializer):
    """The rows around the caller's own, which is among them whether or not it is listed."""

    items = AroundRowSerializer(many=True)
