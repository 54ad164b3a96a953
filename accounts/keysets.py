"""Comparing rows by several columns at once, in the one form that an index of them bounds."""

from collections.abc import Sequence
from typing import Any

from django.db.models import BooleanField, F, Func, Value
from django.db.models.expressions import Combinable
from django.db.models.lookups import GreaterThan, GreaterThanOrEqual, LessThan, LessThanOrEqual

_COMPARISONS = {
    ("gt", False): GreaterThan,
    ("gt", True): GreaterThanOrEqual,
    ("lt", False): LessThan,
    ("lt", True): LessThanOrEqual,
}


class _Row(Func):
    """`ROW(a, b, …)`; its type plays no part."""

    function = "ROW"
    output_field = BooleanField()


def compare_rows(
    names: Sequence[str], operator: str, key: Sequence[Any], *, or_equal: bool = False
) -> Any:
    """The condition that the columns, the first ones first, are beyond a key: `gt` or `lt`.

    None of them may be null. Spelled out with `OR` it would be the same, but an index would bound
    the first column alone.
    """
    columns: list[Combinable] = [F(name) for name in names]
    return _COMPARISONS[operator, or_equal](_Row(*columns), _Row(*map(Value, key)))
