"""What production settings promise: Django's own check, and cookies and answers over TLS."""

import os
import subprocess
import sys

import pytest
from django.conf import settings
from django.test import Client, override_settings

from config.launch.options import CHECKOUT

PRODUCTION = {
    "SECRET_KEY": "Vb9tR2kQ7mZx4Wc8Yp3Ld6Hn1Js5Gf0Ae-Uo_Ti7Kr2Mw9Xq4Bv8",
    "HTTPS": "true",
    "HSTS_PRELOAD": "true",
    "TRUSTED_PROXY_COUNT": "1",
    "ALLOWED_HOSTS": "play.example.org",
}


def checked(**environment: str) -> subprocess.CompletedProcess[str]:
    """What `manage.py check --deploy` says, told apart by its status at the least warning."""
    kept = {name: os.environ[name] for name in ("PATH", "DATABASE_URL") if name in os.environ}
    return subprocess.run(
        [sys.executable, "manage.py", "check", "--deploy", "--fail-level", "INFO"],
        cwd=CHECKOUT,
        env=kept | PRODUCTION | environment,
        capture_output=True,
        text=True,
        timeout=60,
    )


def test_django_finds_nothing_to_say_of_production_settings() -> None:
    done = checked()
    assert done.returncode == 0, done.stderr
    assert "no issues" in done.stdout


def test_whose_other_hosts_do_without_tls_is_told_what_that_leaves_open() -> None:
    done = checked(HSTS_PRELOAD="false")
    assert done.returncode == 1
    assert done.stderr.count("security.W") == 2
    assert "security.W005" in done.stderr
    assert "security.W021" in done.stderr


@pytest.mark.parametrize(
    ("environment", "warning"),
    [
        ({"HTTPS": "false"}, "security.W016"),
        ({"DEBUG": "true"}, "security.W018"),
        ({"SECRET_KEY": "short"}, "security.W009"),
    ],
)
def test_what_is_no_production_is_noticed(environment: dict[str, str], warning: str) -> None:
    done = checked(**environment)
    assert done.returncode == 1
    assert warning in done.stderr


@pytest.fixture
def over_tls(db: None):
    """The middleware reads these when a client first calls."""
    with override_settings(
        SESSION_COOKIE_SECURE=True,
        CSRF_COOKIE_SECURE=True,
        SECURE_SSL_REDIRECT=True,
        SECURE_HSTS_SECONDS=365 * 86_400,
        SECURE_HSTS_INCLUDE_SUBDOMAINS=True,
        SECURE_HSTS_PRELOAD=True,
        SECURE_PROXY_SSL_HEADER=("HTTP_X_FORWARDED_PROTO", "https"),
    ):
        yield Client(raise_request_exception=False)


def test_every_cookie_is_secure_and_stays_on_this_site(over_tls: Client) -> None:
    over_tls.get("/", secure=True)
    over_tls.post(
        "/api/v1/guests", {"client": "browser"}, content_type="application/json", secure=True
    )
    cookies = over_tls.cookies
    assert set(cookies) == {"sessionid", "csrftoken"}
    for cookie in cookies.values():
        assert cookie["secure"]
        assert cookie["samesite"] == "Lax"
        assert cookie["path"] == "/"
        assert not cookie["domain"]  # Of this host alone, not of all below it.
    assert cookies["sessionid"]["httponly"]


@pytest.mark.parametrize("page", ["/", "/api/v1/variants", "/api/v1/me", "/admin/login/"])
def test_browsers_are_told_to_stay_on_tls(over_tls: Client, page: str) -> None:
    told = over_tls.get(page, secure=True)["Strict-Transport-Security"]
    assert told == "max-age=31536000; includeSubDomains; preload"


@pytest.mark.parametrize("page", ["/", "/api/v1/variants", "//evil.example/", "/admin/login/"])
def test_plain_requests_are_sent_to_tls_at_this_host(over_tls: Client, page: str) -> None:
    sent = over_tls.get(page)
    assert sent.status_code == 301
    assert sent["Location"].startswith("https://testserver/")
    assert "Strict-Transport-Security" not in sent
    assert over_tls.get(page, headers={"Host": "evil.example"}).status_code == 400


def test_only_the_proxy_says_that_it_was_tls(over_tls: Client) -> None:
    forwarded = {"X-Forwarded-Proto": "https"}
    assert over_tls.get("/api/v1/variants", headers=forwarded).status_code == 200
    with override_settings(SECURE_PROXY_SSL_HEADER=None):
        assert over_tls.get("/api/v1/variants", headers=forwarded).status_code == 301


def test_probes_are_answered_plainly(over_tls: Client) -> None:
    assert over_tls.get("/health/live").status_code == 200
    assert settings.SECURE_REDIRECT_EXEMPT
