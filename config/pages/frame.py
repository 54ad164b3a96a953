"""What all pages of the web client have in common: the frame, its policy, and refusals."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import wraps
from http import HTTPStatus
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseBase, HttpResponseRedirect
from django.shortcuts import render
from django.template.loader import render_to_string
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
_SIGN_IN = "/account?step=signIn"
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
            return refusal(request, refused)

    return csrf_exempt(require_safe(gzip_page(never_cache(ensure_csrf_cookie(answer)))))


def refusal(request: HttpRequest, refused: Refused) -> HttpResponse:
    """Lead whoever must sign in to where that is done, and tell all others what is the matter."""
    if refused.status == HTTPStatus.UNAUTHORIZED and request.path != _SIGN_IN.partition("?")[0]:
        return HttpResponseRedirect(_SIGN_IN)
    response = HttpResponse(problem_page(request, refused.problem), status=refused.status)
    response["Content-Security-Policy"] = POLICY
    if refused.wait:
        response["Retry-After"] = refused.wait
    return response


def problem_page(request: HttpRequest, problem: Mapping[str, Any]) -> str:
    """The page of a problem. It is made without the database, which may be what fails."""
    context = {"problem": problem, **_frame(request, PLAIN, {"signed_in": False})}
    return render_to_string("games/refused.html", context)


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
    known = {"signed_in": request.user.is_authenticated, **(boot or {})}
    frame = _frame(request, modules, known)
    response = render(request, f"games/{name}.html", {**context, **frame})
    response["Content-Security-Policy"] = POLICY
    return response


def _frame(
    request: HttpRequest, modules: tuple[str, ...], boot: Mapping[str, Any]
) -> dict[str, Any]:
    language = get_language() or settings.LANGUAGE_CODE
    theme = request.COOKIES.get("theme")
    words = f"{address()}i18n/{language}.json"
    frame = {
        "boot": {"words": words, "worker": settings.SERVICE_WORKER, **boot},
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
    return frame
