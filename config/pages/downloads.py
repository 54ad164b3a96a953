"""All results of a player as a file, for programs that read tables or JSON."""

from __future__ import annotations

import csv
import json
from collections.abc import Iterable, Iterator
from io import StringIO
from typing import Any

from django.http import HttpRequest, StreamingHttpResponse

from config.http.rendering import InstantEncoder
from config.pages.asking import ask, spend
from config.pages.frame import page
from stats.api.me import GameResultSerializer
from stats.models import GameResult
from stats.selectors.ledger import get_results

_CHUNK = 500  # Rows that are in memory together.
_FIELDS = GameResultSerializer.Meta.fields

Rows = Iterator[dict[str, Any]]


@page
def as_csv(request: HttpRequest) -> StreamingHttpResponse:
    """Answer with a table, the newest result first; the first line names the columns."""
    return _file("csv", "text/csv; charset=utf-8; header=present", _csv(_results(request)))


@page
def as_json(request: HttpRequest) -> StreamingHttpResponse:
    """Answer with an array of the same."""
    return _file("json", "application/json", _json(_results(request)))


def _file(kind: str, media_type: str, lines: Iterable[str]) -> StreamingHttpResponse:
    response = StreamingHttpResponse(lines, content_type=media_type)
    response["Content-Disposition"] = f'attachment; filename="patience.{kind}"'
    return response


def _results(request: HttpRequest) -> Rows:
    """The caller's results as the API tells them, of a review the status alone.

    Who asks, and how often, is decided before the first row.
    """
    player_id = ask(request, "v1/me")["id"]
    spend(request, "exports", player_id)
    return _told(get_results(player_id=player_id).iterator(_CHUNK))


def _told(results: Iterable[GameResult]) -> Rows:
    write = GameResultSerializer().to_representation  # One for all: it is dear to make.
    for result in results:
        review = result.review
        yield {**write(result), "review": review and review["status"]}


def _json(results: Rows) -> Iterator[str]:
    before = "[\n"
    for result in results:
        yield before + _spelled(result)
        before = ",\n"
    yield "[]\n" if before == "[\n" else "\n]\n"


def _csv(results: Rows) -> Iterator[str]:
    yield _line(_FIELDS)
    for result in results:
        yield _line([_cell(result[name]) for name in _FIELDS])


def _cell(value: Any) -> str:
    """A value as text. None begins as a formula does: what a person wrote stands inside of JSON."""
    if value is None or value == []:
        return ""
    return value if isinstance(value, str) else _spelled(value).strip('"')


def _line(cells: Iterable[str]) -> str:
    line = StringIO()
    csv.writer(line, quoting=csv.QUOTE_ALL).writerow(cells)
    return line.getvalue()


def _spelled(value: Any) -> str:
    return json.dumps(value, cls=InstantEncoder)
