"""Full accounts through allauth: nothing tells which addresses are known."""

import re
import threading

import pytest
from allauth.account.adapter import DefaultAccountAdapter
from django.contrib.auth.hashers import Argon2PasswordHasher
from django.core import mail
from django.core.cache import cache
from django.test import override_settings
from django.utils import timezone

from accounts.models import Session, User
from tests.accounts.conftest import PASSWORD, App, last_code
from tests.threads import at_once

pytestmark = pytest.mark.django_db


def told(response):
    """Everything a prober could compare, with the random token taken out."""
    text = re.sub(r'"session_token": "[0-9a-z]{32}"', "", response.content.decode())
    return response.status_code, text.replace("anna", "boris"), response.headers.keys()


def test_sign_up_confirm_sign_in(app, new_app):
    user = app.sign_up("Anna@Example.org")
    assert app.me()["is_guest"] is False
    other = new_app()
    answer = other.auth("POST", "auth/login", {"email": "ANNA@example.org", "password": PASSWORD})
    assert answer.status_code == 200
    assert other.me()["id"] == user


def test_passwords_are_hashed_with_argon2(app):
    app.sign_up("anna@example.org")
    assert User.objects.get().password.startswith("argon2$argon2id$")


def test_an_unconfirmed_account_cannot_act(app):
    app.auth("POST", "auth/signup", {"email": "anna@example.org", "password": PASSWORD})
    assert app.token
    assert app.call("GET", "/api/v1/me").status_code == 401


@pytest.mark.parametrize("password", ["short", "12345678901", "password1"])
def test_a_weak_password_is_refused(app, password):
    answer = app.auth("POST", "auth/signup", {"email": "anna@example.org", "password": password})
    assert answer.status_code == 400
    assert answer.json()["errors"][0]["param"] == "password"
    assert not User.objects.exists()


def test_sign_up_does_not_tell_known_addresses(new_app):
    new_app().sign_up("anna@example.org")
    cache.clear()
    mail.outbox.clear()
    known, unknown = (
        new_app().auth("POST", "auth/signup", {"email": email, "password": "another long one"})
        for email in ("anna@example.org", "boris@example.org")
    )
    assert told(known) == told(unknown)
    assert known.status_code == 401
    assert [message.to for message in mail.outbox] == [["anna@example.org"], ["boris@example.org"]]
    assert User.objects.count() == 2


def test_sign_up_costs_one_hash_whether_the_address_is_known_or_not(new_app, monkeypatch):
    hashed = []
    encode = Argon2PasswordHasher.encode

    def counting(self, password, salt):
        hashed.append(password)
        return encode(self, password, salt)

    new_app().sign_up("anna@example.org")
    cache.clear()
    monkeypatch.setattr(Argon2PasswordHasher, "encode", counting)
    for email in ("anna@example.org", "boris@example.org"):
        hashed.clear()
        new_app().auth("POST", "auth/signup", {"email": email, "password": "another long one"})
        assert len(hashed) == 1


def test_sign_in_does_not_tell_known_addresses(new_app):
    new_app().sign_up("anna@example.org")
    known, unknown = (
        new_app().auth("POST", "auth/login", {"email": email, "password": "wrong password"})
        for email in ("anna@example.org", "boris@example.org")
    )
    assert told(known) == told(unknown)
    assert known.status_code == 400
    assert known.json()["errors"][0]["code"] == "email_password_mismatch"


def test_reset_does_not_tell_known_addresses(new_app):
    new_app().sign_up("anna@example.org")
    mail.outbox.clear()
    known, unknown = (
        new_app().auth("POST", "auth/password/request", {"email": email})
        for email in ("anna@example.org", "boris@example.org")
    )
    assert told(known) == told(unknown)
    assert len(mail.outbox) == 2
    wrong = [
        app.auth("POST", "auth/password/reset", {"key": "WRONG1", "password": "a new long one"})
        for app in (App(known.json()["meta"]["session_token"]),
                    App(unknown.json()["meta"]["session_token"]))
    ]  # fmt: skip
    assert told(wrong[0]) == told(wrong[1])


def test_a_reset_by_code_voids_every_session(app, new_app):
    user = app.sign_up("anna@example.org")
    elsewhere = new_app()
    elsewhere.auth("POST", "auth/password/request", {"email": "anna@example.org"})
    answer = elsewhere.auth(
        "POST", "auth/password/reset", {"key": last_code(), "password": "a new long one"}
    )
    assert answer.status_code == 401  # done; signing in is a step of its own
    assert app.call("GET", "/api/v1/me").status_code == 401
    fresh = new_app()
    body = {"email": "anna@example.org", "password": "a new long one"}
    assert fresh.auth("POST", "auth/login", body).status_code == 200
    assert fresh.me()["id"] == user


