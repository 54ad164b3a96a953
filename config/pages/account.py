"""The account: a guest's results saved under an address, signing in, the player's own data."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.utils.html import format_html

from accounts.pending import pending_address
from config.pages.asking import ask
from config.pages.frame import PLAIN, framed, page

# For the address to which a code for a new password was sent: the browser alone knows it.
_BLANK = format_html('<span class="{}"></span>', "email")
_SESSIONS = "auth/browser/v1/auth/sessions"
_BROWSERS = ("Firefox", "Edg", "Chrome", "Safari")
_SYSTEMS = ("Android", "iPhone", "iPad", "Windows", "Mac OS", "Linux")


@page
def account(request: HttpRequest) -> HttpResponse:
    """Show what suits whoever is here; `step` is what a visitor has chosen to do."""
    me = ask(request, "v1/me") if request.user.is_authenticated else None
    context: dict[str, Any] = {"me": me, "part": "member", "has_step": "step" in request.GET}
    if me is None or me["is_guest"]:
        context |= _visitor(request, me is not None)
    elif not me["has_password"]:
        context["part"] = "password"
    else:
        context["devices"] = [_device(each) for each in ask(request, _SESSIONS)["data"]]
    return framed(request, "account", context, (*PLAIN, "account"))


def _visitor(request: HttpRequest, is_guest: bool) -> dict[str, Any]:
    step = request.GET.get("step")
    # Else it is to save the results: an address first, then the code, or `anew` another address.
    if step in ("signIn", "forgot", "reset"):
        return {"part": step, "blank": _BLANK}
    sent_to = pending_address(request) if is_guest and step != "anew" else None
    return {"part": "code" if sent_to else "save", "sent_to": sent_to}


def _device(session: dict[str, Any]) -> dict[str, Any]:
    agent = session["user_agent"]
    found = [next((each for each in names if each in agent), "") for names in (_BROWSERS, _SYSTEMS)]
    since = datetime.fromtimestamp(session["created_at"], UTC)
    return {**session, "name": " ".join(filter(None, found)), "since": since.isoformat()}
