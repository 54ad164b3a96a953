"""Addresses below /api/auth/: allauth's, cut down to what is offered, and their description."""

from collections.abc import Iterator, Sequence

from allauth.headless import urls as allauth_urls
from allauth.headless.constants import Client
from django.urls import URLPattern, URLResolver, path

from accounts import auth_views
from accounts.api import AccountsSchemaView
from accounts.offered import OFFERED

_OURS = {
    "auth/login": auth_views.LoginView,
    "auth/email/verify": auth_views.VerifyEmailView,
    "auth/password/request": auth_views.RequestPasswordResetView,
    "auth/password/reset": auth_views.ResetPasswordView,
    "auth/sessions": auth_views.SessionsView,
}


def _mounted(
    patterns: Sequence[URLPattern | URLResolver], prefix: str = ""
) -> Iterator[tuple[str, URLPattern]]:
    for pattern in patterns:
        route = prefix + str(pattern.pattern)
        if isinstance(pattern, URLResolver):
            yield from _mounted(pattern.url_patterns, route)
        else:
            yield route, pattern


def _offered() -> Iterator[URLPattern]:
    for route, pattern in _mounted(allauth_urls.urlpatterns):
        client, _version, rest = [*route.split("/", 2), "", ""][:3]
        if rest in _OURS:
            yield path(route, _OURS[rest].as_api_view(client=Client(client)))
        elif rest in OFFERED:
            yield path(route, pattern.callback)


app_name = "headless"
urlpatterns = [
    # allauth's own generator, which ours begins with, finds its root by this name.
    path("openapi.json", AccountsSchemaView.as_view(), name="openapi_yaml"),
    *_offered(),
]
