"""What was chosen on the first page when it was last seen, as this browser keeps it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import parse_qsl

from django.http import HttpRequest

_MOST = 100  # Fields of a choice; there are fewer.

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

    def switch(self, variant: dict[str, Any], name: str) -> str | None:
        """The value that was chosen of a switch, as the form spells it."""
        return self.fields.get(f"{variant['key']}.{name}")


def choice_of(request: HttpRequest, variants: Variants) -> Choice:
    """What this browser has chosen, and before that what the query says.

    A link may name another variant, or a deal with its level; a form that was sent before its
    module was there names all.
    """
    kept = _kept(request)
    fields = kept | request.GET.dict()
    named, level = [*request.GET.get("deal", "").split("."), ""][:2]
    if level:
        fields[f"{named}.level"] = level
    keys = [variant["key"] for variant in variants]
    wished = [named, fields.get("variant"), kept.get("variant")]
    return Choice(str(next((key for key in wished if key in keys), keys[0])), fields)


def _kept(request: HttpRequest) -> dict[str, str]:
    """The choice that the browser keeps; one that cannot be read is none."""
    try:
        return dict(parse_qsl(request.COOKIES.get("choice", ""), max_num_fields=_MOST))
    except ValueError:
        return {}
