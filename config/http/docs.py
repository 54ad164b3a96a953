"""The API's description: the OpenAPI document, and a page that explains every error code."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_safe
from drf_spectacular.generators import SchemaGenerator
from drf_spectacular.views import SpectacularJSONAPIView, SpectacularSwaggerSplitView

from config.http.errors import BODY_LIMIT, code_of, headers_of, problem_response, say
from config.http.problems import PROBLEMS
from config.http.reasons import REASONS
from games.rules import BATCH_LIMIT, LOG_LIMIT

# What `limit` is in the texts of these problems.
_LIMITS = {"body_too_large": BODY_LIMIT, "batch_too_large": BATCH_LIMIT, "log_full": LOG_LIMIT}


@lru_cache(maxsize=8)
def _document(language: str | None) -> dict[str, Any]:
    generator = SchemaGenerator()
    return dict(generator.get_schema(request=None, public=True))


class _OnceGenerator(SchemaGenerator):
    """Introspects all views once, not at every request: it takes a good part of a second."""

    def get_schema(self, request: Any = None, public: bool = False) -> dict[str, Any]:
        return _document(get_language())


class SchemaView(SpectacularJSONAPIView):
    """The OpenAPI document in JSON; public, and made once a language."""

    throttle_scope = "reads"
    generator_class = _OnceGenerator


class Page(SpectacularSwaggerSplitView):
    """A readable form of an OpenAPI document."""

    def handle_exception(self, exc: Exception) -> Any:
        """Answer a refusal as a problem: the view's only renderer would make a page of it."""
        code = code_of(exc)
        if code is None:
            raise exc
        return problem_response(code, headers=headers_of(exc, code))


@csrf_exempt
@require_safe
def errors(request: HttpRequest) -> HttpResponse:
    """Show the table of problems in the reader's language; each problem's `type` leads here."""
    kinds = [
        (code, kind, say(kind.detail, {"limit": _LIMITS.get(code)}))
        for code, kind in sorted(PROBLEMS.items())
    ]
    reasons = [(code, say(text, {"max_run": 4})) for code, text in sorted(REASONS.items())]
    words = {
        "title": _("Problems"),
        "about_problems": _(
            "Every failure of the API is one of these documents; codes are stable."
        ),
        "reasons": _("Reasons"),
        "about_reasons": _("These codes stand in a problem's list of errors."),
    }
    context = {"kinds": kinds, "reasons": reasons, "words": words}
    return render(request, "docs/errors.html", context)
