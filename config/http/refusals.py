"""Makes problems of the refusals that Django itself answers, and `Allow` tell the truth."""

from __future__ import annotations

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse

from config.http.errors import problem_response

METHODS = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE")
_BY_STATUS = {
    400: "bad_request",
    403: "permission_denied",
    404: "not_found",
    405: "method_not_allowed",
    412: "precondition_failed",
}


class RefusalMiddleware:
    """Answers in the language of the request, so it stands behind the choice of language."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Answer; a refusal without a word becomes a problem."""
        response = self.get_response(request)
        # Views of Django and its libraries name OPTIONS by themselves; nothing here needs it.
        allowed = [each.strip() for each in response.get("Allow", "").split(",")]
        allow = ", ".join(each for each in allowed if each in METHODS)
        if request.method not in METHODS and response.status_code < 400:
            response = problem_response("method_not_allowed")
            allow = allow or ", ".join(METHODS[:3])
        elif response.status_code in _BY_STATUS and _is_silent(response):
            response = _problem_instead_of(response)
        if allow:
            response["Allow"] = allow
        return response


def _is_silent(response: HttpResponse) -> bool:
    return not response.streaming and not response.content


def _problem_instead_of(response: HttpResponse) -> HttpResponse:
    told = problem_response(_BY_STATUS[response.status_code])
    told.cookies = response.cookies
    for name, value in response.items():
        if name not in {"Content-Type", "Content-Length"}:
            told[name] = value
    return told
