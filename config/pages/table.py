"""The pages on which modules draw: a game that is played, and a replay."""

from __future__ import annotations

from uuid import UUID

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect

from config.pages.asking import ask
from config.pages.frame import TABLE, framed, page
from games.api.texts import VARIANT_NAMES
from games.rules import TICK_MS, TICK_POINTS

TICK = {"ms": TICK_MS, "points": TICK_POINTS}


def titles() -> dict[str, str]:
    """The names of all variants, in the language of the request."""
    return {key: str(name) for key, name in VARIANT_NAMES.items()}


@page
def play(request: HttpRequest, game_id: UUID) -> HttpResponse:
    """Send the table and, to its player, the game, so that nothing more need be asked for."""
    if not request.user.is_authenticated:
        return HttpResponseRedirect("/")  # Signed out meanwhile, most likely.
    game = ask(request, f"v1/games/{game_id}")
    boot = {"titles": titles(), "tick": TICK, "game": game}
    return framed(request, "client", {}, TABLE, boot)


@page
def replay(request: HttpRequest, slug: str) -> HttpResponse:
    """Send the viewer, which asks for the replay itself."""
    return framed(request, "client", {}, TABLE, {"titles": titles(), "tick": TICK})
