"""Who never confirmed an address does not keep it from its owner, and learns nothing by it."""

import threading
from datetime import timedelta

import pytest
from allauth.account.models import EmailAddress
from django.contrib.auth.hashers import Argon2PasswordHasher
from django.core import mail
from django.core.cache import cache
from django.utils import timezone

from accounts.adapters import AccountAdapter
from accounts.models import User
from tests.accounts.conftest import PASSWORD, App, last_code
from tests.accounts.test_accounts import told
from tests.threads import at_once

pytestmark = pytest.mark.django_db

ANNA = "anna@example.org"
STRANGER = {"email": ANNA, "password": "a stranger's own"}


def abandon(email: str = ANNA) -> User:
    """A sign-up whose code has run out."""
    App().auth("POST", "auth/signup", {"email": email, "password": "a stranger's own"})
    User.objects.filter(email=email).update(created_at=timezone.now() - timedelta(minutes=11))
    cache.clear()
    mail.outbox.clear()
    return User.objects.get(email=email)


def test_the_owner_signs_up_as_if_nobody_had(app, new_app):
    stranger = abandon()
    owner = app.sign_up(ANNA)
    assert app.me()["email"] == ANNA
    assert owner != str(stranger.pk)
    assert User.objects.count() == EmailAddress.objects.count() == 1
    assert new_app().auth("POST", "auth/login", STRANGER).status_code == 400


def test_a_code_that_is_still_good_is_not_taken_away(app):
    app.auth("POST", "auth/signup", {"email": ANNA, "password": PASSWORD})
    code = last_code()
    cache.clear()
    App().auth("POST", "auth/signup", STRANGER)
    assert "already exists" in mail.outbox[-1].body
    assert app.auth("POST", "auth/email/verify", {"key": code}).status_code == 200
    assert app.me()["email"] == ANNA


@pytest.mark.parametrize("proof", ["signed in", "confirmed by a reset", "staff"])
def test_who_has_proved_anything_keeps_the_account(app, proof):
    holder = abandon()
    if proof == "signed in":
        User.objects.update(last_login=timezone.now())
    elif proof == "staff":
        User.objects.update(is_staff=True)
    else:
        app.auth("POST", "auth/password/request", {"email": ANNA})
        app.auth("POST", "auth/password/reset", {"key": last_code(), "password": PASSWORD})
        cache.clear()
        User.objects.update(last_login=None)
    App().auth("POST", "auth/signup", {"email": ANNA, "password": "another long one"})
    assert User.objects.get() == holder
    assert "already exists" in mail.outbox[-1].body


@pytest.mark.parametrize("password", ["short", "", None])
def test_a_sign_up_that_is_refused_takes_nothing_away(app, password):
    holder = abandon()
    app.auth("POST", "auth/signup", {"email": ANNA, "password": password})
    assert User.objects.get() == holder


def test_who_is_signed_in_takes_nothing_away(app):
    holder = abandon()
    app.start_as_guest()
    assert app.auth("POST", "auth/signup", STRANGER).status_code == 409
    assert User.objects.filter(pk=holder.pk).exists()


def test_the_answer_and_its_cost_do_not_tell(new_app, monkeypatch):
    new_app().sign_up("anna1@example.org")
    abandon("anna2@example.org")
    hashed = []
    encode = Argon2PasswordHasher.encode
    monkeypatch.setattr(
        Argon2PasswordHasher,
        "encode",
        lambda self, password, salt: hashed.append(1) or encode(self, password, salt),
    )
    answers = []
    for email in ("anna1@example.org", "anna2@example.org", "anna3@example.org"):
        answer = new_app().auth("POST", "auth/signup", {"email": email, "password": PASSWORD})
        status, text, headers = told(answer)
        answers.append((status, text.replace(email.replace("anna", "boris"), ""), headers))
    assert answers[0] == answers[1] == answers[2]
    assert len(hashed) == len(mail.outbox) == 3


@pytest.mark.parametrize("path", ["auth/email/verify", "auth/password/reset"])
def test_the_code_of_a_sign_up_that_was_replaced_is_void(app, new_app, path):
    holder = abandon()
    late = new_app()
    if path == "auth/email/verify":
        late.auth("POST", "auth/login", STRANGER)
    else:
        late.auth("POST", "auth/password/request", {"email": ANNA})
    code = last_code()
    cache.clear()
    app.sign_up(ANNA)
    for method in ("POST", "GET"):
        answer = late.auth(method, path, {"key": code, "password": "a new long one"})
        assert answer.status_code == 409
    assert not User.objects.filter(pk=holder.pk).exists()
    assert app.me()["email"] == ANNA


@pytest.mark.django_db(transaction=True)
def test_two_owners_at_once_make_one_account(monkeypatch):
    abandon()
    both = threading.Barrier(2)
    new_user = AccountAdapter.new_user

    def together(self, request):
        both.wait(10)  # both have found the address free, or made it free
        return new_user(self, request)

    monkeypatch.setattr(AccountAdapter, "new_user", together)

    def sign_up():
        body = {"email": ANNA, "password": PASSWORD}
        return App().auth("POST", "auth/signup", body).status_code

    statuses = at_once([sign_up] * 2)
    assert set(statuses) <= {401, 429}
    assert User.objects.count() == 1
    assert User.objects.get().created_at > timezone.now() - timedelta(minutes=1)


@pytest.mark.django_db(transaction=True)
def test_a_code_entered_while_another_signs_up_is_a_clear_answer(monkeypatch):
    """The account goes while its address is being confirmed."""
    abandon()
    late = App()
    late.auth("POST", "auth/login", STRANGER)
    code = last_code()
    cache.clear()
    confirm_email = AccountAdapter.confirm_email

    def overtaken(self, request, address):
        at_once([sign_up])
        return confirm_email(self, request, address)

    def sign_up():
        App().auth("POST", "auth/signup", {"email": ANNA, "password": PASSWORD})

    monkeypatch.setattr(AccountAdapter, "confirm_email", overtaken)
    answer = late.auth("POST", "auth/email/verify", {"key": code})
    assert answer.status_code == 400
    assert answer.json()["errors"][0]["code"] == "email_taken"
    assert User.objects.get().check_password(PASSWORD)
