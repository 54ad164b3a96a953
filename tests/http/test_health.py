"""Probes tell the truth about what the process needs."""

import pytest
from django.db import OperationalError, connection
from django.db.migrations.recorder import MigrationRecorder
from django.test import Client

from config.http import health

pytestmark = pytest.mark.django_db


@pytest.fixture
def probe():
    return Client()


@pytest.fixture(autouse=True)
def _laid(monkeypatch):
    """Whether dailies are laid is not the question here, but for one test."""
    monkeypatch.setattr(health, "days_laid_ahead", lambda now: 3)


@pytest.fixture
def no_database(monkeypatch):
    def refuse(*_):
        raise OperationalError("connection refused")

    monkeypatch.setattr(connection, "cursor", refuse)


def test_alive_asks_nobody(probe, django_assert_num_queries):
    with django_assert_num_queries(0):
        response = probe.get("/health/live")
    assert response.status_code == 200
    assert response.json() == {"status": "ok"}


def test_ready_when_all_is_there(probe, settings, redis_url):
    settings.REDIS_URL = redis_url
    response = probe.get("/health/ready")
    assert response.status_code == 200
    checks = {"database": "ok", "migrations": "ok", "dailies": "ok", "redis": "ok"}
    assert response.json() == {"status": "ok", "checks": checks}


def test_ready_without_redis_when_none_is_configured(probe, settings):
    settings.REDIS_URL = ""
    checks = {"database": "ok", "migrations": "ok", "dailies": "ok"}
    assert probe.get("/health/ready").json()["checks"] == checks


def test_not_ready_without_the_database(probe, settings, no_database):
    settings.REDIS_URL = ""
    response = probe.get("/health/ready")
    assert response.status_code == 503
    assert response.json() == {"status": "unavailable", "checks": {"database": "unreachable"}}
    assert probe.get("/health/live").status_code == 200


def test_not_ready_before_the_migrations(probe, settings):
    settings.REDIS_URL = ""
    MigrationRecorder.Migration.objects.filter(app="accounts").delete()
    response = probe.get("/health/ready")
    assert response.status_code == 503
    assert response.json()["checks"]["migrations"] == "missing"


def test_r16_not_ready_without_dailies(probe, settings, monkeypatch):
    settings.REDIS_URL = ""
    monkeypatch.setattr(health, "days_laid_ahead", lambda now: 2)
    response = probe.get("/health/ready")
    assert response.status_code == 503
    assert response.json()["checks"]["dailies"] == "short"


def test_not_ready_without_redis(probe, settings):
    settings.REDIS_URL = "redis://127.0.0.1:1/0"
    response = probe.get("/health/ready")
    assert response.status_code == 503
    assert response.json()["checks"]["redis"] == "unreachable"


def test_without_the_database_the_api_answers_503(no_database):
    response = Client(raise_request_exception=False).get(
        "/api/v1/me", headers={"Authorization": "Bearer " + "a" * 32}
    )
    assert response.status_code == 503
    assert response.json()["code"] == "temporarily_unavailable"
    assert response["Retry-After"] == "5"


def test_with_a_cookie_too(no_database):
    client = Client(raise_request_exception=False)
    client.cookies["sessionid"] = "a" * 32
    for route in ("/api/v1/me", "/api/auth/browser/v1/auth/session"):
        response = client.get(route)
        assert response.status_code == 503
        assert response.json()["code"] == "temporarily_unavailable"


def test_a_forged_cookie_is_nobody():
    client = Client()
    for value in ('"\\000aaaaaaaaaaaa"', "x", "é" * 32, "A" * 32):
        client.cookies.load({})
        response = client.get("/api/v1/me", headers={"Cookie": f"sessionid={value}"})
        assert response.status_code == 401
