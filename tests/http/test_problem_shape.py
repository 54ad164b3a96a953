"""Every failure of the API is one shape, in three languages, whatever caused it."""

import json

import pytest
from django.core.exceptions import SuspiciousOperation
from django.db import OperationalError
from django.http import Http404
from django.test import Client, override_settings
from django.urls import include, path
from django.utils.translation import override
from rest_framework import serializers
from rest_framework.permissions import AllowAny
from rest_framework.response import Response
from rest_framework.test import APIClient
from rest_framework.views import APIView

from accounts.shapes import StrictSerializer
from config.http.errors import BODY_LIMIT, problem, say
from config.http.problems import PROBLEMS
from config.http.reasons import MOVE_REASONS, REASONS

LANGUAGES = ["en", "ru", "fr"]
MEMBERS = {
    "type", "title", "status", "detail", "code", "errors", "retryable", "trace_id",
}  # fmt: skip


class Raised(Exception):
    """What a domain exception may carry."""

    def __init__(self, **attributes):
        super().__init__("raised")
        for name, value in attributes.items():
            setattr(self, name, value)


class Shape(StrictSerializer):
    number = serializers.IntegerField(min_value=0)
    text = serializers.CharField(required=False, max_length=5)
    flag = serializers.BooleanField(required=False)
    ops = serializers.ListField(child=serializers.CharField(), required=False)
    custom = serializers.DictField(required=False)
    key = serializers.UUIDField(required=False)


class RaisingView(APIView):
    permission_classes = [AllowAny]
    failure: BaseException = Raised()

    def get(self, request):
        raise self.failure


class BodyView(APIView):
    permission_classes = [AllowAny]

    def get(self, request):
        shape = Shape(data=request.query_params)
        shape.is_valid(raise_exception=True)
        return Response(shape.validated_data)

    def post(self, request):
        shape = Shape(data=request.data)
        shape.is_valid(raise_exception=True)
        return Response(shape.validated_data)


def fails_outside_a_view(request):
    raise RaisingView.failure


urlpatterns = [
    path("api/v1/raise", RaisingView.as_view()),
    path("api/v1/body", BodyView.as_view()),
    path("api/v1/plain", fails_outside_a_view),
    path("", include("config.urls")),
]
handler400 = "config.http.handlers.bad_request"
handler403 = "config.http.handlers.permission_denied"
handler404 = "config.http.handlers.not_found"
handler500 = "config.http.handlers.server_error"

pytestmark = pytest.mark.urls(__name__)


@pytest.fixture
def caller():
    return APIClient(raise_request_exception=False)


def check(response, code, *, language="en", status=None):
    """Hold an answer to the shape, and return its document."""
    assert response["Content-Type"] == "application/problem+json"
    body = json.loads(response.content)
    assert set(body) >= MEMBERS
    assert body["code"] == code
    assert body["type"] == f"/api/docs/errors#{code}"
    assert body["status"] == response.status_code == (status or PROBLEMS[code].status)
    with override(language):
        assert body["title"] == str(PROBLEMS[code].title)
    assert response["Content-Language"] == language
    assert "Accept-Language" in response["Vary"]
    assert body["trace_id"] == response["X-Request-ID"]
    assert isinstance(body["retryable"], bool)
    for error in body["errors"]:
        assert set(error) == {"pointer", "code", "detail"}
        assert error["detail"]
    return body


def raising(monkeypatch, failure):
    monkeypatch.setattr(RaisingView, "failure", failure)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("code", PROBLEMS)
def test_every_code_in_every_language(caller, monkeypatch, code, language):
    raising(monkeypatch, Raised(code=code, members={"current_version": 7}))
    response = caller.get("/api/v1/raise", headers={"Accept-Language": language})
    body = check(response, code, language=language)
    assert body["detail"]
    assert "%" not in body["detail"]
    assert body["current_version"] == 7


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("reason", REASONS)
def test_every_reason_in_every_language(caller, monkeypatch, reason, language):
    failure = Raised(code="illegal_move", pointer="/ops/3", reason=reason, members={"max_run": 2})
    raising(monkeypatch, failure)
    response = caller.get("/api/v1/raise", headers={"Accept-Language": language})
    body = check(response, "illegal_move", language=language)
    with override(language):
        detail = say(REASONS[reason], {"max_run": 2})
    assert body["errors"] == [{"pointer": "/ops/3", "code": reason, "detail": detail}]


