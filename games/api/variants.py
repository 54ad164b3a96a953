"""The games on offer, with their rules, notation and scoring."""

from dataclasses import asdict
from typing import Any

from django.utils.cache import patch_cache_control
from drf_spectacular.utils import extend_schema
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from games.api.answers import VariantListSerializer, VariantSerializer
from games.api.texts import LEVEL_NAMES, NOTATION, RULES_TEXTS, VARIANT_NAMES, Text
from games.rules import (
    CARD_POINTS,
    SCORING_VERSION,
    TICK_MS,
    TICK_POINTS,
    VARIANTS,
    Rules,
    Variant,
    worked_score,
)

# Timelines of (moment, cards home) that meet every rule of the score once.
_TIMELINES: tuple[tuple[tuple[tuple[int, int], ...], int, bool], ...] = (
    (((10_000, 1), (31_000, 1)), 31_000, False),
    (((10_000, 1), (20_000, -1), (21_000, 1)), 21_000, False),
    (((10_000, 1), (31_000, -1), (32_000, 1)), 95_000, False),
    (((1_000, 52),), 60_000, True),
    (((1_000, 52),), 245_000, True),
    (((1_000, 52),), 540_999, True),
    (((0, 52),), 999, True),
)
_OLDEST_SECONDS = 3600


class VariantNotFound(LookupError):
    """No variant has this key."""

    code = "not_found"


def _rules(variant: Variant) -> Rules:
    """Rules of this variant, for what does not differ between its levels."""
    return next(level.rules for level in variant.levels.values() if level.rules)


def _scoring(variant: Variant) -> dict[str, Any]:
    rules = _rules(variant)
    vectors = []
    for events, at_ms, won in _TIMELINES:
        score = worked_score(events, at_ms, rules.bonus if won else 0)
        vectors.append(
            {
                "events": [{"at_ms": moment, "cards": cards} for moment, cards in events],
                "at_ms": at_ms,
                "won": won,
                "score": {
                    "total": score.total,
                    **asdict(score),
                    "scoring_version": SCORING_VERSION,
                },
            }
        )
    return {
        "scoring_version": SCORING_VERSION,
        "card_points": CARD_POINTS,
        "tick_ms": TICK_MS,
        "tick_points": TICK_POINTS,
        "bonus_dividend": rules.bonus,
        "vectors": vectors,
    }


def _notation(variant: Variant) -> tuple[tuple[str, Text], ...]:
    return NOTATION.get(variant.key) or NOTATION[variant.family]


def _document(variant: Variant) -> dict[str, Any]:
    return {
        "key": variant.key,
        "family": variant.family,
        "name": str(VARIANT_NAMES[variant.key]),
        "levels": [
            {
                "key": level.key,
                "name": str(LEVEL_NAMES[level.key]),
                "rules": level.rules.id if level.rules else None,
                "proven": level.proven,
            }
            for level in variant.levels.values()
        ],
        "switches": [
            {"name": switch.name, "values": list(switch.values), "default": switch.default}
            for switch in variant.switches
        ],
        "schemes": list(_rules(variant).schemes),
        "rules_text": [str(text) for text in RULES_TEXTS[variant.key]],
        "notation": [{"op": op, "text": str(text)} for op, text in _notation(variant)],
        "scoring": _scoring(variant),
    }


def _answer(body: Any) -> Response:
    response = Response(body)
    # What is on offer changes with a release alone, what is read of it with the language.
    patch_cache_control(response, public=True, max_age=_OLDEST_SECONDS)
    return response


class VariantsView(APIView):
    """The games on offer."""

    permission_classes = (AllowAny,)
    authentication_classes = ()
    throttle_scope = "reads"

    @extend_schema(operation_id="variants_list", responses=VariantListSerializer)
    def get(self, request: Request) -> Response:
        """All variants with levels, switches, rules, notation and scoring."""
        return _answer({"items": [_document(variant) for variant in VARIANTS.values()]})


class VariantView(APIView):
    """One game on offer."""

    permission_classes = (AllowAny,)
    authentication_classes = ()
    throttle_scope = "reads"

    @extend_schema(operation_id="variants_read", responses=VariantSerializer)
    def get(self, request: Request, key: str) -> Response:
        """One variant with levels, switches, rules, notation and scoring."""
        if key not in VARIANTS:
            raise VariantNotFound(key)
        return _answer(_document(VARIANTS[key]))
