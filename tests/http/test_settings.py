"""What the environment says about transport, quotas and mail takes effect."""

import runpy
from typing import Any

import pytest
from django.core.exceptions import ImproperlyConfigured
from limits import parse

from config.launch.options import CHECKOUT


def load(monkeypatch: pytest.MonkeyPatch, **environment: str) -> dict[str, Any]:
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    return runpy.run_path(str(CHECKOUT / "config" / "settings.py"))


def test_over_tls_cookies_are_secure_and_browsers_stay(monkeypatch):
    loaded = load(monkeypatch, HTTPS="true", TRUSTED_PROXY_COUNT="1")
    assert loaded["SESSION_COOKIE_SECURE"] is loaded["CSRF_COOKIE_SECURE"] is True
    assert loaded["SECURE_SSL_REDIRECT"] is True
    assert loaded["SECURE_HSTS_SECONDS"] == 365 * 86_400
    assert loaded["SECURE_PROXY_SSL_HEADER"] == ("HTTP_X_FORWARDED_PROTO", "https")
    assert loaded["ALLAUTH_TRUSTED_PROXY_COUNT"] == 1


def test_plainly_nothing_is_redirected_and_no_header_is_believed(monkeypatch):
    monkeypatch.delenv("HTTPS", raising=False)
    monkeypatch.delenv("TRUSTED_PROXY_COUNT", raising=False)
    loaded = load(monkeypatch)
    assert loaded["SESSION_COOKIE_SECURE"] is False
    assert loaded["SECURE_SSL_REDIRECT"] is False
    assert "SECURE_PROXY_SSL_HEADER" not in loaded


def test_quotas_are_changed_one_by_one(monkeypatch):
    quotas = load(monkeypatch, RATE_LIMITS="ops=5/second, guests=1/hour")["RATE_LIMITS"]
    assert quotas["ops"] == "5/second"
    assert quotas["guests"] == "1/hour"
    assert quotas["reads"] == "600/minute"
    assert all(parse(rate) for rate in quotas.values())


@pytest.mark.parametrize("value", ["opps=5/second", "ops=", "ops", "ops=many/second", "ops=5"])
def test_a_quota_that_cannot_be_meant_is_refused_at_once(monkeypatch, value):
    with pytest.raises(ImproperlyConfigured, match="RATE_LIMITS"):
        load(monkeypatch, RATE_LIMITS=value)


@pytest.mark.parametrize(
    ("environment", "backend", "tls", "ssl"),
    [
        ({"EMAIL_HOST": ""}, "console", True, False),
        ({"EMAIL_HOST": "smtp.example"}, "smtp", True, False),
        ({"EMAIL_HOST": "smtp.example", "EMAIL_USE_SSL": "true"}, "smtp", False, True),
    ],
)
def test_mail_goes_to_the_console_or_a_server(monkeypatch, environment, backend, tls, ssl):
    loaded = load(monkeypatch, **environment)
    assert loaded["EMAIL_BACKEND"] == f"django.core.mail.backends.{backend}.EmailBackend"
    assert (loaded["EMAIL_USE_TLS"], loaded["EMAIL_USE_SSL"]) == (tls, ssl)


@pytest.mark.parametrize(
    ("name", "value"), [("METRICS_TOKEN", "short"), ("LOG_FORMAT", "xml"), ("LOG_LEVEL", "LOUD")]
)
def test_what_cannot_be_meant_is_refused_by_name(monkeypatch, name, value):
    with pytest.raises(ImproperlyConfigured, match=name):
        load(monkeypatch, **{name: value})


def test_metrics_are_closed_unless_they_are_opened(monkeypatch):
    for name in ("METRICS_TOKEN", "METRICS_PORT"):
        monkeypatch.delenv(name, raising=False)
    loaded = load(monkeypatch)
    assert (loaded["METRICS_TOKEN"], loaded["METRICS_PORT"]) == ("", 0)


@pytest.mark.parametrize(
    ("environment", "address"),
    [
        ({}, "http://127.0.0.1:8000"),
        ({"PORT": "8080", "ALLOWED_HOSTS": "localhost"}, "http://localhost:8080"),
        ({"HTTPS": "true", "ALLOWED_HOSTS": "*,.a.org,play.a.org"}, "https://a.org"),
        ({"PUBLIC_URL": "https://a.org:8443/", "ALLOWED_HOSTS": "*"}, "https://a.org:8443"),
    ],
)
def test_mails_name_the_address_that_is_set_or_the_first_host(monkeypatch, environment, address):
    for name in ("PORT", "ALLOWED_HOSTS", "HTTPS", "PUBLIC_URL"):
        monkeypatch.delenv(name, raising=False)
    loaded = load(monkeypatch, **environment)
    assert loaded["PUBLIC_URL"] == address
    assert set(loaded["HEADLESS_FRONTEND_URLS"].values()) == {f"{address}/"}


@pytest.mark.parametrize(
    "environment",
    [
        {"ALLOWED_HOSTS": "*"},
        {"PUBLIC_URL": "a.org"},
        {"PUBLIC_URL": "https://a.org/there"},
        {"PUBLIC_URL": "javascript:alert(1)"},
    ],
)
def test_an_address_that_nobody_can_reach_is_refused(monkeypatch, environment):
    with pytest.raises(ImproperlyConfigured, match="PUBLIC_URL"):
        load(monkeypatch, **environment)
