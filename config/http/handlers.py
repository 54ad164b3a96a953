"""Django's own failures, outside of any API view, as problems too."""

from __future__ import annotations

import sys

from django.http import HttpRequest, HttpResponse

from config.http.errors import code_of, problem_response


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Answer what Django refuses as suspicious: a forged host, a lost session."""
    return problem_response(code_of(exception) or "bad_request")


def permission_denied(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Answer a refusal outside of the API's views."""
    return problem_response("permission_denied")


def csrf_failed(request: HttpRequest, reason: str = "") -> HttpResponse:
    """Answer a writing request with a cookie and no CSRF token."""
    return problem_response("csrf_failed")


def not_found(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    """Answer an address nobody owns."""
    return problem_response("not_found")


def unknown(request: HttpRequest, rest: str) -> HttpResponse:
    """Answer an address of the API that does not exist, whatever the method."""
    return problem_response("not_found")


def server_error(request: HttpRequest) -> HttpResponse:
    """Answer an exception nobody foresaw; Django has logged it with the trace id.

    A lost database or Redis is no fault of the code: that is 503, wherever it was noticed.
    """
    failure = sys.exc_info()[1]
    return problem_response((failure and code_of(failure)) or "internal")
