"""Reads a JSON body strictly: what two parsers could read differently is refused."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from typing import IO, Any, NoReturn

from rest_framework.exceptions import ParseError
from rest_framework.parsers import BaseParser

# Far more than any body of the API needs, far less than Python's recursion limit.
DEEPEST = 32


class _Refused(ValueError):
    """The text is JSON for some readers only."""


def _refuse(literal: str) -> NoReturn:
    raise _Refused(literal)


def _finite(literal: str) -> float:
    number = float(literal)
    return number if math.isfinite(number) else _refuse(literal)


def _unrepeated(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    members = dict(pairs)
    return members if len(members) == len(pairs) else _refuse("repeated key")


_decode = json.JSONDecoder(
    object_pairs_hook=_unrepeated, parse_float=_finite, parse_constant=_refuse
).decode


def load(body: bytes) -> Any:
    """Parse UTF-8 JSON; raise ValueError or RecursionError for anything else.

    Refused beside broken syntax: NaN and infinities (also `1e999`), repeated keys, a byte order
    mark, lone surrogates (they have no UTF-8), and more than `DEEPEST` levels.
    """
    text = body.decode("utf-8")
    if text.count("[") + text.count("{") > DEEPEST:
        _check_depth(text)
    document = _decode(text)
    if "\\ud" in text or "\\uD" in text:
        json.dumps(document, ensure_ascii=False).encode("utf-8")
    return document


def _check_depth(text: str) -> None:
    depth, in_string, escaped = 0, False, False
    for character in text:
        if in_string:
            if escaped:
                escaped = False
            elif character == "\\":
                escaped = True
            elif character == '"':
                in_string = False
        elif character == '"':
            in_string = True
        elif character in "[{":
            depth += 1
            if depth > DEEPEST:
                _refuse("too deep")
        elif character in "]}":
            depth -= 1


class StrictJSONParser(BaseParser):
    """The API's only parser; the charset parameter is ignored, as JSON is always UTF-8."""

    media_type = "application/json"

    def parse(
        self,
        stream: IO[Any],
        media_type: str | None = None,
        parser_context: Mapping[str, Any] | None = None,
    ) -> Any:
        """Return the document, or raise the 400 `malformed_json`."""
        body = stream.read()
        try:
            return load(body)
        except (ValueError, RecursionError) as failure:
            raise ParseError(str(failure)) from None
