"""Which address belongs to which app."""

from functools import partial

from django.contrib import admin
from django.urls import URLPattern, URLResolver, include, path
from django.views.decorators.csrf import csrf_exempt

from config.http import docs, entrance, handlers, health, metrics
from config.pages import (
    account,
    app,
    boards,
    daily,
    downloads,
    language,
    start,
    statistics,
    table,
)

urlpatterns: list[URLPattern | URLResolver] = [
    path("", start.start),
    path("play/<uuid:game_id>", table.play),
    path("replays/<slug:slug>", table.replay),
    path("boards", boards.choose),
    path("boards/<str:key>", boards.board),
    path("stats", statistics.statistics),
    path("stats.csv", downloads.as_csv),
    path("stats.json", downloads.as_json),
    path("daily", daily.daily),
    path("daily/<str:day>", daily.named),
    path("account", account.account),
    path("language", language.choose),
    path("manifest/<str:language>.webmanifest", app.manifest),
    path("sw.js", app.worker),
    path("offline/<str:language>", app.offline),
    path("admin/login/", partial(entrance.staff_login, admin.site)),
    path("admin/", admin.site.urls),
    path("health/live", health.live),
    path("health/ready", health.ready),
    path("metrics", metrics.metrics),
    path("api/docs", docs.Page.as_view(url="/api/v1/schema")),
    path("api/docs/accounts", docs.Page.as_view(url="/api/auth/openapi.json")),
    path("api/docs/errors", docs.errors),
    path("api/auth/", include("accounts.auth_urls")),
    path("api/v1/schema", docs.SchemaView.as_view()),
    path("api/v1/", include("accounts.urls")),
    path("api/v1/", include("stats.urls")),
    path("api/v1/", include("games.urls")),
    path("api/v1/", include("solver_worker.urls")),
    # Here and not only in `handler404`, which Django bypasses when DEBUG is on.
    path("api/<path:rest>", csrf_exempt(handlers.unknown)),
]

handler400 = handlers.bad_request
handler403 = handlers.permission_denied
handler404 = handlers.not_found
handler500 = handlers.server_error
