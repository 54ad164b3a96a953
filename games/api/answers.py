"""The shape of a game in answers, for the OpenAPI document; `documents.py` writes it."""

from typing import Any

from rest_framework import serializers

from games.models import Game

# By these names the settings call the sets of values in the OpenAPI document.
GAME_STATUSES = Game.Status.values


class PileSerializer(serializers.Serializer[Any]):
    """A pile: its cards, base first, or only their number where they are covered."""

    id = serializers.CharField(
        help_text="`1`…`D`, `a`…`k`, `hC` `hD` `hH` `hS`, `stock`, `discard`."
    )
    kind = serializers.CharField(
        help_text="`column`, `cell`, `foundation`, `grace`, `stock`, `discard`; more may come."
    )
    cards = serializers.ListField(child=serializers.CharField(), required=False)
    count = serializers.IntegerField(required=False)


class _FromToSerializer(serializers.Serializer[Any]):
    """Cards and the piles they go from and to."""

    to = serializers.CharField()
    n = serializers.IntegerField(help_text="How many cards.")

    def get_fields(self) -> dict[str, serializers.Field[Any, Any, Any, Any]]:
        """`from` is a word of Python, so the field cannot be written as the others."""
        return {"from": serializers.CharField(), **super().get_fields()}


class LegalMoveSerializer(_FromToSerializer):
    """A legal move, a pile it can be taken from, and the number of cards it takes.

    A move of two piles stands there twice, once from each.
    """

    move = serializers.CharField()
    to = serializers.CharField(
        allow_null=True, help_text="The pile it goes to; null when it goes to several."
    )


class BlockedSerializer(_FromToSerializer):
    """A run that fits but is too long for the free places."""

    max_run = serializers.IntegerField(help_text="How many could go.")
    reason = serializers.CharField()


class ScoreSerializer(serializers.Serializer[Any]):
    """The score and its parts: `total` is max(0, cards - time_charge) + bonus."""

    total = serializers.IntegerField()
    cards = serializers.IntegerField()
    time_charge = serializers.IntegerField()
    bonus = serializers.IntegerField()
    scoring_version = serializers.IntegerField()


class ClockSerializer(serializers.Serializer[Any]):
    """The official clock at `as_of`; while `running`, add the time since then."""

    elapsed_ms = serializers.IntegerField()
    running = serializers.BooleanField()
    as_of = serializers.DateTimeField()


class GameDealSerializer(serializers.Serializer[Any]):
    """The deal and the promise of its cards."""

    id = serializers.UUIDField()
    commitment = serializers.CharField(help_text="SHA-256 of deck and salt, `sha256:` before it.")


class GameSerializer(serializers.Serializer[Any]):
    """A game."""

    id = serializers.UUIDField()
    variant = serializers.CharField()
    level = serializers.CharField()
    rules = serializers.CharField(
        help_text="The exact rules, `bakers-game-4-cells-1`: those of the level, or their like for "
        "a board of another program that they would not lay out so."
    )
    custom = serializers.DictField(
        child=serializers.JSONField(), allow_null=True, help_text="The switches of a custom level."
    )
    mode = serializers.ChoiceField(choices=Game.Mode.values)
    status = serializers.ChoiceField(choices=Game.Status.values)
    reason = serializers.ChoiceField(choices=Game.Reason.values, allow_null=True)
    version = serializers.IntegerField(help_text="The length of the log; `base_version` of ops.")
    piles = PileSerializer(many=True)
    legal_moves = LegalMoveSerializer(many=True, help_text="Best first for each source.")
    blocked = BlockedSerializer(many=True)
    auto_finish = serializers.BooleanField(help_text="Whether `x` is accepted.")
    can_undo = serializers.BooleanField()
    undo_reveals = serializers.BooleanField(help_text="Whether `z` would mark the game assisted.")
    stuck = serializers.BooleanField(help_text="No move is legal; undo still is.")
    dead = serializers.BooleanField(help_text="Moves are legal, but none leads to a win.")
    paused = serializers.BooleanField()
    assisted = serializers.BooleanField()
    moves = serializers.IntegerField()
    undos = serializers.IntegerField()
    score = ScoreSerializer()
    clock = ClockSerializer()
    deal = GameDealSerializer()
    created_at = serializers.DateTimeField()
    expires_at = serializers.DateTimeField(allow_null=True)


class SwitchSerializer(serializers.Serializer[Any]):
    """A switch of the level `custom`."""

    name = serializers.CharField()
    values = serializers.ListField(child=serializers.JSONField())
    default = serializers.JSONField()


class LevelSerializer(serializers.Serializer[Any]):
    """A level of a variant."""

    key = serializers.CharField()
    rules = serializers.CharField(allow_null=True, help_text="None for `custom`.")
    proven = serializers.BooleanField(help_text="Whether every deal has been proven winnable.")
    name = serializers.CharField()


class ScoringEventSerializer(serializers.Serializer[Any]):
    """Cards that went home at a moment of the official clock; fewer than none were undone."""

    at_ms = serializers.IntegerField()
    cards = serializers.IntegerField()


class ScoringVectorSerializer(serializers.Serializer[Any]):
    """A worked score: what happened, and the score at `at_ms`."""

    events = ScoringEventSerializer(many=True)
    at_ms = serializers.IntegerField()
    won = serializers.BooleanField()
    score = ScoreSerializer()


class ScoringSerializer(serializers.Serializer[Any]):
    """How a variant is scored."""

    scoring_version = serializers.IntegerField()
    card_points = serializers.IntegerField()
    tick_ms = serializers.IntegerField()
    tick_points = serializers.IntegerField()
    bonus_dividend = serializers.IntegerField()
    vectors = ScoringVectorSerializer(many=True)


class NotationSerializer(serializers.Serializer[Any]):
    """An entry of the notation."""

    op = serializers.CharField()
    text = serializers.CharField()


class VariantSerializer(serializers.Serializer[Any]):
    """A kind of game: its levels, its rules in the reader's language, its notation and scoring."""

    key = serializers.CharField()
    family = serializers.CharField()
    name = serializers.CharField()
    levels = LevelSerializer(many=True)
    switches = SwitchSerializer(many=True)
    schemes = serializers.ListField(
        child=serializers.CharField(), help_text="Numberings of deals that have this game."
    )
    rules_text = serializers.ListField(child=serializers.CharField())
    notation = NotationSerializer(many=True)
    scoring = ScoringSerializer()


class VariantListSerializer(serializers.Serializer[Any]):
    """All variants."""

    items = VariantSerializer(many=True)
