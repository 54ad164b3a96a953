"""The request's id in the `X-Request-ID` header, and a log line for each request."""

from __future__ import annotations

import logging
import re
import time
import uuid
from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from structlog.contextvars import bound_contextvars

from config.tracing import NAME

# A caller's own id is kept only in a form that can break neither a log line nor a header.
_ACCEPTED = re.compile(r"[0-9A-Za-z_-]{16,64}")
# Called every few seconds, and of interest only when they fail.
_PROBES = ("/health/", "/metrics")

logger = logging.getLogger("patience.http")


class TraceMiddleware:
    """Gives each request its id, the caller's when it is well-formed."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Answer with the id in `X-Request-ID`."""
        offered = request.headers.get("X-Request-ID", "")
        ours = offered if _ACCEPTED.fullmatch(offered) else uuid.uuid4().hex
        request.trace_id = ours  # type: ignore[attr-defined]
        started = time.monotonic()
        with bound_contextvars(**{NAME: ours}):
            response = self.get_response(request)
            _tell(request, response, time.monotonic() - started)
        response["X-Request-ID"] = ours
        return response


def _tell(request: HttpRequest, response: HttpResponse, seconds: float) -> None:
    """Log the request without its query, which may have a cursor or an address in it."""
    if request.path.startswith(_PROBES) and response.status_code < 500:
        return
    facts = {
        "method": request.method,
        "path": request.path,
        "status": response.status_code,
        "seconds": round(seconds, 4),
    }
    logger.info("request", extra=facts)
