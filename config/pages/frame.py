"""What all pages of the web client have in common: the frame, its policy, and refusals."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import wraps
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import render
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt, ensure_csrf_cookie
from django.views.decorators.gzip import gzip_page
from django.views.decorators.http import require_safe

from config.http.client import POLICY, address
from config.pages.asking import Refused
from config.pages.words import number

# The modules that are loaded before the first deal, and those that every page has.
TABLE = ("main", "api", "ui", "start", "store", "table", "layout", "render", "pointer")
PLAIN = ("main", "api", "ui")
THEMES = ("light", "dark", "contrast")

# What stands in the frames that modules draw into.
FIGURES = ("moves", "time", "points")
STEPS = ("first", "back", "play", "forward", "last")
_SPEEDS = (0.5, 1, 2, 4)

View = Callable[..., HttpResponseBase]


def page(view: View) -> View:
    """A view that reads for whoever has the cookie, and says so where the API refuses.

    A wrong method is told so, whoever sends it: a page changes nothing.
    """

    @wraps(view)
    def answer(request: HttpRequest, **place: object) -> HttpResponseBase:
        try:
            return view(request, **place)
        except Refused as refused:
            response = framed(request, "refused", {"problem": refused.problem}, PLAIN)
            response.status_code = refused.status
            if refused.wait:
                response["Retry-After"] = refused.wait
            return response

    return csrf_exempt(require_safe(gzip_page(never_cache(ensure_csrf_cookie(answer)))))


def _speeds() -> list[tuple[str, str]]:
    return [(str(speed), number(speed)) for speed in _SPEEDS]


def framed(
    request: HttpRequest,
    name: str,
    context: Mapping[str, Any],
    modules: tuple[str, ...],
    boot: Mapping[str, Any] | None = None,
) -> HttpResponse:
    """Answer with the template of a name; `boot` is what the modules find on the page."""
    language = get_language() or settings.LANGUAGE_CODE
    theme = request.COOKIES.get("theme")
    known = {
        "words": f"{address()}i18n/{language}.json",
        "signed_in": request.user.is_authenticated,
        "worker": settings.SERVICE_WORKER,
        **(boot or {}),
    }
    frame = {
        "boot": known,
        "language": language,
        "languages": settings.LANGUAGES,
        "theme": theme if theme in THEMES else "system",
        "address": address(),
        "modules": [f"{address()}{module}.js" for module in modules],
        "description": _("Solitaire: Baker's Game, Baker's Dozen, Baroness and their relatives."),
        "without_script": _("Patience is played with JavaScript; allow it for this page."),
    }
    if "table" in modules:
        frame["frames"] = {"figures": FIGURES, "steps": STEPS, "speeds": _speeds()}
    response = render(request, f"games/{name}.html", {**context, **frame})
    response["Content-Security-Policy"] = POLICY
    return response
