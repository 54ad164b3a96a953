"""The request's id: in every problem, every log line and the `X-Request-ID` header."""

from __future__ import annotations

import logging
import re
import uuid
from collections.abc import Callable
from contextvars import ContextVar

from django.http import HttpRequest, HttpResponse

_current: ContextVar[str] = ContextVar("trace_id", default="")

# A caller's own id is kept only in a form that can break neither a log line nor a header.
_ACCEPTED = re.compile(r"[0-9A-Za-z_-]{16,64}")


def trace_id() -> str:
    """Return the id of the request being answered; empty outside of one."""
    return _current.get()


class TraceMiddleware:
    """Gives each request its id, the caller's when it is well-formed."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Answer with the id in `X-Request-ID`."""
        offered = request.headers.get("X-Request-ID", "")
        ours = offered if _ACCEPTED.fullmatch(offered) else uuid.uuid4().hex
        request.trace_id = ours  # type: ignore[attr-defined]
        token = _current.set(ours)
        try:
            response = self.get_response(request)
        finally:
            _current.reset(token)
        response["X-Request-ID"] = ours
        return response


class TraceFilter(logging.Filter):
    """Adds the request's id to every log record."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Never drops a record."""
        # Django logs refused requests when their answer is made, outside of every middleware.
        request = getattr(record, "request", None)
        record.trace_id = trace_id() or getattr(request, "trace_id", "-")
        return True
