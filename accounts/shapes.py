"""Serializers that take a request exactly as described, and nothing beside it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, TypeAlias

from django.http import QueryDict
from django.utils.translation import gettext_lazy as _
from rest_framework import serializers
from rest_framework.exceptions import ErrorDetail, ValidationError
from rest_framework.request import Request

AnyField: TypeAlias = serializers.Field[Any, Any, Any, Any]

# What JSON must hold for a field. DRF would also take 1 or "yes" for true, 2.0 or "2" for two,
# and 5 for "5"; then two clients could mean different things by one answer.
_KINDS: tuple[tuple[type[AnyField], tuple[type, ...], str, Any], ...] = (
    (serializers.BooleanField, (bool,), "not_a_boolean", _("This must be true or false.")),
    (serializers.IntegerField, (int,), "not_an_integer", _("This must be a whole number.")),
    (serializers.FloatField, (int, float), "not_a_number", _("This must be a number.")),
    (serializers.CharField, (str,), "not_a_string", _("This must be a string.")),
    (serializers.ChoiceField, (str,), "not_a_string", _("This must be a string.")),
    (serializers.UUIDField, (str,), "not_a_string", _("This must be a string.")),
    (serializers.DateField, (str,), "not_a_string", _("This must be a string.")),
)
_UNKNOWN = _("There is no such field.")
_READ_ONLY = _("This cannot be changed.")
REPEATED = _("Give this parameter once.")
LIMIT_OUT_OF_RANGE = _("A page has from 1 to %(most)s items.")
NUL_FORBIDDEN = _("NUL characters are not allowed.")
# How much of a name that a client made up is repeated to it.
_LONGEST_NAME = 100


class StrictSerializer(serializers.Serializer[Any]):
    """Refuses unknown and read-only fields, values of another JSON type, and NUL characters.

    Usable for a query string too: there every value is text, and only the names are checked.
    """

    def to_internal_value(self, data: Any) -> Any:
        """Validate; every refused field is named, whatever else is wrong."""
        if not isinstance(data, Mapping):
            return super().to_internal_value(data)
        refused: dict[str, Any] = {}
        for name in data:
            field = self.fields.get(name)
            if field is None:
                refused[str(name)[:_LONGEST_NAME]] = [ErrorDetail(str(_UNKNOWN), "unknown_field")]
            elif field.read_only:
                refused[name] = [ErrorDetail(str(_READ_ONLY), "read_only")]
            elif not isinstance(data, QueryDict) and (wrong := _mismatch(field, data[name])):
                refused[name] = wrong
        if not refused:
            return super().to_internal_value(data)
        rest = {name: data[name] for name in data if name not in refused}
        try:
            super().to_internal_value(rest)
        except ValidationError as failure:
            assert isinstance(failure.detail, dict)
            refused = {**failure.detail, **refused}
        raise ValidationError(refused)


class NoBody(StrictSerializer):
    """A request that has nothing to say: no body, or an empty object."""


def read_query(
    request: Request,
    shape: type[StrictSerializer] = StrictSerializer,
    *,
    is_list: bool = False,
    elsewhere: Sequence[str] = (),
) -> dict[str, Any]:
    """Validate a query string: what `shape` names, each at most once, and nothing else.

    What is read `elsewhere` is left to that: of a list `limit` and `cursor`.
    """
    query = request.query_params.copy()
    for name in ("limit", "cursor") if is_list else elsewhere:
        query.pop(name, None)
    repeated = [name for name, values in query.lists() if len(values) > 1]
    if repeated:
        raise ValidationError({name: [ErrorDetail(str(REPEATED), "repeated")] for name in repeated})
    read = shape(data=query.dict())
    read.is_valid(raise_exception=True)
    return dict(read.validated_data)


def read_once(request: Request, name: str) -> str:
    """A parameter of a query string, which may be given once; empty without it."""
    values = request.query_params.getlist(name)
    if len(values) > 1:
        raise ValidationError({name: [ErrorDetail(str(REPEATED), "repeated")]})
    return values[0] if values else ""


def read_limit(request: Request, *, default: int, most: int) -> int:
    """How many items are asked for, from 1 to `most`; refused alike wherever it is asked."""
    text = read_once(request, "limit")
    if text == "":
        return default
    if text.isascii() and text.isdigit() and len(text) <= 3 and 1 <= int(text) <= most:
        return int(text)
    refusal = ErrorDetail(str(LIMIT_OUT_OF_RANGE) % {"most": most}, "out_of_range")
    raise ValidationError({"limit": [refusal]})


def _mismatch(field: AnyField, value: Any) -> Any:
    """Describe what in `value` is of the wrong JSON type for `field`; None when nothing is."""
    if value is None:
        return None  # `allow_null` decides.
    if isinstance(field, serializers.ListField):
        if not isinstance(value, list):
            return None  # DRF's own refusal is right.
        wrong = {
            i: found for i, item in enumerate(value) if (found := _mismatch(field.child, item))
        }
        return wrong or None
    for kind, types, code, text in _KINDS:
        if isinstance(field, kind):
            fits = isinstance(value, types) and (bool in types or not isinstance(value, bool))
            return None if fits else [ErrorDetail(str(text), code)]
    if isinstance(field, StrictSerializer) and isinstance(value, dict):
        value = list(value)  # It looks at what its members hold.
    if any("\x00" in text for text in _texts(value)):
        return [ErrorDetail(str(NUL_FORBIDDEN), "null_characters_not_allowed")]
    return None


def _texts(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for name, inner in value.items():
            yield name
            yield from _texts(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from _texts(inner)
