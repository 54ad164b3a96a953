"""Pages by signed keyset cursor: no row twice and none missing while others insert."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Any
from uuid import UUID

from django.core import signing
from django.db.models import Model, Q, QuerySet
from rest_framework.pagination import BasePagination
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.keysets import compare_rows
from accounts.shapes import read_limit, read_once

if TYPE_CHECKING:
    # At run time DRF's views import this module while they are being made.
    from rest_framework.views import APIView

DEFAULT_LIMIT, MAX_LIMIT = 25, 100
# Without a time in it the same place is always the same text, so an unchanged page has one ETag.
_SIGNER = signing.Signer(salt="patience.cursor")


class CursorInvalid(Exception):
    """The cursor was changed, or was made for another list, filter or caller."""

    code = "cursor_invalid"
    pointer = "cursor"


@dataclass(frozen=True)
class Cursor:
    """A place between two rows: read on after `key`, or backwards from it.

    `with_key` also takes the row at the key itself: the way back from an empty page.
    """

    key: list[Any]
    backwards: bool = False
    with_key: bool = False

    def sign(self, scope: str) -> str:
        """Return the cursor as text that is valid in `scope` alone."""
        return _SIGNER.sign_object([self.key, self.backwards, self.with_key, scope])

    @classmethod
    def read(cls, text: str, scope: str, length: int) -> Cursor:
        """Return the cursor that `text` is, or raise CursorInvalid."""
        try:
            key, backwards, with_key, made_for = _SIGNER.unsign_object(text)
        except (signing.BadSignature, ValueError, TypeError):
            raise CursorInvalid from None
        if made_for != scope or len(key) != length:
            raise CursorInvalid
        return cls(key, backwards, with_key)


class KeysetPagination(BasePagination):
    """Pages through a queryset in the view's `ordering`.

    `ordering` is a tuple of the model's fields, `-` for descending, directions mixed as needed,
    none of them null, the last one unique: `("-created_at", "-id")`. A view whose items are dear
    lowers the longest page by `max_limit`; one that answers everybody the same says `is_shared`.
    """

    def paginate_queryset(  # type: ignore[override]
        self, queryset: QuerySet[Any], request: Request, view: APIView | None = None
    ) -> list[Any]:
        """Return one page of rows, with one SELECT."""
        self.ordering: Sequence[str] = view.ordering  # type: ignore[union-attr]
        self.scope = self._scope(request, view)
        most = _most(view)
        limit = read_limit(request, default=min(DEFAULT_LIMIT, most), most=most)
        text = read_once(request, "cursor")
        self.cursor = Cursor.read(text, self.scope, len(self.ordering)) if text else None
        backwards = bool(self.cursor and self.cursor.backwards)
        ordering = [_flip(field) for field in self.ordering] if backwards else self.ordering
        if self.cursor:
            queryset = queryset.filter(self._beyond(self.cursor, ordering, queryset.model))
        rows = list(queryset.order_by(*ordering)[: limit + 1])
        self.has_more = len(rows) > limit
        self.rows = rows[:limit][::-1] if backwards else rows[:limit]
        return self.rows

    def get_paginated_response(self, data: Any) -> Response:
        """Wrap the page's data with the cursors on both sides of it."""
        return Response(
            {"items": data, "next_cursor": self._next(), "prev_cursor": self._previous()}
        )

    def _next(self) -> str | None:
        if self.cursor and self.cursor.backwards:
            # We came from there, so there was something.
            if self.rows:
                return self._cursor_at(self.rows[-1], backwards=False)
            return Cursor(self.cursor.key, False, True).sign(self.scope)
        return self._cursor_at(self.rows[-1], backwards=False) if self.has_more else None

    def _previous(self) -> str | None:
        if self.cursor is None:
            return None
        if self.cursor.backwards:
            return self._cursor_at(self.rows[0], backwards=True) if self.has_more else None
        if self.rows:
            return self._cursor_at(self.rows[0], backwards=True)
        return Cursor(self.cursor.key, True, True).sign(self.scope)

    def _cursor_at(self, row: Any, *, backwards: bool) -> str:
        key = [_plain(_value(row, field.lstrip("-"))) for field in self.ordering]
        return Cursor(key, backwards).sign(self.scope)

    def _beyond(self, cursor: Cursor, ordering: Sequence[str], model: type[Model]) -> Any:
        """Build `(a, b) > key`; for mixed directions an index on `a` still bounds it."""
        names = [field.lstrip("-") for field in ordering]
        if len({field.startswith("-") for field in ordering}) == 1:
            fields: list[Any] = [model._meta.get_field(name) for name in names]
            key = [field.to_python(value) for field, value in zip(fields, cursor.key, strict=True)]
            operator = "lt" if ordering[0].startswith("-") else "gt"
            return compare_rows(names, operator, key, or_equal=cursor.with_key)
        equal, beyond, first = Q(), Q(), Q()
        for position, (field, value) in enumerate(zip(ordering, cursor.key, strict=True)):
            name = field.lstrip("-")
            operator = "lt" if field.startswith("-") else "gt"
            if position == 0:
                first = Q(**{f"{name}__{operator}e": value})
            beyond |= equal & Q(**{f"{name}__{operator}": value})
            equal &= Q(**{name: value})
        return first & (beyond | equal if cursor.with_key else beyond)

    def _scope(self, request: Request, view: APIView | None) -> str:
        """Hash what makes the list this list: its address, its filters, its order, its reader."""
        filters = sorted(
            (name, request.query_params.getlist(name))
            for name in request.query_params
            if name not in {"cursor", "limit"}
        )
        reader = None if getattr(view, "is_shared", False) else str(request.user.pk)
        parts = [request.path, filters, list(self.ordering), reader]
        return hashlib.sha256(repr(parts).encode()).hexdigest()[:16]

    def get_schema_operation_parameters(self, view: APIView) -> list[dict[str, Any]]:
        """Describe the two query parameters."""
        limit = {"type": "integer", "minimum": 1, "maximum": _most(view), "default": DEFAULT_LIMIT}
        return [
            {
                "name": "cursor",
                "in": "query",
                "required": False,
                "description": "A cursor of an earlier answer for the same list; opaque.",
                "schema": {"type": "string"},
            },
            {
                "name": "limit",
                "in": "query",
                "required": False,
                "description": "How many items a page has at most.",
                "schema": limit,
            },
        ]

    def get_paginated_response_schema(self, schema: dict[str, Any]) -> dict[str, Any]:
        """Describe a page in the terms of OpenAPI 3.1."""
        cursor = {"type": ["string", "null"], "description": "Null where the list ends."}
        return {
            "type": "object",
            "required": ["items", "next_cursor", "prev_cursor"],
            "properties": {"items": schema, "next_cursor": cursor, "prev_cursor": cursor},
        }


def _most(view: APIView | None) -> int:
    return int(getattr(view, "max_limit", MAX_LIMIT))


def _flip(field: str) -> str:
    return field[1:] if field.startswith("-") else f"-{field}"


def _value(row: Any, name: str) -> Any:
    return row[name] if isinstance(row, dict) else getattr(row, name)


def _plain(value: Any) -> Any:
    if isinstance(value, datetime):
        return value.isoformat()
    return str(value) if isinstance(value, UUID) else value
