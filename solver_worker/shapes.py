"""The shapes of questions and their answers, for the OpenAPI document."""

from typing import Any

from drf_spectacular.utils import PolymorphicProxySerializer
from rest_framework import serializers

from solver_worker.models import Solve

VERDICTS = ("winnable", "unwinnable", "unknown")
_REASON = "Why it is `unknown`; null when it is not."


class VerdictAnswerSerializer(serializers.Serializer[Any]):
    """Whether the game can be won from here; both are proven, and `unknown` is neither."""

    verdict = serializers.ChoiceField(choices=VERDICTS)
    reason = serializers.CharField(allow_null=True, help_text=_REASON)


class HintAnswerSerializer(VerdictAnswerSerializer):
    """A move that is proven to lead to a win, or how far back the game could be won."""

    move = serializers.CharField(
        allow_null=True, help_text="The first move of a line that wins; null when there is none."
    )
    moves_left = serializers.IntegerField(
        allow_null=True, help_text="How many moves that line has, those home included."
    )
    undo = serializers.IntegerField(
        allow_null=True,
        help_text="How many undos lead back to where the game could be won; null when that is "
        "not known, or could never.",
    )
    deal_verdict = serializers.ChoiceField(
        choices=VERDICTS, help_text="Whether the deal could be won at all."
    )


class AnalysisAnswerSerializer(serializers.Serializer[Any]):
    """What a finished game was worth."""

    verdicts = serializers.ListField(
        child=serializers.ChoiceField(choices=VERDICTS),
        help_text="At each version: of the deal, then after every op.",
    )
    last_winnable_version = serializers.IntegerField(
        allow_null=True, help_text="The last version at which the game could be won."
    )
    par = serializers.IntegerField(
        allow_null=True, help_text="The moves of the shortest line that the solver found."
    )
    moves = serializers.IntegerField(help_text="The player's.")
    over_par = serializers.IntegerField(allow_null=True)


class SolveSerializer(serializers.Serializer[Any]):
    """A question about a game at a version."""

    id = serializers.UUIDField()
    game_id = serializers.UUIDField()
    version = serializers.IntegerField(help_text="Of the game that was asked about.")
    status = serializers.ChoiceField(
        choices=Solve.Status.choices, help_text="`failed` when it was tried five times in vain."
    )
    asked_at = serializers.DateTimeField()
    finished_at = serializers.DateTimeField(allow_null=True)


class HintSerializer(SolveSerializer):
    """A hint."""

    kind = serializers.ChoiceField(choices=["hint"])
    answer = HintAnswerSerializer(allow_null=True)


class VerdictSerializer(SolveSerializer):
    """A verdict."""

    kind = serializers.ChoiceField(choices=["verdict"])
    answer = VerdictAnswerSerializer(allow_null=True)


class AnalysisSerializer(SolveSerializer):
    """An analysis."""

    kind = serializers.ChoiceField(choices=["analysis"])
    answer = AnalysisAnswerSerializer(allow_null=True)


ANY_SOLVE = PolymorphicProxySerializer(
    component_name="Solve",
    serializers={
        "hint": HintSerializer,
        "verdict": VerdictSerializer,
        "analysis": AnalysisSerializer,
    },
    resource_type_field_name="kind",
)


def document(solve: Solve) -> dict[str, Any]:
    """A question as every answer carries it."""
    return {
        "id": str(solve.pk),
        "game_id": str(solve.game_id),
        "kind": solve.kind,
        "version": solve.version,
        "status": solve.status,
        "answer": solve.answer,
        "asked_at": solve.asked_at,
        "finished_at": solve.finished_at,
    }
