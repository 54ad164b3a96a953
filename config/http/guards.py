"""Refuses what no view should ever see: bodies too large, coded or without a length, NUL bytes."""

from __future__ import annotations

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse

from accounts.shapes import NUL_FORBIDDEN
from config.http.errors import BODY_LIMIT, problem_response
from config.http.parsing import load
from config.http.reasons import CODING_UNKNOWN


class GuardMiddleware:
    """Looks at a request's head, so that nothing of a refused body is read."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Answer a refusal, or pass the request on."""
        return self._refusal(request) or self.get_response(request)

    def _refusal(self, request: HttpRequest) -> HttpResponse | None:
        length = request.META.get("CONTENT_LENGTH") or "0"
        if not (length.isascii() and length.isdigit()):
            return problem_response("bad_request")
        if len(length) > 12 or int(length) > BODY_LIMIT:
            return problem_response("body_too_large", headers={"Connection": "close"})
        # Django reads exactly Content-Length bytes: a chunked body would be taken for an empty
        # one, and the request for another than was meant.
        if "chunked" in request.META.get("HTTP_TRANSFER_ENCODING", "").lower():
            return problem_response("length_required", headers={"Connection": "close"})
        coding = request.META.get("HTTP_CONTENT_ENCODING", "").strip().lower()
        if int(length) and coding not in {"", "identity"}:
            return _coded()
        # PostgreSQL has no NUL in text; a filter with one would be an error of the server.
        if "\x00" in request.path_info:
            return problem_response("not_found")
        if "%00" in request.META.get("QUERY_STRING", ""):
            return self._nul_in_query(request)
        return self._unreadable(request)

    def _unreadable(self, request: HttpRequest) -> HttpResponse | None:
        """Refuse for allauth what its own lenient reading of JSON would fail on."""
        if not request.path_info.startswith("/api/auth/") or not request.body:
            return None
        if request.content_type != "application/json":
            return problem_response("unsupported_media_type")
        try:
            load(request.body)
        except (ValueError, RecursionError):
            return problem_response("malformed_json")
        return None

    def _nul_in_query(self, request: HttpRequest) -> HttpResponse | None:
        for name, values in request.GET.lists():
            if any("\x00" in text for text in (name, *values)):
                error = {
                    "pointer": name.replace("\x00", ""),
                    "code": "null_characters_not_allowed",
                    "detail": str(NUL_FORBIDDEN),
                }
                return problem_response("validation_failed", errors=[error])
        return None


def _coded() -> HttpResponse:
    error = {
        "pointer": "",
        "code": "content_encoding_not_supported",
        "detail": str(CODING_UNKNOWN),
    }
    headers = {"Accept-Encoding": "identity"}
    return problem_response("unsupported_media_type", errors=[error], headers=headers)
