"""What requests about games must look like."""

from dataclasses import replace
from typing import Any

from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from accounts.shapes import StrictSerializer
from games.api.deal_shapes import DealChoiceSerializer, IdField
from games.models import Game
from games.rules import (
    BATCH_LIMIT,
    VARIANTS,
    InvalidBoard,
    InvalidDeck,
    Setting,
    Variant,
    deck_of_board,
    name,
)
from games.services.start import Choice


class BatchTooLarge(Exception):
    """More ops in one request than may be."""

    code = "batch_too_large"
    pointer = "/ops"

    def __init__(self) -> None:
        super().__init__(BATCH_LIMIT)
        self.members = {"limit": BATCH_LIMIT}


@extend_schema_field(
    {"type": "object", "additionalProperties": {"type": ["integer", "string", "boolean"]}}
)
class SwitchesField(serializers.Field[Any, Any, Any, Any]):
    """The switches of a custom level by name; which there are depends on the variant."""

    def to_internal_value(self, data: Any) -> dict[str, Any]:
        """Take an object; its names and values are looked at beside the variant."""
        if not isinstance(data, dict):
            raise serializers.ValidationError(_("An object is needed here."), code="wrong_type")
        return data


class StartGameSerializer(StrictSerializer):
    """A game to start."""

    id = IdField(
        required=False, help_text="Made by the client, so that the request may be repeated."
    )
    variant = serializers.ChoiceField(choices=list(VARIANTS))
    level = serializers.ChoiceField(
        choices=sorted({level for variant in VARIANTS.values() for level in variant.levels})
    )
    custom = SwitchesField(required=False, help_text="Only with the level `custom`.")
    deal = DealChoiceSerializer(required=False, help_text="Makes it a practice game.")
    abandon_active = serializers.BooleanField(
        default=False, help_text="Give up the open game of this variant, as a loss at its level."
    )

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """Join what was asked for into a choice that the variant offers."""
        variant = VARIANTS[attrs["variant"]]
        level = variant.levels.get(attrs["level"])
        if level is None:
            raise serializers.ValidationError(
                {"level": _refused("no_level", _("This variant has no such level."))}
            )
        custom = None
        if level.rules is None:
            custom = _switches(variant, attrs.get("custom", {}))
        elif "custom" in attrs:
            raise serializers.ValidationError(
                {"custom": _refused("no_custom", _("Only the level custom has switches."))}
            )
        choice = Choice(variant.key, level.key, custom, attrs.get("deal"))
        _require_number(choice)
        attrs["choice"] = _with_cards(choice)
        return attrs


def _require_number(choice: Choice) -> None:
    """Raise the rules' own refusal of a scheme or number, at the one that is wrong."""
    if choice.deal and "scheme" in choice.deal:
        try:
            choice.rules.numbered(choice.deal["scheme"], choice.deal["number"])
        except InvalidDeck as wrong:
            part = "scheme" if wrong.reason == "unknown_scheme" else "number"
            wrong.pointer = f"/deal/{part}"
            raise


def _with_cards(choice: Choice) -> Choice:
    """The choice with the cards of a board that was given as text: all spellings are the same."""
    if not choice.deal or "board" not in choice.deal:
        return choice
    try:
        deck = deck_of_board(choice.rules, choice.deal["board"])
    except InvalidBoard as wrong:
        wrong.pointer = "/deal/board"
        raise
    return replace(choice, deal={"cards": [name(card) for card in deck]})


def _refused(code: str, text: object) -> serializers.ErrorDetail:
    return serializers.ErrorDetail(str(text), code)


def _switches(variant: Variant, given: dict[str, Any]) -> dict[str, Setting]:
    """Every switch of the variant with its value; what is not given has its default."""
    known = {switch.name: switch for switch in variant.switches}
    wrong: dict[str, Any] = {}
    for switch_name, value in given.items():
        switch = known.get(switch_name)
        if switch is None:
            wrong[switch_name] = _refused("unknown_field", _("There is no such switch."))
        # True is 1 to Python, and 4.0 is 4; here a switch takes just the values it lists.
        elif type(value) is not type(switch.default) or value not in switch.values:
            values = ", ".join(str(each).lower() for each in switch.values)
            wrong[switch_name] = _refused(
                "value_not_allowed", _("One of these is needed: %(values)s.") % {"values": values}
            )
    if wrong:
        raise serializers.ValidationError({"custom": wrong})
    return {name: given.get(name, switch.default) for name, switch in known.items()}


class OpsSerializer(StrictSerializer):
    """Ops to append to a game's log."""

    base_version = serializers.IntegerField(
        min_value=0, help_text="The version that the client saw; the ops go on from there."
    )
    ops = serializers.ListField(
        child=serializers.CharField(max_length=8, trim_whitespace=False),
        min_length=1,
        help_text="At most 200: moves, `z` undo, `p` pause, `r` resume, `x` auto-finish.",
    )

    def to_internal_value(self, data: Any) -> Any:
        """Refuse a batch that is too long before looking at its ops."""
        ops = data.get("ops") if isinstance(data, dict) else None
        if isinstance(ops, list) and len(ops) > BATCH_LIMIT:
            raise BatchTooLarge
        return super().to_internal_value(data)


class GamesQuerySerializer(StrictSerializer):
    """Which games are asked for."""

    variant = serializers.ChoiceField(choices=list(VARIANTS), required=False)
    status = serializers.ChoiceField(choices=Game.Status.values, required=False)


class DailiesQuerySerializer(StrictSerializer):
    """Which dailies are asked for."""

    month = serializers.RegexField(
        r"\A[1-9][0-9]{3}-(0[1-9]|1[0-2])\Z",
        trim_whitespace=False,
        required=False,
        error_messages={"invalid": _("A month such as 2026-11 is needed here.")},
        help_text="Such as `2026-11`, in UTC.",
    )
