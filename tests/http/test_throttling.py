"""Quotas are never exceeded, and every answer says where the caller stands."""

import re
import subprocess
import sys
import threading
import uuid

import pytest
import time_machine
from django.conf import settings
from django.test import Client, RequestFactory, override_settings
from django.urls import include, path
from rest_framework.permissions import AllowAny
from rest_framework.response import Response
from rest_framework.test import APIClient
from rest_framework.views import APIView

from accounts.models import User
from accounts.services import create_guest
from config.http.throttling import Meter, client_address, meter

DOWN = "redis://127.0.0.1:1/0"


class CountedView(APIView):
    permission_classes = [AllowAny]
    throttle_scope = "games"

    def get(self, request):
        return Response({})


class GuestlikeView(CountedView):
    throttle_scope = "guests"


class UncountedView(CountedView):
    throttle_scope = None


urlpatterns = [
    path("counted", CountedView.as_view()),
    path("guestlike", GuestlikeView.as_view()),
    path("uncounted", UncountedView.as_view()),
    path("", include("config.urls")),
]
handler500 = "config.http.handlers.server_error"
pytestmark = pytest.mark.urls(__name__)


@pytest.fixture
def few(settings):
    settings.RATE_LIMITS = {**settings.RATE_LIMITS, "games": "3/minute", "guests": "3/minute"}


@pytest.fixture
def without_redis(monkeypatch):
    """A process that counts in a Redis which is not there."""
    broken = Meter(DOWN)
    monkeypatch.setattr("config.http.throttling.meter", lambda: broken)