@pytest.mark.parametrize("language", ["ru", "fr"])
def test_every_text_is_translated_and_keeps_its_values(language):
    texts = [kind.title for kind in PROBLEMS.values()]
    texts += [kind.detail for kind in PROBLEMS.values()]
    texts += list(REASONS.values())
    for text in texts:
        members = {"max_run": 5, "limit": 4321, "current_version": 77}
        with override("en"):
            english = say(text, members)
        with override(language):
            translated = say(text, members)
        assert translated != english
        for value in ("4321", "77"):
            assert (value in translated) == (value in english)


@pytest.mark.parametrize(
    ("language", "number", "words"),
    [
        ("en", 1, "1 card can"),
        ("en", 2, "2 cards can"),
        ("ru", 1, "1 карту"),
        ("ru", 3, "3 карты"),
        ("ru", 5, "5 карт."),
        ("ru", 21, "21 карту"),
        ("fr", 1, "1 carte au"),
        ("fr", 4, "4 cartes au"),
    ],
)
def test_the_longest_run_is_said_in_the_right_plural(language, number, words):
    with override(language):
        assert words in say(MOVE_REASONS["run_too_long"], {"max_run": number})


def test_a_text_without_its_value_is_no_failure_of_the_server(caller, monkeypatch):
    raising(monkeypatch, Raised(code="illegal_move", pointer="/ops/0", reason="run_too_long"))
    body = check(caller.get("/api/v1/raise"), "illegal_move")
    assert body["errors"][0]["detail"] == "This move is not possible here."


def test_an_unknown_reason_falls_back_to_the_problems_text(caller, monkeypatch):
    raising(monkeypatch, Raised(code="illegal_move", pointer="/ops/0", reason="brand_new"))
    body = check(caller.get("/api/v1/raise"), "illegal_move")
    assert body["errors"][0] == {
        "pointer": "/ops/0",
        "code": "brand_new",
        "detail": body["detail"],
    }


def test_a_pointer_without_a_reason_has_the_problems_code(caller, monkeypatch):
    raising(monkeypatch, Raised(code="name_taken", pointer="/display_name"))
    body = check(caller.get("/api/v1/raise"), "name_taken")
    assert body["errors"][0]["code"] == "name_taken"


def test_members_cannot_replace_the_documents_own(caller, monkeypatch):
    raising(monkeypatch, Raised(code="log_full", members={"status": 200, "code": "fine"}))
    check(caller.get("/api/v1/raise"), "log_full")


def test_wait_becomes_retry_after(caller, monkeypatch):
    raising(monkeypatch, Raised(code="pool_empty"))
    assert caller.get("/api/v1/raise")["Retry-After"] == "30"
    raising(monkeypatch, Raised(code="pool_empty", wait=3))
    assert caller.get("/api/v1/raise")["Retry-After"] == "3"


@pytest.mark.parametrize("route", ["/api/v1/raise", "/api/v1/plain"])
@pytest.mark.parametrize(
    ("failure", "code"),
    [
        (RuntimeError("secret detail"), "internal"),
        (Raised(code="no_such_code"), "internal"),
        (OperationalError("server closed the connection"), "temporarily_unavailable"),
        (Http404("secret detail"), "not_found"),
        (SuspiciousOperation("secret detail"), "bad_request"),
    ],
)
def test_failures_in_and_outside_of_views(caller, monkeypatch, route, failure, code):
    raising(monkeypatch, failure)
    response = caller.get(route)
    check(response, code)
    assert b"secret" not in response.content
    assert ("Retry-After" in response) == (code == "temporarily_unavailable")


