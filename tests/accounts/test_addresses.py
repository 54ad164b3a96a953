"""An address is refused or kept whole, and has one spelling, wherever it is given."""

import pytest
from allauth.account.models import EmailAddress
from django.core import mail
from django.core.cache import cache

from accounts.models import User
from tests.accounts.conftest import PASSWORD, last_code

pytestmark = pytest.mark.django_db

LABEL = "d" * 60
BAD = {
    "no address": "anna",
    "local part of 65": f"{'a' * 65}@example.org",
    "255 characters": f"{'a' * 64}@{LABEL}.{LABEL}.{LABEL}.{'e' * 7}",
    "very long": f"{'a' * 60}@{'.'.join([LABEL] * 30)}.org",
    "very long local part": f"{'a' * 100_000}@example.org",
    "NUL": "an\x00na@example.org",
    "NUL at the end": "anna@example.org\x00",
    "control characters between quotes": '"a\x01b"@example.org',
    "line break": "anna@example.org\nBcc: b@example.org",
    "line break inside": "an\nna@example.org",
    "space": '"an na"@example.org',
    "local part with accents": "änna@example.org",
    "local part in full width": "ａnna@example.org",
    "dotted I": "\u0130nna@example.org",
    "right to left override": "an\u202ena@example.org",
    "invisible in the domain": "anna@exa\u202emple.org",
    "lone surrogate": "anna@ex\udc80.org",
    "number": 5,
    "list": ["anna@example.org"],
    "object": {"a": 1},
    "empty": "",
    "null": None,
}
CALLS = {
    "sign-up": ("POST", "auth/signup", {"password": PASSWORD}),
    "sign-in": ("POST", "auth/login", {"password": PASSWORD}),
    "reset": ("POST", "auth/password/request", {}),
    "adding": ("POST", "account/email", {}),
    "asking for a code": ("PUT", "account/email", {}),
    "removing": ("DELETE", "account/email", {}),
    "preferring": ("PATCH", "account/email", {"primary": True}),
}


@pytest.mark.parametrize("call", CALLS)
@pytest.mark.parametrize("bad", BAD)
def test_what_is_no_address_is_refused_by_name(app, call, bad):
    method, path, body = CALLS[call]
    if path == "account/email":
        app.start_as_guest()
    before = User.objects.count(), EmailAddress.objects.count()
    answer = app.auth(method, path, {**body, "email": BAD[bad]})
    assert answer.status_code == 400
    if bad != "lone surrogate":  # which is no JSON
        assert {error["param"] for error in answer.json()["errors"]} == {"email"}
    assert (User.objects.count(), EmailAddress.objects.count()) == before
    assert not mail.outbox


@pytest.mark.parametrize(
    "email",
    [
        f"{'a' * 64}@example.org",
        f"{'a' * 64}@{LABEL}.{LABEL}.{LABEL}.{'e' * 6}",
        "anna+cards@example.org",
    ],
)
def test_an_address_of_any_allowed_length_is_kept_whole(app, email):
    app.sign_up(email)
    assert app.me()["email"] == email
    assert mail.outbox[0].to == [email]


def test_a_domain_has_one_spelling(new_app):
    user = new_app().sign_up("anna@пример.рф")
    assert User.objects.get().email == "anna@xn--e1afmkfd.xn--p1ai"
    for spelling in (
        "anna@ПРИМЕР.рф",
        "anna@при\u2060мер.рф",
        "anna@xn--e1afmkfd.xn--p1ai",
        "ANNA@пример.рф",
    ):
        app = new_app()
        body = {"email": spelling, "password": PASSWORD}
        assert app.auth("POST", "auth/login", body).status_code == 200
        assert app.me()["id"] == user
        cache.clear()
        new_app().auth("POST", "auth/signup", {"email": spelling, "password": "another long one"})
        assert User.objects.count() == 1
    cache.clear()
    app = new_app()
    app.auth("POST", "auth/password/request", {"email": "anna@пример.рф"})
    body = {"key": last_code(), "password": "a new long one"}
    assert app.auth("POST", "auth/password/reset", body).status_code == 401
