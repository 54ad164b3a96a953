"""Failures as pages, without a browser: who is told of them how, and what a page needs."""

import json
from collections.abc import Iterator
from typing import Any

import pytest
from django.db import OperationalError
from django.http import HttpRequest
from django.test import Client
from django.urls import include, path

from accounts.models import User
from config import urls
from config.http.throttling import meter
from tests.games.conftest import Player
from tests.web.visitors import visitor


def fail(request: HttpRequest) -> None:
    """A view with a fault."""
    raise RuntimeError


def lose(request: HttpRequest) -> None:
    """A view without a database."""
    raise OperationalError


urlpatterns = [
    path("fail", fail),
    path("lose", lose),
    path("api/fail", fail),
    path("", include("config.urls")),
]
handler400, handler403 = urls.handler400, urls.handler403
handler404, handler500 = urls.handler404, urls.handler500
pytestmark = pytest.mark.urls(__name__)
PEOPLE = "text/html,application/xhtml+xml,*/*;q=0.8"


@pytest.fixture
def client() -> Client:
    """A browser that hides nothing of what it is answered."""
    return Client(enforce_csrf_checks=True, raise_request_exception=False)


@pytest.fixture(autouse=True)
def fresh() -> Iterator[None]:
    """Quotas that nobody has used."""
    meter().storage.reset()
    yield
    meter().storage.reset()


def page_of(response: Any, status: int, title: str) -> str:
    """Hold an answer to what a page of a failure is, and return it."""
    assert response.status_code == status
    assert response["Content-Type"] == "text/html; charset=utf-8"
    assert "require-trusted-types-for 'script'" in response["Content-Security-Policy"]
    assert "no-store" in response["Cache-Control"]
    assert "Accept" in response["Vary"].split(", ")
    assert int(response["Content-Length"]) == len(response.content)
    assert "ETag" not in response
    html = str(response.content.decode())
    assert f"<h1>{title}</h1>" in html
    return html


@pytest.mark.parametrize(
    ("address", "status", "title"),
    [
        ("/nope", 404, "Not found"),
        ("/play/not-an-id", 404, "Not found"),
        ("/daily/x", 404, "Not found"),
        ("/%00", 404, "Not found"),
        ("/offline/xx", 404, "Not found"),
        ("/fail", 500, "Internal error"),
        ("/lose", 503, "Temporarily unavailable"),
    ],
)
def test_people_are_told_on_a_page(client: Client, address: str, status: int, title: str) -> None:
    """Without a database: a test that may have none fails where it is touched."""
    client.cookies["sessionid"] = "a" * 32
    response = client.get(address, headers={"Accept": PEOPLE})
    html = page_of(response, status, title)
    assert 'href="/"' in html
    assert (response["X-Request-ID"] in html) == (status == 500)
    told = client.get(address)
    assert told["Content-Type"] == "application/problem+json"
    assert "Accept" in told["Vary"].split(", ")
    problem = json.loads(told.content)
    assert (problem["status"], problem["title"]) == (status, title)
    assert f"<p>{problem['detail']}</p>" in html


@pytest.mark.django_db
def test_an_address_that_cannot_be_read_is_told_on_a_page(client: Client) -> None:
    response = client.get("/?" + "&" * 1500, headers={"Accept": PEOPLE})
    page_of(response, 400, "Bad request")


def test_people_are_told_in_their_language(client: Client) -> None:
    client.cookies["theme"] = "dark"
    response = client.get("/nope", headers={"Accept": PEOPLE, "Accept-Language": "fr"})
    html = page_of(response, 404, "Introuvable")
    assert '<html lang="fr" data-theme="dark">' in html
    assert response["Content-Language"] == "fr"


def test_a_form_without_a_token_is_refused_on_a_page(client: Client) -> None:
    response = client.post("/language", {"language": "fr"}, headers={"Accept": PEOPLE})
    page_of(response, 403, "CSRF token missing")


@pytest.mark.parametrize("address", ["/api/fail", "/api/nope", "/static/nope", "/health/nope"])
def test_programs_are_told_as_before(client: Client, address: str) -> None:
    response = client.get(address, headers={"Accept": PEOPLE})
    assert response["Content-Type"] == "application/problem+json"
    assert json.loads(response.content)["status"] == response.status_code >= 404


def test_without_a_page_it_is_the_problem(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(*_args: object) -> None:
        raise RuntimeError

    monkeypatch.setattr("config.pages.failures.problem_page", fails)
    response = client.get("/fail", headers={"Accept": PEOPLE})
    assert response.status_code == 500
    assert json.loads(response.content)["code"] == "internal"


def test_a_head_has_what_the_page_has(client: Client) -> None:
    response = client.head("/nope", headers={"Accept": PEOPLE})
    assert (response.status_code, response.content) == (404, b"")
    assert response["Content-Type"].startswith("text/html")


@pytest.mark.django_db
@pytest.mark.parametrize("is_known", [True, False])
def test_r24_languages_are_counted_as_reads(is_known: bool, settings: Any) -> None:
    settings.RATE_LIMITS = {**settings.RATE_LIMITS, "reads": "2/minute"}
    player = Player()
    caller = visitor(player if is_known else None)

    def choose(code: str) -> Any:
        return caller.post("/language", {"language": code, "next": "/stats"})

    for code in ("fr", "ru"):
        answer = choose(code)
        assert (answer.status_code, answer["Location"]) == (302, "/stats")
    assert answer["RateLimit"].startswith('"reads";r=0;')
    refused = choose("en")
    assert refused.status_code == 429
    assert 0 < int(refused["Retry-After"]) <= 60
    assert "text/html" in refused["Content-Type"]
    assert User.objects.get(pk=player.user.pk).locale == ("ru" if is_known else "en")
    if is_known:
        assert player.get("/me").status_code == 429


@pytest.mark.django_db
def test_a_day_may_stand_in_the_address() -> None:
    response = visitor().get("/daily/2026-11-20")
    assert (response.status_code, response["Location"]) == (302, "/daily?day=2026-11-20")
    for strange in ("/daily/2026-02-30", "/daily/2026-11-20/x", "/daily/", "/daily/0000-00-00"):
        assert visitor().get(strange).status_code == 404
