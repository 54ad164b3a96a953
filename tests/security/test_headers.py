"""What every answer carries, and what none does: nothing is framed, sniffed or shared."""

import pytest
from django.test import Client

from config.http import client as web_client

pytestmark = pytest.mark.django_db

FOREIGN = "https://evil.example"
# One of each kind: pages, the API's good and bad answers, the admin, files, probes.
PLACES = {
    "/": 200,
    "/daily": 200,
    "/api/docs": 200,
    "/api/docs/errors": 200,
    "/api/v1/schema": 200,
    "/api/v1/variants": 200,
    "/api/v1/me": 401,
    "/api/v1/none": 404,
    "/api/auth/openapi.json": 200,
    "/api/auth/app/v1/auth/session": 401,
    "/api/auth/browser/v1/config": 200,
    "/admin/": 302,
    "/admin/login/": 200,
    "/none": 404,
    "/health/live": 200,
    "/metrics": 404,
    f"{web_client.address()}main.js": 200,
    "/static/drf_spectacular_sidecar/swagger-ui-dist/swagger-ui.css": 200,
}
METHODS = ["GET", "POST", "PUT", "DELETE", "OPTIONS"]


@pytest.fixture
def browser() -> Client:
    return Client(raise_request_exception=False, enforce_csrf_checks=True)


@pytest.mark.parametrize("place", PLACES)
def test_nothing_is_framed_sniffed_or_told_where_one_comes_from(
    browser: Client, place: str
) -> None:
    answer = browser.get(place)
    assert answer.status_code == PLACES[place]
    assert answer["X-Content-Type-Options"] == "nosniff"
    assert answer["X-Frame-Options"] == "DENY"
    assert answer["Referrer-Policy"] == "same-origin"
    assert answer["Cross-Origin-Opener-Policy"] == "same-origin"
    assert not {"Server", "X-Powered-By"} & set(answer.headers)
    if not place.startswith("/static/"):
        assert answer["Cross-Origin-Resource-Policy"] == "same-origin"
        policy = answer["Content-Security-Policy"]
        assert "frame-ancestors 'none'" in policy
        assert "unsafe-eval" not in policy
        assert "*" not in policy
        assert "script-src 'unsafe-inline'" not in policy


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("place", PLACES)
def test_no_other_origin_may_read_an_answer(browser: Client, place: str, method: str) -> None:
    headers = {
        "Origin": FOREIGN,
        "Access-Control-Request-Method": "POST",
        "Access-Control-Request-Headers": "authorization, content-type",
    }
    answer = browser.generic(method, place, headers=headers)
    assert not [name for name in answer.headers if name.lower().startswith("access-control-")]
    if method == "OPTIONS":
        assert answer.status_code >= 400


BROKEN = "x\r\nSet-Cookie: stolen=1\r\n\r\n<script>"


@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize("name", ["Accept-Language", "X-Request-ID", "Accept", "Cookie", "Referer"])
def test_nothing_of_a_request_becomes_a_header(browser: Client, place: str, name: str) -> None:
    for answer in (
        browser.get(place, headers={name: BROKEN}),
        browser.get(f"{place}?next=%0d%0aSet-Cookie:%20stolen=1&cursor=%0d%0aX:1"),
        browser.get(f"{place}%0d%0aSet-Cookie:%20stolen=1"),
    ):
        assert answer.status_code < 500
        assert "stolen" not in answer.cookies
        for value in answer.headers.values():
            assert "\r" not in value
            assert "\n" not in value


@pytest.mark.parametrize("host", ["evil.example", "testserver.evil.example", "testserver@evil", ""])
@pytest.mark.parametrize("place", ["/", "/api/v1/variants", "/api/v1/me", "/admin/login/"])
def test_another_host_is_not_answered(browser: Client, place: str, host: str) -> None:
    answer = browser.get(place, headers={"Host": host})
    assert answer.status_code == 400
    assert answer.json()["code"] == "bad_request"
    assert not host or host not in answer.content.decode()


@pytest.mark.parametrize("place", ["/api/v1/variants", "/admin/login/"])
def test_no_header_names_another_host(browser: Client, place: str) -> None:
    headers = {"X-Forwarded-Host": "evil.example", "Forwarded": "host=evil.example"}
    answer = browser.get(place, headers=headers)
    assert answer.status_code == 200
    assert b"evil.example" not in answer.content


FILES = [place for place in PLACES if place.startswith("/static/")]


@pytest.mark.parametrize("place", FILES)
@pytest.mark.parametrize("method", ["POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE"])
def test_a_file_refuses_other_methods_as_everything_does(
    browser: Client, place: str, method: str
) -> None:
    answer = browser.generic(method, place, headers={"Accept-Language": "fr"})
    assert answer.status_code == 405
    assert answer["Content-Type"] == "application/problem+json"
    assert answer["Allow"] == "GET, HEAD"
    assert answer.json()["code"] == "method_not_allowed"
    assert answer.json()["title"] == "Méthode non autorisée"


@pytest.mark.parametrize("place", FILES)
@pytest.mark.parametrize("part", ["bytes=999999999-", "bytes=9-2", "lines=1-2"])
def test_a_part_of_a_file_that_is_not_there_is_not_refused_without_a_word(
    browser: Client, place: str, part: str
) -> None:
    """A server may take no notice of a range (RFC 9110, 14.2)."""
    whole = b"".join(browser.get(place).streaming_content)
    answer = browser.get(place, headers={"Range": part})
    assert answer.status_code == 200
    assert b"".join(answer.streaming_content) == whole