def test_an_unforeseen_failure_is_logged_with_its_trace(caller, monkeypatch, caplog):
    raising(monkeypatch, RuntimeError("boom"))
    with caplog.at_level("ERROR"):
        body = check(caller.get("/api/v1/raise"), "internal")
    assert body["trace_id"]
    assert any("boom" in (record.exc_text or "") for record in caplog.records)


@pytest.mark.parametrize("method", ["get", "post", "put", "patch", "delete", "options"])
@pytest.mark.parametrize("route", ["/api/v1/nothing", "/api/v1/", "/api/x", "/api/v1/me/"])
def test_an_unknown_route_is_404_for_every_method(caller, method, route):
    check(getattr(caller, method)(route), "not_found")


@override_settings(DEBUG=True)
def test_an_unknown_route_is_a_problem_with_debug_on_too(caller):
    check(caller.get("/api/v1/nothing"), "not_found")


def test_outside_of_the_api_too(caller):
    check(caller.get("/nothing"), "not_found")


def test_a_wrong_method_is_405_and_says_which_are_right(caller, db):
    response = caller.delete("/api/v1/body")
    check(response, "method_not_allowed")
    assert response["Allow"] == "GET, POST, HEAD"
    check(caller.options("/api/v1/body"), "method_not_allowed")


def test_an_unacceptable_format_is_406(caller, db):
    check(caller.get("/api/v1/body?number=1", headers={"Accept": "image/png"}), "not_acceptable")


@pytest.mark.parametrize("kind", ["text/plain", "application/x-www-form-urlencoded", "a"])
def test_another_media_type_is_415(caller, db, kind):
    response = caller.generic("POST", "/api/v1/body", b'{"number": 1}', content_type=kind)
    check(response, "unsupported_media_type")


def test_no_media_type_is_415(db):
    response = Client().generic("POST", "/api/v1/body", b'{"number": 1}', content_type="")
    check(response, "unsupported_media_type")


BROKEN = {
    "cut off": b'{"number": 1',
    "not json": b"number=1",
    "NaN": b'{"number": NaN}',
    "Infinity": b'{"number": -Infinity}',
    "overflow": b'{"number": 1e999}',
    "endless digits": b'{"number": ' + b"9" * 5000 + b"}",
    "repeated key": b'{"number": 1, "number": 2}',
    "not utf-8": b'{"text": "\xff"}',
    "latin-1": '{"text": "é"}'.encode("latin-1"),
    "utf-16": '{"number": 1}'.encode("utf-16"),
    "byte order mark": b'\xef\xbb\xbf{"number": 1}',
    "lone surrogate": rb'{"text": "\ud800"}',
    "lone surrogate, upper": rb'{"text": "\uD800"}',
    "surrogate as a key": rb'{"\udfff": 1}',
    "raw NUL": b'{"text": "\x00"}',
    "deep list": b"[" * 100_000,
    "deep object": b'{"a":' * 40 + b"1" + b"}" * 40,
    "two documents": b"{} {}",
}


@pytest.mark.parametrize("body", BROKEN.values(), ids=BROKEN)
@pytest.mark.parametrize("route", ["/api/v1/body", "/api/auth/app/v1/auth/login"])
def test_malformed_json_is_400(caller, db, body, route):
    response = caller.generic("POST", route, body, content_type="application/json")
    check(response, "malformed_json")


def test_brackets_in_strings_are_not_depth(caller, db):
    body = json.dumps({"number": 1, "ops": ['[{"\\' * 20]})
    response = caller.generic("POST", "/api/v1/body", body, content_type="application/json")
    assert response.status_code == 200


def test_a_whole_surrogate_pair_is_a_character(caller, db):
    body = rb'{"number": 1, "text": "\ud83c\udca1"}'
    response = caller.generic("POST", "/api/v1/body", body, content_type="application/json")
    assert response.json()["text"] == "🂡"


