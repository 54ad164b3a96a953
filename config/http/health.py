"""Probes: is the process alive, and can it do its work."""

from __future__ import annotations

import redis
from django.conf import settings
from django.db import DatabaseError, connection
from django.db.migrations.executor import MigrationExecutor
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.utils import timezone
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_safe
from redis.exceptions import RedisError

from games.selectors import days_laid_ahead

# With fewer days laid ahead than these somebody must look after the worker.
FEWEST_DAYS = 3


@csrf_exempt  # So that a wrong method is called wrong, not forged.
@require_safe
def live(request: HttpRequest) -> HttpResponse:
    """Answer 200 as long as the process answers at all; asks nobody."""
    return JsonResponse({"status": "ok"})


@csrf_exempt  # So that a wrong method is called wrong, not forged.
@require_safe
def ready(request: HttpRequest) -> HttpResponse:
    """Answer 200 when requests can be served, otherwise 503 naming what is missing."""
    checks = {"database": _database()}
    if checks["database"] == "ok":
        checks["migrations"] = _migrations()
    if checks.get("migrations") == "ok":
        checks["dailies"] = _dailies()
    if settings.REDIS_URL:
        checks["redis"] = _redis()
    is_ready = all(state == "ok" for state in checks.values())
    body = {"status": "ok" if is_ready else "unavailable", "checks": checks}
    return JsonResponse(body, status=200 if is_ready else 503)


def _database() -> str:
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
    except DatabaseError:
        return "unreachable"
    return "ok"


def _migrations() -> str:
    executor = MigrationExecutor(connection)
    missing = executor.migration_plan(executor.loader.graph.leaf_nodes())
    return "missing" if missing else "ok"


def _dailies() -> str:
    return "ok" if days_laid_ahead(timezone.now()) >= FEWEST_DAYS else "short"


def _redis() -> str:
    try:
        client = redis.Redis.from_url(
            settings.REDIS_URL, socket_connect_timeout=1, socket_timeout=1
        )
        client.ping()
        client.close()
    except RedisError:
        return "unreachable"
    return "ok"
