"""The choice of a language: kept by the browser, and with the player for mails."""

from __future__ import annotations

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_POST
from django.views.i18n import set_language

from accounts.models import User
from accounts.services import update_profile
from config.http.throttling import client_address
from config.pages.asking import Refused, spend
from config.pages.frame import refusal


@require_POST
def choose(request: HttpRequest) -> HttpResponse:
    """Take `language`, and lead back to `next` on this site.

    It counts as what the API does of the same: a player is changed.
    """
    code, user = request.POST.get("language", ""), request.user
    try:
        spend(request, "reads", str(user.pk) if user.is_authenticated else client_address(request))
    except Refused as refused:
        return refusal(request, refused)
    if isinstance(user, User) and code in dict(settings.LANGUAGES):
        update_profile(user=user, locale=code)
    return set_language(request)
