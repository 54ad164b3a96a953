"""The web client as an app that can be installed: manifest, service worker, offline page."""

from __future__ import annotations

import json

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.utils.translation import override
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_safe

from config.http.client import FOLDER, POLICY, address, files
from config.pages.words import words
from games.api.texts import VARIANT_NAMES

LANGUAGES = [code for code, _name in settings.LANGUAGES]
SHORTCUTS = ("bakers_game", "bakers_dozen", "baroness")
COLOUR = "#14532d"  # Of the felt and of the icon.
# The worker fetches what it keeps, and nothing else is for it to load.
_WORKER_POLICY = "default-src 'none'; connect-src 'self'"


@csrf_exempt
@require_safe
def manifest(request: HttpRequest, language: str) -> HttpResponse:
    """Describe the app in a language; browsers ask for it without cookies, so the path names it."""
    if language not in LANGUAGES:
        raise Http404
    text = words(language)
    icons = f"{address()}icons"
    with override(language):
        games = [(f"/?variant={key}", str(VARIANT_NAMES[key])) for key in SHORTCUTS]
        description = _("Solitaire: Baker's Game, Baker's Dozen, Baroness and their relatives.")
    places = [("/", text["continue"]), ("/daily", text["daily"]), *games]
    png = {"type": "image/png"}
    app = {
        "id": "/",
        "name": "Patience",
        "short_name": "Patience",
        "description": description,
        "lang": language,
        "start_url": "/",
        "scope": "/",
        "display": "standalone",
        "background_color": COLOUR,
        "theme_color": COLOUR,
        "icons": [
            {"src": f"{icons}/192.png", "sizes": "192x192", **png},
            {"src": f"{icons}/512.png", "sizes": "512x512", **png},
            {"src": f"{icons}/maskable-512.png", "sizes": "512x512", "purpose": "maskable", **png},
        ],
        "shortcuts": [{"name": name, "url": url} for url, name in places],
    }
    response = JsonResponse(app, content_type="application/manifest+json")
    response["Cache-Control"] = "no-cache"
    return response


@csrf_exempt
@require_safe
def worker(request: HttpRequest) -> HttpResponse:
    """The service worker of these files; the one that ends all others, if there shall be none."""
    if settings.SERVICE_WORKER:
        kept = [
            address() + path.relative_to(FOLDER).as_posix()
            for path in files()
            if path.suffix in (".js", ".css", ".json", ".svg") and not path.name.startswith("sw")
        ]
        kept += [f"/offline/{language}" for language in LANGUAGES]
        build = address().strip("/").rpartition("/")[2]
        head = f"const BUILD = {json.dumps(build)};\nconst FILES = {json.dumps(kept)};\n"
        body = head + (FOLDER / "sw.js").read_text()
    else:
        body = (FOLDER / "sw_off.js").read_text()
    response = HttpResponse(body, content_type="text/javascript; charset=utf-8")
    response["Cache-Control"] = "no-cache"
    response["Content-Security-Policy"] = _WORKER_POLICY
    return response


@csrf_exempt
@require_safe
def offline(request: HttpRequest, language: str) -> HttpResponse:
    """The page that the worker shows when there is no network."""
    if language not in LANGUAGES:
        raise Http404
    context = {"language": language, "address": address(), "words": words(language)}
    response = render(request, "games/offline.html", context)
    response["Content-Security-Policy"] = POLICY
    response["Cache-Control"] = "no-cache"
    return response
