"""What was chosen on the first page when it was last seen, as this browser keeps it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest, QueryDict

Variants = list[dict[str, Any]]


@dataclass(frozen=True)
class Choice:
    """A variant, a level of each variant, and the switches of its custom level."""

    variant: str
    fields: Mapping[str, str]

    def level(self, variant: dict[str, Any]) -> str:
        """The level of a variant: the one that was chosen, else its first."""
        levels = [level["key"] for level in variant["levels"]]
        kept = self.fields.get(f"{variant['key']}.level", "")
        return kept if kept in levels else str(levels[0])

    def switch(self, variant: dict[str, Any], name: str, initial: str) -> str:
        """The value of a switch, as the form spells it."""
        return str(self.fields.get(f"{variant['key']}.{name}", initial))


def choice_of(request: HttpRequest, variants: Variants) -> Choice:
    """What this browser has chosen; a link may name another variant, or a deal with its level."""
    fields = QueryDict(request.COOKIES.get("choice", "")).dict()
    named, level = [*request.GET.get("deal", "").split("."), ""][:2]
    if level:
        fields[f"{named}.level"] = level
    keys = [variant["key"] for variant in variants]
    wished = [named, request.GET.get("variant"), fields.get("variant")]
    return Choice(str(next((key for key in wished if key in keys), keys[0])), fields)
