"""The shapes of deals in answers: what they are, their proof, and how they can be checked."""

from typing import Any

from rest_framework import serializers

from games.api.answers import PileSerializer
from games.models import SolvedDeal

REVEALED_WHEN = ["now", "game_over", "ranked_until"]


class DealDailySerializer(serializers.Serializer[Any]):
    """The daily that has this deal."""

    date = serializers.DateField()
    variant = serializers.CharField()


class SolverOptionsSerializer(serializers.Serializer[Any]):
    """How far a search may go, and how short its line is to be."""

    effort = serializers.CharField(help_text="`hint`, or `par` for a line that is nearly shortest.")
    positions = serializers.IntegerField(help_text="The most that each search expands.")
    megabytes = serializers.IntegerField()


class SolverSerializer(serializers.Serializer[Any]):
    """What found it: with the same sources and options it is found again."""

    name = serializers.CharField()
    version = serializers.CharField(help_text="A digest of its sources.")
    options = SolverOptionsSerializer()


class DifficultySerializer(serializers.Serializer[Any]):
    """What the solver has found of a deal under these rules."""

    verdict = serializers.ChoiceField(choices=SolvedDeal.Verdict.values)
    par = serializers.IntegerField(
        allow_null=True,
        help_text="The moves of the shortest line that was found; what auto-finish plays is none.",
    )
    positions = serializers.IntegerField(
        allow_null=True, help_text="How many positions were expanded for the verdict and par."
    )
    solver = SolverSerializer()


class DealSerializer(serializers.Serializer[Any]):
    """A deal: what of it may be seen, and its promise."""

    id = serializers.UUIDField()
    commitment = serializers.CharField(help_text="SHA-256 of deck and salt, `sha256:` before it.")
    variant = serializers.CharField()
    level = serializers.CharField()
    rules = serializers.CharField()
    proven = serializers.BooleanField(help_text="Whether it is known to be winnable, with proof.")
    daily = DealDailySerializer(allow_null=True)
    piles = PileSerializer(
        many=True,
        allow_null=True,
        help_text="As a game starts on it; null while the caller has paused one.",
    )
    revealed = serializers.BooleanField(help_text="Whether the members that follow are told.")
    difficulty = DifficultySerializer(
        allow_null=True, help_text="Null also while nobody has asked for an analysis of it."
    )
    scheme = serializers.CharField(allow_null=True)
    number = serializers.IntegerField(allow_null=True)
    board = serializers.CharField(allow_null=True, help_text="The piles as text, hidden ones too.")
    deck = serializers.CharField(allow_null=True)
    salt = serializers.CharField(allow_null=True)


class FairnessSerializer(serializers.Serializer[Any]):
    """How to check that the cards of a deal were fixed before it was played."""

    kind = serializers.ChoiceField(choices=["fairness"])
    deal_id = serializers.UUIDField()
    commitment = serializers.CharField()
    algorithm = serializers.CharField(help_text="`sha256(deck + salt)`, of ASCII text.")
    deck = serializers.CharField(allow_null=True)
    salt = serializers.CharField(allow_null=True)
    revealed = serializers.ChoiceField(
        choices=REVEALED_WHEN, help_text="When deck and salt are told."
    )
    reveals_at = serializers.DateTimeField(
        allow_null=True, help_text="When the board of a daily closes."
    )
    steps = serializers.ListField(
        child=serializers.CharField(), help_text="What to do, in the language of the request."
    )


class CertificateSerializer(serializers.Serializer[Any]):
    """A line that wins a deal, with the deal; `games.rules.verify` checks it."""

    kind = serializers.ChoiceField(choices=["certificate"])
    deal_id = serializers.UUIDField()
    variant = serializers.CharField()
    level = serializers.CharField()
    rules = serializers.CharField()
    commitment = serializers.CharField()
    deck = serializers.CharField()
    salt = serializers.CharField()
    board = serializers.CharField()
    solver = SolverSerializer(allow_null=True, help_text="Null where it was not kept.")
    moves = serializers.ListField(
        child=serializers.CharField(), help_text="In the notation of replays."
    )
