"""How requests name the deal of a practice game."""

from typing import Any

from django.utils.translation import gettext_lazy as _
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from accounts.shapes import StrictSerializer
from games.rules import (
    LAST_NUMBERS,
    SCHEMES,
    InvalidDeck,
    name,
    ordered_deck,
    parse_card,
    require_full_deck,
)


@extend_schema_field(OpenApiTypes.STR)
class CardField(serializers.ChoiceField):
    """A card by its name."""

    def __init__(self) -> None:
        super().__init__(choices=[name(card) for card in ordered_deck()])


@extend_schema_field({"type": "integer", "minimum": 1, "maximum": max(LAST_NUMBERS.values())})
class NumberField(serializers.IntegerField):
    """The number of a deal; some schemes have more of them than 64 bits can count."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(min_value=1, max_value=max(LAST_NUMBERS.values()), **kwargs)


@extend_schema_field(OpenApiTypes.UUID)
class IdField(serializers.RegexField):
    """A UUID in its usual form, eight, four, four, four and twelve hex digits, in either case."""

    def __init__(self, **kwargs: Any) -> None:
        digits = r"[0-9a-fA-F]"
        usual = rf"\A{digits}{{8}}(-{digits}{{4}}){{3}}-{digits}{{12}}\Z"
        super().__init__(
            usual,
            trim_whitespace=False,
            error_messages={"invalid": _("A UUID is needed here.")},
            **kwargs,
        )

    def to_internal_value(self, data: Any) -> str:
        """The id in lower case, so that it is compared as what it is."""
        return str(super().to_internal_value(data)).lower()


class DealChoiceSerializer(StrictSerializer):
    """The deal of a practice game: one that was played, a number, or all 52 cards."""

    id = IdField(
        required=False,
        help_text="A deal of a finished game of yours, a past daily or a shared replay.",
    )
    scheme = serializers.ChoiceField(
        choices=SCHEMES,
        required=False,
        help_text="Whose numbers: the variant lists those that have its game.",
    )
    number = NumberField(
        required=False,
        help_text="A number of the scheme: the game has the board that is laid out for it there. "
        + "; ".join(f"{scheme}: 1 to {last}" for scheme, last in LAST_NUMBERS.items())
        + ".",
    )
    cards = serializers.ListField(
        child=CardField(),
        min_length=52,
        max_length=52,
        required=False,
        help_text="All cards in dealing order, such as `JD`.",
    )

    board = serializers.CharField(
        max_length=2000,
        required=False,
        help_text="A board as text, before its first move: a line a column, after lines for "
        "foundations and cells where there are some. It is what replays have as `board`, and what "
        "Freecell Solver, PySolFC and KPat read and write.",
    )

    def validate_cards(self, cards: list[str]) -> list[str]:
        """Every card once: else the rules' own refusal, at the card that comes again."""
        try:
            require_full_deck([parse_card(card) for card in cards])
        except InvalidDeck as wrong:
            wrong.pointer = f"/deal/cards/{wrong.members.pop('index')}"
            raise
        return cards

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """Exactly one way to name the deal."""
        if set(attrs) not in ({"id"}, {"scheme", "number"}, {"cards"}, {"board"}):
            raise serializers.ValidationError(
                _("Give either id, or scheme and number, or cards, or board."), code="one_of"
            )
        return attrs