@pytest.mark.parametrize("document", ["[]", '"x"', "1", "null", "true"])
def test_a_body_that_is_no_object_is_422(caller, db, document):
    response = caller.generic("POST", "/api/v1/body", document, content_type="application/json")
    body = check(response, "validation_failed")
    assert [error["pointer"] for error in body["errors"]] == [""]


def test_an_empty_body_misses_its_fields(caller, db):
    body = check(caller.post("/api/v1/body"), "validation_failed")
    assert body["errors"][0]["pointer"] == "/number"
    assert body["errors"][0]["code"] == "required"


@pytest.mark.parametrize(
    ("document", "pointer", "code"),
    [
        ({}, "/number", "required"),
        ({"number": -1}, "/number", "min_value"),
        ({"number": True}, "/number", "not_an_integer"),
        ({"number": "1"}, "/number", "not_an_integer"),
        ({"number": 1.0}, "/number", "not_an_integer"),
        ({"number": None}, "/number", "null"),
        ({"number": [1]}, "/number", "not_an_integer"),
        ({"number": 1, "text": 5}, "/text", "not_a_string"),
        ({"number": 1, "text": "sixsix"}, "/text", "max_length"),
        ({"number": 1, "text": "a\x00b"}, "/text", "null_characters_not_allowed"),
        ({"number": 1, "flag": 1}, "/flag", "not_a_boolean"),
        ({"number": 1, "flag": "yes"}, "/flag", "not_a_boolean"),
        ({"number": 1, "ops": "26"}, "/ops", "not_a_list"),
        ({"number": 1, "ops": ["26", 7]}, "/ops/1", "not_a_string"),
        ({"number": 1, "ops": ["26", "\x00"]}, "/ops/1", "null_characters_not_allowed"),
        ({"number": 1, "custom": {"a": "\x00"}}, "/custom", "null_characters_not_allowed"),
        ({"number": 1, "custom": {"\x00": 1}}, "/custom", "null_characters_not_allowed"),
        ({"number": 1, "custom": {"a": [{"b": "\x00"}]}}, "/custom", "null_characters_not_allowed"),
        ({"number": 1, "key": 5}, "/key", "not_a_string"),
        ({"number": 1, "key": "x"}, "/key", "invalid"),
        ({"number": 1, "wild": 1}, "/wild", "unknown_field"),
        ({"number": 1, "a/b~c": 1}, "/a~1b~0c", "unknown_field"),
    ],
)
def test_each_wrong_value_is_named(caller, db, document, pointer, code):
    body = check(caller.post("/api/v1/body", document), "validation_failed")
    assert [(e["pointer"], e["code"]) for e in body["errors"]] == [(pointer, code)]


def test_all_wrong_values_are_named_at_once(caller, db):
    document = {"number": -1, "text": 5, "wild": 1}
    body = check(caller.post("/api/v1/body", document), "validation_failed")
    assert {e["pointer"] for e in body["errors"]} == {"/number", "/text", "/wild"}


def test_the_list_of_errors_has_an_end(caller, db):
    document = {"number": 1, "ops": [0] * 5000}
    body = check(caller.post("/api/v1/body", document), "validation_failed")
    assert len(body["errors"]) == 20


@pytest.mark.parametrize(
    ("query", "pointer", "code"),
    [
        ("number=x", "number", "invalid"),
        ("number=1&wild=1", "wild", "unknown_field"),
        ("number=1&text=%00", "text", "null_characters_not_allowed"),
        ("number=1&%00=1", "", "null_characters_not_allowed"),
    ],
)
def test_query_parameters_are_named_without_a_slash(caller, db, query, pointer, code):
    body = check(caller.get(f"/api/v1/body?{query}"), "validation_failed")
    assert [(e["pointer"], e["code"]) for e in body["errors"]] == [(pointer, code)]


def test_a_nul_in_the_path_is_404(caller):
    check(caller.get("/api/v1/games/%00"), "not_found")


