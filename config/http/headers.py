"""Header fields that every answer carries: quotas, caching and what a page may load."""

from __future__ import annotations

from collections.abc import Callable
from http import HTTPStatus

from django.http import HttpRequest, HttpResponse

# Data loads nothing. The readable docs and the admin need scripts and styles from here; the
# style attributes are those libraries' own. Pages with a policy of their own set it themselves.
_DATA = "default-src 'none'; frame-ancestors 'none'"
_PAGES = (
    "default-src 'self'; img-src 'self' data:; style-src 'self' 'unsafe-inline'; "
    "object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)


class HeaderMiddleware:
    """Adds what no view should have to remember; a view's own value is kept."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Answer with the fields set."""
        response = self.get_response(request)
        # Django renews a session's cookie on whatever is answered; a shared cache would hand it on.
        if response.cookies and "public" in response.get("Cache-Control", ""):
            response["Cache-Control"] = "private, no-cache"
        usage = getattr(request, "quota", None)
        # What shared caches hand on must not tell one caller's quota to all others.
        is_shared = "public" in response.get("Cache-Control", "")
        for name, value in (usage.headers() if usage and not is_shared else {}).items():
            response.headers.setdefault(name, value)
        if request.path.startswith("/api/v1/"):
            kept = "no-store" if response.status_code >= 400 else "private, no-cache"
            response.headers.setdefault("Cache-Control", kept)
        # What a page elsewhere loads as a script or a picture is not given to it either.
        response.headers.setdefault("Cross-Origin-Resource-Policy", "same-origin")
        # Browsers put the fields of a 304 in the place of those they keep, and it tells no type.
        if response.status_code != HTTPStatus.NOT_MODIFIED:
            is_page = response.get("Content-Type", "").startswith("text/html")
            response.headers.setdefault("Content-Security-Policy", _PAGES if is_page else _DATA)
        return response
