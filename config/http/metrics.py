"""Requests are counted, and all counts shown to whoever has the token."""

from __future__ import annotations

import time
from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_safe
from prometheus_client import Counter, Histogram
from prometheus_client.exposition import CONTENT_TYPE_LATEST

from config.gauges import Gauges
from config.http.handlers import not_found
from config.metrics import exposition, may_read

REQUESTS = Counter("patience_http_requests", "Requests answered.", ["method", "route", "status"])
SECONDS = Histogram("patience_http_request_seconds", "Until the answer.", ["method", "route"])

# Callers may make methods and addresses up; neither may make up a label.
_METHODS = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})
_NO_ROUTE = "none"


class MetricsMiddleware:
    """Counts each request by the pattern of its address, never by the address itself."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Answer, and count it."""
        started = time.perf_counter()
        response = self.get_response(request)
        method = request.method if request.method in _METHODS else "other"
        route = request.resolver_match.route if request.resolver_match else _NO_ROUTE
        SECONDS.labels(method, route).observe(time.perf_counter() - started)
        REQUESTS.labels(method, route, response.status_code).inc()
        return response


@csrf_exempt  # So that a wrong method is called wrong, not forged.
@require_safe
def metrics(request: HttpRequest) -> HttpResponse:
    """Show the counts; without the token there is nothing here."""
    if not may_read(request.headers.get("Authorization", ""), settings.METRICS_TOKEN):
        return not_found(request)
    return HttpResponse(exposition(Gauges()), content_type=CONTENT_TYPE_LATEST)