def hits(meter_of_it, threads, each, quota):
    """How many of `threads` times `each` requests are let through."""
    caller, allowed, start = uuid.uuid4().hex, [], threading.Barrier(threads)

    def run():
        start.wait()
        for _ in range(each):
            if meter_of_it.count("test", f"{quota}/minute", caller).is_allowed:
                allowed.append(1)

    workers = [threading.Thread(target=run) for _ in range(threads)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    return len(allowed)


def test_r24_sixteen_threads_use_up_exactly_the_quota_in_memory():
    assert hits(Meter(""), 16, 40, 50) == 50


def test_r24_sixteen_threads_use_up_exactly_the_quota_on_redis(redis_url):
    assert hits(Meter(redis_url), 16, 40, 50) == 50


def test_r24_four_processes_share_one_quota_on_redis(redis_url):
    caller = uuid.uuid4().hex
    program = (
        "import os, django; django.setup()\n"
        "from concurrent.futures import ThreadPoolExecutor\n"
        "from config.http.throttling import Meter\n"
        f"meter = Meter({redis_url!r})\n"
        f"count = lambda _: meter.count('test', '50/minute', {caller!r}).is_allowed\n"
        "print(sum(ThreadPoolExecutor(4).map(count, range(40))))\n"
    )
    processes = [
        subprocess.Popen(
            [sys.executable, "-c", program],
            stdout=subprocess.PIPE,
            env={
                "DJANGO_SETTINGS_MODULE": "config.settings",
                "SECRET_KEY": settings.SECRET_KEY,
                "PYTHONPATH": str(settings.BASE_DIR),
            },
        )
        for _ in range(4)
    ]
    allowed = [int(process.communicate()[0]) for process in processes]
    assert sum(allowed) == 50


def test_every_answer_says_where_the_caller_stands(api, few):
    for left in (2, 1, 0):
        response = api.get("/counted")
        assert response.status_code == 200
        assert response["RateLimit-Policy"] == '"games";q=3;w=60'
        match = re.fullmatch(r'"games";r=(\d+);t=(\d+)', response["RateLimit"])
        assert int(match[1]) == left
        assert 1 <= int(match[2]) <= 60
        assert "Retry-After" not in response


def test_beyond_the_quota_is_429(api, few):
    for _ in range(3):
        api.get("/counted")
    response = api.get("/counted")
    assert response.status_code == 429
    body = response.json()
    assert body["code"] == "quota_exceeded"
    assert body["violated-policies"] == ["games"]
    assert body["retryable"] is True
    left, wait = re.fullmatch(r'"games";r=(\d+);t=(\d+)', response["RateLimit"]).groups()
    assert left == "0"
    assert response["Retry-After"] == wait


def test_after_the_wait_there_is_more(api, few):
    with time_machine.travel("2026-11-29T10:00:00Z", tick=False) as clock:
        for _ in range(3):
            api.get("/counted")
            clock.shift(10)
        refused = api.get("/counted")
        assert refused.status_code == 429
        assert refused["Retry-After"] == "30"
        clock.shift(29)
        assert api.get("/counted").status_code == 429
        clock.shift(2)
        assert api.get("/counted").status_code == 200
        assert api.get("/counted").status_code == 429


def test_each_user_has_a_quota_of_their_own(api, client_for, few):
    for _ in range(4):
        api.get("/counted")
    assert client_for(create_guest(locale="en")).get("/counted").status_code == 200


def test_two_tokens_of_one_user_share_it(api, player, client_for, few):
    for _ in range(3):
        api.get("/counted")
    assert client_for(player).get("/counted").status_code == 429


def test_quotas_of_guests_are_by_address_even_when_signed_in(api, client_for, few):
    for _ in range(3):
        api.get("/guestlike")
    other = client_for(create_guest(locale="en"))
    assert other.get("/guestlike").status_code == 429
    assert other.get("/guestlike", REMOTE_ADDR="203.0.113.9").status_code == 200


def test_a_forged_forwarded_for_gives_no_second_quota(db, few):
    anonymous = APIClient()
    for number in range(3):
        anonymous.get("/counted", HTTP_X_FORWARDED_FOR=f"203.0.113.{number}")
    response = anonymous.get("/counted", HTTP_X_FORWARDED_FOR="203.0.113.99")
    assert response.status_code == 429


@pytest.mark.parametrize(
    ("proxies", "forwarded", "address"),
    [
        (0, "203.0.113.7", "127.0.0.1"),
        (1, "203.0.113.7", "203.0.113.7"),
        (1, "6.6.6.6, 203.0.113.7", "203.0.113.7"),
        (2, "6.6.6.6, 203.0.113.7, 10.0.0.1", "203.0.113.7"),
    ],
)
def test_only_trusted_proxies_are_believed(proxies, forwarded, address):
    with override_settings(ALLAUTH_TRUSTED_PROXY_COUNT=proxies):
        request = RequestFactory().get("/", HTTP_X_FORWARDED_FOR=forwarded)
        assert client_address(request) == address


@pytest.mark.parametrize(
    ("address", "counted"),
    [
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2:ffff::1", "2001:db8:1:2::/64"),
        ("::ffff:203.0.113.7", "203.0.113.7"),
        ("203.0.113.7", "203.0.113.7"),
    ],
)
def test_one_ipv6_network_is_one_caller(address, counted):
    assert client_address(RequestFactory().get("/", REMOTE_ADDR=address)) == counted


def test_uncounted_views_have_no_fields(api):
    response = api.get("/uncounted")
    assert response.status_code == 200
    assert "RateLimit" not in response
    assert "RateLimit-Policy" not in response


def test_without_redis_games_go_on(api, without_redis):
    response = api.get("/counted")
    assert response.status_code == 200
    assert "RateLimit" not in response


def test_without_redis_nothing_that_makes_accounts_is_let_through(api, without_redis):
    response = api.get("/guestlike")
    assert response.status_code == 503
    assert response.json()["code"] == "temporarily_unavailable"
    assert response["Retry-After"]


def test_without_redis_nobody_signs_in(db):
    broken = {
        "default": {
            "BACKEND": "django.core.cache.backends.redis.RedisCache",
            "LOCATION": DOWN,
        }
    }
    client = APIClient(raise_request_exception=False)
    with override_settings(CACHES=broken):
        response = client.post(
            "/api/auth/app/v1/auth/login", {"email": "a@example.org", "password": "x"}
        )
    assert response.status_code == 503
    assert response.json()["code"] == "temporarily_unavailable"


def test_allauths_limits_count_on_redis_too(redis_url, db):
    shared = {
        "default": {
            "BACKEND": "django.core.cache.backends.redis.RedisCache",
            "LOCATION": redis_url,
            "KEY_PREFIX": uuid.uuid4().hex,
        }
    }
    with override_settings(CACHES=shared):
        statuses = [
            APIClient()
            .post("/api/auth/app/v1/auth/password/request", {"email": "a@example.org"})
            .status_code
            for _ in range(6)
        ]
    assert statuses == [401] * 5 + [429]


def test_the_process_has_one_meter():
    assert meter() is meter()


class TestStaff:
    """The admin's form tries passwords too."""

    def attempt(self, password, **headers):
        return Client(raise_request_exception=False).post(
            "/admin/login/", {"username": "staff@example.org", "password": password}, **headers
        )

    def test_attempts_are_counted_by_address(self, db):
        User.objects.create_superuser("staff@example.org", "a very long password")
        for _ in range(5):
            assert self.attempt("wrong").status_code == 200  # the form again
        refused = self.attempt("a very long password")
        assert refused.status_code == 429
        assert refused.json()["violated-policies"] == ["staff"]
        assert refused["Retry-After"]
        elsewhere = self.attempt("a very long password", REMOTE_ADDR="203.0.113.9")
        assert elsewhere.status_code == 302

    def test_the_form_itself_is_not_counted(self, db):
        for _ in range(7):
            assert Client().get("/admin/login/").status_code == 200

    def test_what_cannot_be_counted_is_not_tried(self, db, monkeypatch):
        monkeypatch.setattr("config.http.throttling.meter", lambda: Meter(DOWN))
        assert self.attempt("wrong").status_code == 503
