"""Below /api/auth/ there is what this service offers, described as it is, and nothing else."""

import json
import re

import pytest
from allauth.headless import urls as allauth_urls
from django.core.cache import cache
from django.urls import URLResolver
from openapi_spec_validator import OpenAPIV30SpecValidator

from accounts import description
from accounts.offered import OFFERED
from config.http.throttling import meter
from tests.accounts.conftest import PASSWORD

pytestmark = pytest.mark.django_db

METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "FETCH"]
BODIES = [None, {}, {"email": "a@example.org", "key": "X", "password": PASSWORD, "primary": True}]


def mounted(patterns, prefix=""):
    for pattern in patterns:
        route = prefix + str(pattern.pattern)
        if isinstance(pattern, URLResolver):
            yield from mounted(pattern.url_patterns, route)
        else:
            yield route


ROUTES = sorted(mounted(allauth_urls.urlpatterns))


@pytest.mark.parametrize("caller", ["nobody", "guest", "full account", "unconfirmed"])
@pytest.mark.parametrize("route", ROUTES)
def test_nothing_that_allauth_has_fails(app, caller, route):
    if caller == "guest":
        app.start_as_guest()
    elif caller == "full account":
        app.sign_up("anna@example.org")
    elif caller == "unconfirmed":
        app.auth("POST", "auth/signup", {"email": "anna@example.org", "password": PASSWORD})
    is_offered = route.split("/", 2)[2] in OFFERED
    token = app.token
    for method in METHODS:
        for body in BODIES:
            cache.clear()
            app.token = token
            answer = app.call(method, f"/api/auth/{route}", body)
            assert answer.status_code < 500, (method, body)
            assert (answer.status_code == 404) == (not is_offered), (method, body)
            if not is_offered or answer.status_code == 405:
                assert answer["Content-Type"] == "application/problem+json"


def test_each_kind_of_client_is_offered_the_same():
    assert len(ROUTES) > 2 * len(OFFERED)
    assert {f"{client}/v1/{path}" for client in ("app", "browser") for path in OFFERED} <= set(
        ROUTES
    )


@pytest.fixture
def document(app):
    response = app.call("GET", "/api/auth/openapi.json")
    assert response.status_code == 200
    assert "reads" in response["RateLimit"]
    return response.json()


def test_the_description_has_what_is_offered_and_no_more(document):
    assert set(document["paths"]) == {f"/api/auth/{{client}}/v1/{path}" for path in OFFERED}
    OpenAPIV30SpecValidator(document).validate()
    words = json.dumps(document)
    for foreign in (
        "_allauth",
        "X-Session-Token",
        "WebAuthn",
        "2fa",
        "phone",
        "provider",
        "ACCOUNT_",
    ):
        assert foreign.lower() not in words.lower()
    used = set(re.findall(r'"#/components/([^"]+)"', words))
    there = {
        f"{kind}/{name}"
        for kind, named in document["components"].items()
        if kind != "securitySchemes"
        for name in named
    }
    assert there == used


def test_every_way_that_is_described_is_there(document, app):
    for path, item in document["paths"].items():
        for method in item:
            for client in ("app", "browser"):
                answer = app.call(method.upper(), path.format(client=client), {})
                assert answer.status_code not in {404, 405}, (method, path)


def test_the_description_is_made_once(app, monkeypatch):
    description.description.cache_clear()
    made = []
    get_schema = description.get_schema
    monkeypatch.setattr(description, "get_schema", lambda: made.append(1) or get_schema())
    first = app.call("GET", "/api/auth/openapi.json")
    again = app.call("GET", "/api/auth/openapi.json", None)
    assert first.content == again.content
    assert len(made) == 1


def test_the_description_has_a_quota(app, settings):
    settings.RATE_LIMITS = {**settings.RATE_LIMITS, "reads": "2/minute"}
    meter().storage.reset()
    statuses = [app.call("GET", "/api/auth/openapi.json").status_code for _ in range(3)]
    assert statuses == [200, 200, 429]