def test_sign_in_is_limited(new_app):
    new_app().sign_up("anna@example.org")
    statuses = [
        new_app()
        .auth("POST", "auth/login", {"email": "anna@example.org", "password": "wrong password"})
        .status_code
        for _ in range(6)
    ]
    assert statuses[:5] == [400] * 5
    right = new_app().auth(
        "POST", "auth/login", {"email": "anna@example.org", "password": PASSWORD}
    )
    assert right.status_code == 400
    assert right.json()["errors"][0]["code"] == "too_many_login_attempts"


def test_signing_out_ends_the_token(app):
    app.sign_up("anna@example.org")
    token = app.token
    assert app.auth("DELETE", "auth/session").status_code == 401
    assert App(token).call("GET", "/api/v1/me").status_code == 401
    assert not Session.objects.filter(session_key=token).exists()


@pytest.mark.parametrize(
    ("language", "subject", "words"),
    [
        ("en", "Patience: Please Confirm Your Email Address", "enter this code"),
        ("ru", "Patience: Пожалуйста, подтвердите", "код"),
        ("fr", "Patience: ", "Bonjour"),
    ],
)
def test_mails_are_in_the_language_asked_for(new_app, language, subject, words):
    app = new_app(language=language)
    app.auth("POST", "auth/signup", {"email": "anna@example.org", "password": PASSWORD})
    message = mail.outbox[-1]
    assert message.subject.startswith(subject)
    assert words in message.body
    assert "Patience" in message.body
    assert User.objects.get().locale == language
    assert (language == "en") == ("Hello from" in message.body)


def test_mails_to_an_account_are_in_its_own_language(app, new_app):
    app.sign_up("anna@example.org")
    User.objects.update(locale="ru")
    new_app(language="fr").auth("POST", "auth/password/request", {"email": "anna@example.org"})
    assert "Код" in mail.outbox[-1].subject or "парол" in mail.outbox[-1].subject.lower()


def test_errors_of_allauth_are_translated_too(new_app):
    texts = {
        new_app(language=language)
        .auth("POST", "auth/login", {"email": "a@example.org", "password": "wrong"})
        .json()["errors"][0]["message"]
        for language in ("en", "ru", "fr")
    }
    assert len(texts) == 3


@override_settings(EMAIL_BACKEND="tests.accounts.mailless.Backend")
def test_a_mail_server_that_is_down_is_503_and_makes_no_account(app):
    answer = app.call(
        "POST", "/api/auth/app/v1/auth/signup", {"email": "a@example.org", "password": PASSWORD}
    )
    assert answer.status_code == 503
    assert answer.json()["code"] == "temporarily_unavailable"
    assert answer["Retry-After"]
    assert not User.objects.exists()
    with override_settings(EMAIL_BACKEND="django.core.mail.backends.locmem.EmailBackend"):
        cache.clear()
        app.sign_up("a@example.org")


def test_the_specification_is_served_and_shows_the_bearer_token(app):
    response = app.call("GET", "/api/auth/openapi.json")
    assert response.status_code == 200
    document = response.json()
    assert document["components"]["securitySchemes"]["Bearer"]["scheme"] == "bearer"
    assert "SessionToken" not in document["components"]["securitySchemes"]
    assert "is_guest" in document["components"]["schemas"]["User"]["properties"]
    assert any(path.endswith("/auth/sessions") for path in document["paths"])


def test_a_session_nobody_signs_in_to_lives_a_day(app):
    app.auth("POST", "auth/password/request", {"email": "nobody@example.org"})
    row = Session.objects.get()
    assert row.user_id is None
    assert (row.expire_date - timezone.now()).total_seconds() <= 86_400


@pytest.mark.django_db(transaction=True)
def test_two_sign_ups_with_one_address_at_once_make_one_account(monkeypatch):
    both = threading.Barrier(2)
    save_user = DefaultAccountAdapter.save_user

    def together(self, *arguments):
        both.wait(10)  # both have found the address free
        return save_user(self, *arguments)

    monkeypatch.setattr(DefaultAccountAdapter, "save_user", together)

    def sign_up():
        body = {"email": "anna@example.org", "password": PASSWORD}
        return App().auth("POST", "auth/signup", body).status_code

    statuses = at_once([sign_up] * 2)
    # "Enter the code", or "wait": allauth mails one address once in ten seconds.
    assert set(statuses) <= {401, 429}
    assert User.objects.count() == 1
