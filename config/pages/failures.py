"""Failures as pages: whoever looks at an address in a browser is told in words what is wrong."""

from __future__ import annotations

import json
import logging
from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.utils.cache import add_never_cache_headers, patch_vary_headers

from config.http.client import POLICY
from config.http.errors import MEDIA_TYPE
from config.pages.frame import problem_page

# What programs ask for, who are told of failures as problems alone.
_FOR_PROGRAMS = ("/api/", "/metrics", "/health/", "/static/")

logger = logging.getLogger("patience.http")


class FailureMiddleware:
    """Makes pages of problems; it stands behind the choice of language."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Answer; a problem that cannot be made a page of stays what it is."""
        response = self.get_response(request)
        is_problem = response.get("Content-Type") == MEDIA_TYPE
        if not is_problem or request.path.startswith(_FOR_PROGRAMS):
            return response
        patch_vary_headers(response, ["Accept"])
        if "text/html" in request.headers.get("Accept", ""):
            try:
                _make_page(request, response)
            except Exception:
                logger.exception("no page of a problem")
        return response


def _make_page(request: HttpRequest, response: HttpResponse) -> None:
    html = problem_page(request, json.loads(response.content))
    response.content = html.encode()
    response["Content-Type"] = "text/html; charset=utf-8"
    response["Content-Length"] = str(len(response.content))
    response["Content-Security-Policy"] = POLICY
    del response["ETag"]  # Of the problem.
    add_never_cache_headers(response)
