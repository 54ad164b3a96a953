"""The shapes of questions and their answers, for the OpenAPI document."""

from typing import Any

from drf_spectacular.utils import PolymorphicProxySerializer
from rest_framework import serializers

from solver_worker.models import Solve

VERDICTS = ("winnable", "unwinnable", "unknown")
_REASON = (
    "Why it is `unknown`; null when it is not. `hidden_cards`: a verdict would tell of cards that "
    "the player has not seen; others name the limit that the solver met."
)


class VerdictAnswerSerializer(serializers.Serializer[Any]):
    """Whether the game can be won from here; both are proven, and `unknown` is neither."""

    verdict = serializers.ChoiceField(choices=VERDICTS)
    reason = serializers.CharField(allow_null=True, help_text=_REASON)


class MoveOddsSerializer(serializers.Serializer[Any]):
    """How many orders of the hidden cards can still be won after a move."""

    move = serializers.CharField()
    winnable = serializers.IntegerField(min_value=0)
    unwinnable = serializers.IntegerField(min_value=0)
    unknown = serializers.IntegerField(
        min_value=0, help_text="Orders of which the solver found neither in its time."
    )
    share = serializers.FloatField(
        min_value=0, max_value=1, help_text="Of winnable orders, half of the unknown ones added."
    )
    error = serializers.FloatField(
        min_value=0, max_value=1, help_text="The standard error of `share`."
    )


class OddsSerializer(serializers.Serializer[Any]):
    """What the legal moves are worth while cards are hidden, from what the player sees alone.

    A player who knew the order of the hidden cards would win these shares; who does not know it
    wins less often.
    """

    orders = serializers.IntegerField(
        min_value=0, help_text="How many orders every move was judged by, the same ones for all."
    )
    is_complete = serializers.BooleanField(
        help_text="Whether these are all orders there are; otherwise they were drawn at random."
    )
    moves = MoveOddsSerializer(many=True, help_text="Each legal move once.")


class HintAnswerSerializer(VerdictAnswerSerializer):
    """A move that is proven to lead to a win, or how far back the game could be won.

    While cards are hidden neither can be told, and there are odds instead.
    """

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
    odds = OddsSerializer(allow_null=True, help_text="Null when nothing is hidden from the player.")


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
