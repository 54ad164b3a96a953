"""What Django refuses by itself is a problem too, and nothing of a request is guessed or echoed."""

import gzip
import json

import pytest
from django.test import Client
from django.utils.translation import override

from config.http.errors import LONGEST_TEXT, say
from config.http.problems import PROBLEMS
from config.http.reasons import REASONS
from games.services.start import Choice, start_game
from tests.games.conftest import stock_up

pytestmark = pytest.mark.django_db

# Every address that anybody may read, and what it takes.
PAGES = {
    "/": "GET, HEAD",
    "/daily": "GET, HEAD",
    "/stats": "GET, HEAD",
    "/play/00000000-0000-4000-8000-000000000000": "GET, HEAD",
    "/health/live": "GET, HEAD",
    "/health/ready": "GET, HEAD",
    "/api/docs": "GET, HEAD",
    "/api/docs/accounts": "GET, HEAD",
    "/api/docs/errors": "GET, HEAD",
    "/api/v1/schema": "GET, HEAD",
    "/api/v1/guests": "POST",
    "/api/auth/openapi.json": "GET, HEAD",
    "/api/auth/app/v1/config": "GET, HEAD",
    "/api/auth/browser/v1/config": "GET, HEAD",
}
METHODS = ["POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "PROPFIND"]


@pytest.fixture
def strict():
    return Client(enforce_csrf_checks=True, raise_request_exception=False)


def problem_of(response, code):
    assert response["Content-Type"] == "application/problem+json"
    body = json.loads(response.content)
    assert body["code"] == code
    assert body["status"] == response.status_code == PROBLEMS[code].status
    return body


@pytest.mark.parametrize(
    ("page", "method"),
    [(page, method) for page in PAGES for method in METHODS if method not in PAGES[page]],
)
def test_a_wrong_method_is_405_everywhere(strict, page, method):
    if page.startswith("/api/auth/browser/") and method not in {"OPTIONS", "TRACE"}:
        # With a cookie, whether a request is meant comes before what it asks for.
        problem_of(strict.generic(method, page), "csrf_failed")
        return
    response = strict.generic(method, page, headers={"Accept-Language": "fr"})
    body = problem_of(response, "method_not_allowed")
    with override("fr"):
        assert body["title"] == str(PROBLEMS["method_not_allowed"].title)
    assert set(response["Allow"].split(", ")) == set(PAGES[page].split(", "))


@pytest.mark.parametrize("page", PAGES)
def test_a_method_that_is_allowed_is_taken(strict, page):
    for method in PAGES[page].split(", "):
        assert strict.generic(method, page).status_code != 405


@pytest.mark.parametrize("method", ["GET", "POST", "OPTIONS"])
@pytest.mark.parametrize(
    "page", ["/api/v1/me", "/api/v1/games", "/api/v1/variants", "/admin/login/"]
)
def test_allow_never_names_what_is_refused(api, page, method):
    response = api.generic(method, page)
    assert "OPTIONS" not in response.get("Allow", "")
    assert (response.status_code == 405) >= (method == "OPTIONS")


OUTDATED = [{"If-Match": '"x"'}, {"If-Unmodified-Since": "Sat, 29 Oct 1994 19:43:31 GMT"}]


@pytest.mark.parametrize("headers", OUTDATED)
@pytest.mark.parametrize("language", ["en", "ru", "fr"])
def test_a_condition_that_does_not_hold_is_a_problem(api, player, headers, language):
    stock_up()
    game, _is_new = start_game(player=player, choice=Choice("bakers_game", "easy", None, None))
    for address in (f"/api/v1/games/{game.pk}", "/api/v1/games", "/api/v1/me", "/health/live"):
        response = api.get(address, headers={"Accept-Language": language, **headers})
        body = problem_of(response, "precondition_failed")
        with override(language):
            assert body["detail"] == str(PROBLEMS["precondition_failed"].detail)
        assert response["X-Request-ID"] == body["trace_id"]


def test_a_condition_that_holds_changes_nothing(api):
    etag = api.get("/api/v1/me")["ETag"]
    assert api.get("/api/v1/me", headers={"If-Match": "*"}).status_code == 200
    assert api.get("/api/v1/me", headers={"If-None-Match": '"x"'}).status_code == 200
    unchanged = api.get("/api/v1/me", headers={"If-None-Match": etag})
    assert unchanged.status_code == 304
    assert unchanged.content == b""
    assert "Accept-Language" in unchanged["Vary"]


@pytest.mark.parametrize(
    "accept",
    [
        "application/problem+json",
        "APPLICATION/problem+json;q=0.5",
        "image/png, application/problem+json",
    ],
)
def test_who_accepts_problems_accepts_json(api, accept):
    response = api.get("/api/v1/me", headers={"Accept": accept})
    assert response.status_code == 200
    assert response["Content-Type"] == "application/json"
    problem_of(api.get("/api/v1/games/x", headers={"Accept": accept}), "not_found")
    schema = api.get("/api/v1/schema", headers={"Accept": accept})
    assert schema.status_code == 200


BODY = b'{"client": "app"}'
LOGIN = b'{"email": "a@example.org", "password": "wrong password"}'


@pytest.mark.parametrize(
    "kind",
    ["*/*", "application/*", "*/json", "*", "application/*; charset=utf-8", "text/plain", "",
     "application/x-www-form-urlencoded", "multipart/form-data; boundary=x"],
)  # fmt: skip
@pytest.mark.parametrize(
    ("address", "body"), [("/api/v1/guests", BODY), ("/api/auth/app/v1/auth/login", LOGIN)]
)
def test_only_a_body_that_is_called_json_is_read_as_json(anonymous, address, body, kind):
    response = anonymous.generic("POST", address, body, content_type=kind)
    problem_of(response, "unsupported_media_type")


@pytest.mark.parametrize("coding", ["gzip", "GZIP", "deflate", "br", "zstd", "identity, gzip", "x"])
@pytest.mark.parametrize(
    "address", ["/api/v1/guests", "/api/auth/app/v1/auth/login", "/admin/login/"]
)
@pytest.mark.parametrize("body", [gzip.compress(BODY), BODY])
def test_a_compressed_body_is_not_read(anonymous, address, coding, body):
    response = anonymous.generic(
        "POST", address, body, content_type="application/json", headers={"Content-Encoding": coding}
    )
    (error,) = problem_of(response, "unsupported_media_type")["errors"]
    assert error["code"] == "content_encoding_not_supported"
    assert error["detail"]
    assert response["Accept-Encoding"] == "identity"


@pytest.mark.parametrize("coding", ["", "identity", "Identity"])
def test_a_body_as_it_is_may_say_so(anonymous, coding):
    response = anonymous.generic(
        "POST",
        "/api/v1/guests",
        BODY,
        content_type="application/json; charset=utf-8",
        headers={"Content-Encoding": coding},
    )
    assert response.status_code == 201


LONG = "x" * 100_000


@pytest.mark.parametrize(
    ("address", "body"),
    [
        ("/api/v1/games", {"variant": LONG, "level": "easy"}),
        ("/api/v1/games", {"variant": "bakers_game", "level": LONG}),
        ("/api/v1/games", {"variant": "bakers_game", "level": "custom", "custom": {LONG: 1}}),
        ("/api/v1/games", {"variant": "bakers_game", "level": "easy", LONG: 1}),
        ("/api/v1/games", {"id": LONG, "variant": "bakers_game", "level": "easy"}),
        ("/api/v1/games", {"variant": "bakers_game", "level": "easy", "deal": {"scheme": LONG}}),
        ("/api/v1/games", {"variant": "bakers_game", "level": "easy", "deal": {"cards": [LONG]}}),
        ("/api/v1/guests", {"client": LONG}),
    ],
)
def test_a_long_value_is_not_sent_back(api, anonymous, address, body):
    caller = anonymous if address.endswith("guests") else api
    response = caller.post(address, body)
    told = problem_of(response, "validation_failed")
    assert told["errors"]
    assert len(response.content) < 5000
    for error in told["errors"]:
        assert all(len(text) <= LONGEST_TEXT for text in error.values())


def test_a_long_name_in_the_query_is_not_sent_back(api):
    response = api.get("/api/v1/games", {"y" * 50_000: "1", "status": "z" * 50_000})
    assert len(response.content) < 5000
    assert response.status_code == 422


@pytest.mark.parametrize("language", ["en", "ru", "fr"])
def test_no_text_of_ours_is_cut(language):
    members = {"limit": 262_144, "max_run": 52, "current_version": 10_000}
    with override(language):
        texts = [kind.detail for kind in PROBLEMS.values()] + list(REASONS.values())
        assert all(len(say(text, members)) <= LONGEST_TEXT for text in texts)
