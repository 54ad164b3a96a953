"""All that is stored of a player, line by line; read in pieces, so it may be any number of rows."""

import json
from collections.abc import Iterator
from datetime import datetime
from typing import Any

from django.core import signing
from django.db.models import Model, QuerySet
from django.utils.crypto import salted_hmac
from django.utils.encoding import force_str
from rest_framework.utils.encoders import JSONEncoder

from accounts.models import User
from accounts.privacy import Personal, all_personal

# With the secret key the order of rows whose place is veiled changes, so earlier keys do not count.
_SIGNER = signing.Signer(salt="patience.export", fallback_keys=[])
_ROWS = 200


class CursorInvalid(Exception):
    """The cursor was changed, or was made for another player or other tables."""

    code = "cursor_invalid"
    pointer = "cursor"


def export_lines(user: User, cursor: str = "") -> Iterator[str]:
    """Every row about the player as a line of JSON, and one that says that this was all.

    Each line has a cursor with which the rest can be had. Raises `CursorInvalid` before the first
    line.
    """
    start, after = _read(cursor, user) if cursor else ("", None)
    return _lines(user, start, after)


def _lines(user: User, start: str, after: Any) -> Iterator[str]:
    for each in all_personal():
        if each.kind >= start:
            last = after if each.kind == start else None
            for place, row in _rows(each, user, last):
                yield _line(each, row, place, user)
    yield json.dumps({"kind": "end", "row": {}, "cursor": None}) + "\n"


def _rows(each: Personal, user: User, after: Any) -> Iterator[tuple[str, Any]]:
    """The rows of one kind after a place, and the place of each, which tells nothing untold."""
    if not each.told:
        return
    rows = each.rows_of(user.pk)
    if rows.model._meta.pk.name not in each.told:
        yield from _veiled_rows(rows, after)
        return
    rows = rows.order_by("pk")
    while True:
        page = list((rows.filter(pk__gt=after) if after is not None else rows)[:_ROWS])
        for row in page:
            yield force_str(row.pk), row
        if len(page) < _ROWS:
            return
        after = page[-1].pk


def _veiled_rows(rows: QuerySet[Model], after: str | None) -> Iterator[tuple[str, Any]]:
    """Rows whose keys are secret: a session's opens it. Their places are hashes of the keys.

    They come in the order of these, so that the rest is found though the row is gone meanwhile.
    """
    keys = {_veil(key): key for key in rows.values_list("pk", flat=True)}
    places = sorted(place for place in keys if after is None or place > after)
    for start in range(0, len(places), _ROWS):
        page = places[start : start + _ROWS]
        found = rows.in_bulk([keys[place] for place in page])
        yield from ((place, found[keys[place]]) for place in page if keys[place] in found)


def _veil(key: Any) -> str:
    return salted_hmac("patience.export.place", force_str(key), algorithm="sha256").hexdigest()


def _line(each: Personal, row: Any, place: str, user: User) -> str:
    names = {field.name: field.attname for field in row._meta.concrete_fields}
    told = {name: getattr(row, names[name]) for name in each.told}
    cursor = _SIGNER.sign_object([each.kind, place, str(user.pk)])
    line = {"kind": each.kind, "row": told, "cursor": cursor}
    return json.dumps(line, cls=_Encoder, ensure_ascii=False) + "\n"


def _read(cursor: str, user: User) -> tuple[str, Any]:
    try:
        kind, key, owner = _SIGNER.unsign_object(cursor)
    except (signing.BadSignature, ValueError, TypeError):
        raise CursorInvalid from None
    if owner != str(user.pk):
        raise CursorInvalid
    return kind, key


class _Encoder(JSONEncoder):
    """Instants as everywhere else: in UTC, with milliseconds and `Z`."""

    def default(self, obj: Any) -> Any:
        if isinstance(obj, datetime):
            return obj.isoformat(timespec="milliseconds").replace("+00:00", "Z")
        return super().default(obj)
