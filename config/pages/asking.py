"""Asks the API within the process, as a client would: a page shows what the API answers."""

from __future__ import annotations

import copy
import json
from http import HTTPStatus
from typing import Any
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse, QueryDict
from django.urls import resolve

from config.http import throttling
from config.http.errors import quota_response

# A page is made anew each time: that an answer has not changed would be no answer.
_CONDITIONS = ("HTTP_IF_", "HTTP_RANGE")


class Refused(Exception):
    """The API refused; `problem` is its problem document."""

    def __init__(self, response: HttpResponse, problem: dict[str, Any]) -> None:
        super().__init__(problem.get("code"))
        self.status = response.status_code
        self.wait = response.get("Retry-After")
        self.problem = problem


def ask(request: HttpRequest, path: str, **query: object) -> Any:
    """Return the document that the API has at `path` for the caller of `request`.

    Who may see what, and how often, is decided where it always is. Raises Refused.
    """
    inner = copy.copy(request)
    inner.path = inner.path_info = f"/api/{path}"
    inner.method = "GET"
    inner.GET = QueryDict(urlencode(query))
    inner.META = {
        name: value for name, value in request.META.items() if not name.startswith(_CONDITIONS)
    }
    inner.META |= {"HTTP_ACCEPT": "application/json", "QUERY_STRING": inner.GET.urlencode()}
    inner.__dict__.pop("headers", None)  # Kept from what `META` was.
    match = resolve(inner.path)
    response = match.func(inner, *match.args, **match.kwargs)
    if hasattr(response, "render"):
        response.render()
    document = json.loads(response.content)
    if response.status_code >= HTTPStatus.BAD_REQUEST:
        raise Refused(response, document)
    return document


def spend(request: HttpRequest, scope: str, caller: str) -> None:
    """Count a request against a quota of the API. Raises Refused when there is nothing left."""
    try:
        throttling.spend(request, scope, caller)
    except throttling.QuotaExceeded as exceeded:
        response = quota_response(exceeded)
        raise Refused(response, json.loads(response.content)) from None
