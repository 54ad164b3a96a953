"""The shapes of replays in answers; `replay_documents.py` writes them."""

from typing import Any

from rest_framework import serializers

from games.api.answers import PileSerializer, ScoreSerializer
from games.models import Game

# A game that goes on has no replay.
REPLAY_OUTCOMES = [Game.Status.WON.value, Game.Status.LOST.value]


class ReplayPlayerSerializer(serializers.Serializer[Any]):
    """Who played, where that may be told."""

    id = serializers.UUIDField()
    display_name = serializers.CharField(help_text="As on boards, never empty.")


class RevealedDealSerializer(serializers.Serializer[Any]):
    """A deal with its cards, and what proves that they were promised."""

    id = serializers.UUIDField()
    commitment = serializers.CharField(help_text="SHA-256 of deck and salt, `sha256:` before it.")
    deck = serializers.CharField(help_text="All cards in dealing order, two characters each.")
    salt = serializers.CharField()


class PileChangeSerializer(serializers.Serializer[Any]):
    """What an op did to one pile: the cards on top of those that stayed."""

    id = serializers.CharField()
    keep = serializers.IntegerField(
        required=False, help_text="How many cards stayed where they were, from its base."
    )
    cards = serializers.ListField(
        child=serializers.CharField(), required=False, help_text="What lies on them then."
    )
    count = serializers.IntegerField(
        required=False, help_text="How many it has then: all that is told where cards are hidden."
    )


class ReplayOpSerializer(serializers.Serializer[Any]):
    """An entry of a game's log."""

    op = serializers.CharField(help_text="A move, `z`, `p`, `r` or `x`.")
    at_ms = serializers.IntegerField(help_text="Milliseconds since the deal was shown.")
    changes = PileChangeSerializer(many=True, help_text="The piles that it changed, and how.")


class ReplayResultSerializer(serializers.Serializer[Any]):
    """The sums at the end of a game."""

    score = ScoreSerializer()
    elapsed_ms = serializers.IntegerField(help_text="The official time.")
    moves = serializers.IntegerField()
    undos = serializers.IntegerField()


class ReplaySerializer(serializers.Serializer[Any]):
    """A finished game from its deal to its end; `games.rules.verify` checks it."""

    kind = serializers.ChoiceField(choices=["replay"])
    id = serializers.UUIDField(help_text="Of the game.")
    variant = serializers.CharField()
    level = serializers.CharField()
    rules = serializers.CharField()
    custom = serializers.DictField(child=serializers.JSONField(), allow_null=True)
    mode = serializers.ChoiceField(choices=Game.Mode.values)
    status = serializers.ChoiceField(choices=REPLAY_OUTCOMES)
    reason = serializers.ChoiceField(choices=Game.Reason.values, allow_null=True)
    assisted = serializers.BooleanField()
    player = ReplayPlayerSerializer(
        allow_null=True, help_text="Null where the player is not to be seen."
    )
    deal = RevealedDealSerializer()
    board = serializers.CharField(help_text="The deal as text; a game can start on it.")
    piles = PileSerializer(many=True, help_text="As the cards were dealt.")
    ops = ReplayOpSerializer(many=True, help_text="The whole log.")
    moves = serializers.ListField(
        child=serializers.CharField(),
        help_text="What was not undone, in the notation of Freecell: auto-finish written out, "
        "cells eight to ten as `k l m`, counts as in `26v4`.",
    )
    result = ReplayResultSerializer()
    created_at = serializers.DateTimeField()
    finished_at = serializers.DateTimeField()
    ended_at_ms = serializers.IntegerField(help_text="From the deal to the end.")
    slug = serializers.CharField(
        allow_null=True, help_text="Where everybody finds it, below `/replays/`."
    )


class ShareSerializer(serializers.Serializer[Any]):
    """Where everybody finds a replay."""

    slug = serializers.CharField()
    game_id = serializers.UUIDField()
    created_at = serializers.DateTimeField()
