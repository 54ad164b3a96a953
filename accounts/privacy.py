"""Which data is of a person: what the export tells of it, and what erasure makes of it.

Every app says of all fields of its models what they are, in its module `personal`; a test fails
for a field of which nothing is said.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any
from uuid import UUID

from django.apps import apps
from django.db.models import Model, QuerySet
from django.utils.module_loading import autodiscover_modules


@dataclass(frozen=True)
class Personal:
    """What a model holds of players.

    `owner` is the way from a row to the player's id; where a row is of several players, each way
    has a `kind` of its own, which else is the model. When the player is erased the rows are
    removed, if `is_removed`; else `blank` gives the fields that are of the person with what is
    put in their place. `kept` stay as they are: with nobody behind the id they are anonymous.
    `untold` ones are also no part of the export, since they would let others in or tell cards.
    """

    model: str
    owner: str
    kind: str
    kept: frozenset[str] = frozenset()
    blank: Mapping[str, Any] = field(default_factory=dict)
    untold: frozenset[str] = frozenset()
    is_removed: bool = False

    @property
    def fields(self) -> frozenset[str]:
        """All that something is said of."""
        return self.kept | frozenset(self.blank) | self.untold

    @property
    def told(self) -> list[str]:
        """The fields that the export has, in a fixed order."""
        return sorted(self.fields - self.untold)

    def rows_of(self, user_id: UUID) -> QuerySet[Model]:
        """The rows about one player."""
        return apps.get_model(self.model)._default_manager.filter(**{self.owner: user_id})


_personal: dict[str, Personal] = {}
_impersonal: dict[str, frozenset[str]] = {}


def personal(
    model: str,
    owner: str,
    *,
    kept: str = "",
    blank: Mapping[str, Any] | None = None,
    untold: str = "",
    is_removed: bool = False,
    kind: str = "",
) -> None:
    """Say what a model holds of players; names of fields are separated by spaces."""
    _personal[kind or model] = Personal(
        model,
        owner,
        kind or model,
        frozenset(kept.split()),
        dict(blank or {}),
        frozenset(untold.split()),
        is_removed,
    )


def impersonal(model: str, fields: str) -> None:
    """Say that these fields of a model tell nothing of anybody."""
    _impersonal[model] = frozenset(fields.split())


def all_personal() -> list[Personal]:
    """What was said of all models that hold something of players, in the order of their names."""
    autodiscover_modules("personal")
    return [_personal[name] for name in sorted(_personal)]


def untagged_fields() -> Iterator[str]:
    """Fields of which nothing is said, and such that do not exist, as `app.Model.field`."""
    found = all_personal()  # First: only then all apps have spoken.
    said = dict(_impersonal)
    for each in found:
        said[each.model] = said.get(each.model, frozenset()) | each.fields
    real = {
        model._meta.label: {each.name for each in model._meta.concrete_fields}
        for model in apps.get_models(include_auto_created=True)
        if not model._meta.proxy
    }
    for label in sorted(said.keys() | real.keys()):
        for name in sorted(said.get(label, frozenset()) ^ real.get(label, set())):
            yield f"{label}.{name}"
