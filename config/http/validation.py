"""Flattens DRF's nested validation errors into a list that points into the request."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

# A body of 256 KB can be wrong in a hundred thousand places; nobody reads the rest.
MOST_ERRORS = 20


def flatten(detail: Any, *, in_query: bool) -> list[dict[str, str]]:
    """List refused values: a JSON pointer into the body, or the name of a query parameter."""
    found: list[dict[str, str]] = []
    for path, message in _walk(detail, ()):
        if len(found) == MOST_ERRORS:
            break
        pointer = ".".join(path) if in_query else _pointer(path)
        code = getattr(message, "code", None) or "invalid"
        found.append({"pointer": pointer, "code": code, "detail": str(message)})
    return found


def _walk(detail: Any, path: tuple[str, ...]) -> Iterator[tuple[tuple[str, ...], Any]]:
    if isinstance(detail, dict):
        for key, inner in detail.items():
            # A refusal of the whole: it points at the whole.
            step = () if key == "non_field_errors" else (str(key),)
            yield from _walk(inner, path + step)
    elif isinstance(detail, list):
        for index, inner in enumerate(detail):
            nested = isinstance(inner, dict | list)
            yield from _walk(inner, (*path, str(index)) if nested else path)
    else:
        yield path, detail


def _pointer(path: tuple[str, ...]) -> str:
    return "".join("/" + step.replace("~", "~0").replace("/", "~1") for step in path)
