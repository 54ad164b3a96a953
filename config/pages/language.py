"""The choice of a language: kept by the browser, and with the player for mails."""

from __future__ import annotations

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_POST
from django.views.i18n import set_language

from accounts.models import User
from accounts.services import update_profile


@require_POST
def choose(request: HttpRequest) -> HttpResponse:
    """Take `language`, and lead back to `next` on this site."""
    code = request.POST.get("language", "")
    if isinstance(request.user, User) and code in dict(settings.LANGUAGES):
        update_profile(user=request.user, locale=code)
    return set_language(request)