def test_a_body_over_the_limit_is_413_before_it_is_read(caller, db):
    class Unreadable:
        def read(self, *_):
            raise AssertionError("a byte of it was read")

        readline = read

    response = caller.post(
        "/api/v1/body", CONTENT_LENGTH=str(BODY_LIMIT + 1), **{"wsgi.input": Unreadable()}
    )
    body = check(response, "body_too_large")
    assert str(BODY_LIMIT) in body["detail"]


def test_a_body_of_exactly_the_limit_is_read(caller, db):
    start = b'{"number": 1, "custom": {"a": "'
    body = start + b"x" * (BODY_LIMIT - len(start) - 3) + b'"}}'
    assert len(body) == BODY_LIMIT
    response = caller.generic("POST", "/api/v1/body", body, content_type="application/json")
    assert response.status_code == 200
    response = caller.generic("POST", "/api/v1/body", body + b" ", content_type="application/json")
    check(response, "body_too_large")


@pytest.mark.parametrize("length", ["-1", "1e3", "x", "٣", "9" * 5000, "0" * 40 + "1"])
def test_a_length_that_is_none_is_refused(caller, db, length):
    response = caller.post("/api/v1/body", {"number": 1}, CONTENT_LENGTH=length)
    assert response.status_code in {400, 413}
    check(response, json.loads(response.content)["code"])


def test_a_length_that_is_too_short_cuts_the_json_off(caller, db):
    response = caller.post("/api/v1/body", {"number": 1}, CONTENT_LENGTH="5")
    check(response, "malformed_json")


def test_a_chunked_body_is_411(caller, db):
    response = caller.post("/api/v1/body", headers={"Transfer-Encoding": "chunked"})
    check(response, "length_required")


def test_no_token_is_401_and_says_how(caller, db):
    response = caller.get("/api/v1/me")
    check(response, "not_authenticated")
    assert response["WWW-Authenticate"] == "Bearer"


def test_a_wrong_token_is_401(caller, db):
    response = caller.get("/api/v1/me", headers={"Authorization": "Bearer " + "a" * 32})
    check(response, "token_invalid")
    assert response["WWW-Authenticate"] == "Bearer"


@pytest.mark.parametrize(
    ("header", "language"),
    [
        ("", "en"),
        ("de", "en"),
        ("*", "en"),
        ("*;q=0", "en"),
        ("ru", "ru"),
        ("RU-ru,en;q=0.5", "ru"),
        ("en;q=0.1, fr;q=0.9", "fr"),
        ("fr-CA", "fr"),
        ("de, ru;q=0.3", "ru"),
        ("q=;;,,=", "en"),
        ("ru;q=abc", "en"),
        ("x" * 10_000, "en"),
        ("\x7f\xff", "en"),
        ("fr," * 5000, "fr"),
    ],
)
def test_any_accept_language_is_answered(caller, header, language):
    response = caller.get("/api/v1/nothing", headers={"Accept-Language": header})
    check(response, "not_found", language=language)


@pytest.mark.parametrize(
    ("offered", "is_kept"),
    [
        ("0123456789abcdef", True),
        ("a-b_" * 16, True),
        ("short", False),
        ("a" * 65, False),
        ("0123456789abcdef\n", False),
        ("0123456789abcdef [forged]", False),
    ],
)
def test_only_a_well_formed_request_id_is_kept(caller, offered, is_kept):
    response = caller.get("/api/v1/nothing", HTTP_X_REQUEST_ID=offered)
    assert (response["X-Request-ID"] == offered) == is_kept
    assert json.loads(response.content)["trace_id"] == response["X-Request-ID"]


def test_a_forged_host_is_a_problem(caller):
    check(caller.get("/api/v1/nothing", headers={"Host": "evil.example"}), "bad_request")


def test_answers_are_not_kept_by_caches(caller):
    assert caller.get("/api/v1/nothing")["Cache-Control"] == "no-store"


def test_problem_needs_a_known_code():
    with pytest.raises(KeyError):
        problem("no_such_code")
