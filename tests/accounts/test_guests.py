"""A guest plays at once, and can become a full account without losing anything."""

import pytest
from allauth.usersessions.models import UserSession
from django.core import mail
from django.core.cache import cache
from django.test import Client

from accounts.models import Session, User
from tests.accounts.conftest import PASSWORD, App, last_code

pytestmark = pytest.mark.django_db


def upgrade(app: App, email: str) -> None:
    assert app.auth("POST", "account/email", {"email": email}).status_code == 200
    assert app.auth("POST", "auth/email/verify", {"key": last_code()}).status_code == 200


def test_an_app_gets_a_token_that_works(app):
    response = app.call("POST", "/api/v1/guests", {"client": "app"})
    assert response.status_code == 201
    body = response.json()
    assert set(body) == {"token", "user"}
    assert body["user"]["is_guest"] is True
    assert body["user"]["email"] is None
    assert body["user"]["has_password"] is False
    app.token = body["token"]
    assert app.me() == body["user"]
    assert "sessionid" not in response.cookies
    assert response["Cache-Control"] == "no-store"


def test_a_guest_keeps_the_language_it_came_with(new_app):
    app = new_app(language="ru")
    app.start_as_guest()
    assert app.me()["locale"] == "ru"


def test_a_browser_gets_a_cookie_and_no_token(db):
    browser = Client()
    response = browser.post(
        "/api/v1/guests", {"client": "browser"}, content_type="application/json"
    )
    assert response.status_code == 201
    assert response.json()["token"] is None
    cookie = response.cookies["sessionid"]
    assert cookie["httponly"]
    assert cookie["samesite"] == "Lax"
    assert cookie["max-age"] == 400 * 86_400
    assert "csrftoken" in response.cookies
    assert browser.get("/api/v1/me").json() == response.json()["user"]


def test_who_is_signed_in_stays_who_they_are(app):
    guest = app.start_as_guest()
    again = app.call("POST", "/api/v1/guests", {"client": "app"})
    assert again.status_code == 200
    assert again.json()["user"]["id"] == guest
    assert again.json()["token"] == app.token
    assert User.objects.count() == 1


def test_a_second_click_in_the_browser_makes_no_second_guest(db):
    browser = Client()
    for status in (201, 200):
        response = browser.post(
            "/api/v1/guests", {"client": "browser"}, content_type="application/json",
            headers={"X-CSRFToken": browser.cookies["csrftoken"].value if browser.cookies else ""},
        )  # fmt: skip
        assert response.status_code == status
    assert User.objects.count() == 1


def test_a_cookie_writes_only_with_the_csrf_token(db):
    browser = Client(enforce_csrf_checks=True)
    browser.post("/api/v1/guests", {"client": "browser"}, content_type="application/json")
    change = {"locale": "fr"}
    refused = browser.patch("/api/v1/me", change, content_type="application/json")
    assert refused.status_code == 403
    assert refused.json()["code"] == "csrf_failed"
    assert browser.get("/api/v1/me").json()["locale"] == "en"
    token = browser.cookies["csrftoken"].value
    taken = browser.patch(
        "/api/v1/me", change, content_type="application/json", headers={"X-CSRFToken": token}
    )
    assert taken.status_code == 200


@pytest.mark.parametrize("body", [{}, {"client": "tv"}, {"client": 1}, {"client": "app", "x": 1}])
def test_a_wrong_request_makes_no_guest(app, body):
    response = app.call("POST", "/api/v1/guests", body)
    assert response.status_code == 422
    assert response.json()["code"] == "validation_failed"
    assert not User.objects.exists()
    assert not Session.objects.exists()


def test_a_guest_becomes_a_full_account_with_the_same_id(app, new_app):
    guest = app.start_as_guest()
    upgrade(app, "Anna@Example.org")
    assert app.me()["is_guest"] is False
    assert app.me()["email"] == "anna@example.org"

    old = app.token
    answer = app.auth("POST", "account/password/change", {"new_password": PASSWORD})
    assert answer.status_code == 200
    assert answer.json()["data"]["user"]["is_guest"] is False
    assert app.token != old
    assert app.me()["id"] == guest
    assert app.me()["has_password"] is True
    assert new_app(old).call("GET", "/api/v1/me").status_code == 401

    other = new_app()
    answer = other.auth("POST", "auth/login", {"email": "anna@example.org", "password": PASSWORD})
    assert answer.status_code == 200
    assert other.me()["id"] == guest
    assert User.objects.count() == 1


def test_allauth_and_we_read_the_same_bearer_token(app):
    guest = app.start_as_guest()
    answer = app.auth("GET", "auth/session")
    assert answer.status_code == 200
    assert answer.json()["data"]["user"]["id"] == guest
    assert answer.json()["data"]["user"]["is_guest"] is True


def test_a_password_without_an_address_is_refused_so_that_no_guest_is_lost(app):
    app.start_as_guest()
    old = app.token
    answer = app.auth("POST", "account/password/change", {"new_password": PASSWORD})
    assert answer.status_code == 400
    assert answer.json()["errors"][0]["code"] == "email_required"
    assert answer.json()["errors"][0]["param"] == "new_password"
    assert app.token == old
    assert app.me()["has_password"] is False


def test_a_wrong_code_confirms_nothing(app):
    app.start_as_guest()
    app.auth("POST", "account/email", {"email": "anna@example.org"})
    for _ in range(5):
        answer = app.auth("POST", "auth/email/verify", {"key": "WRONG1"})
        assert answer.status_code == 400
    right = app.auth("POST", "auth/email/verify", {"key": last_code()})
    assert right.status_code == 409  # five tries, then the code is void
    assert app.me()["is_guest"] is True
    assert app.me()["email"] is None


def test_a_known_address_leaves_the_guest_usable(app, new_app):
    new_app().sign_up("anna@example.org")
    cache.clear()
    guest = app.start_as_guest()
    known = app.auth("POST", "account/email", {"email": "anna@example.org"})
    unknown_app = new_app()
    unknown_app.start_as_guest()
    unknown = unknown_app.auth("POST", "account/email", {"email": "boris@example.org"})
    assert known.status_code == unknown.status_code == 200
    shown = known.content.replace(b"anna", b"boris")
    assert shown == unknown.content

    # Even the owner of both cannot merge them this way.
    codes = [message for message in mail.outbox if message.to == ["anna@example.org"]]
    mail.outbox = codes
    answer = app.auth("POST", "auth/email/verify", {"key": last_code()})
    assert answer.status_code == 400
    assert answer.json()["errors"][0]["code"] == "email_taken"
    assert app.me()["id"] == guest
    assert app.me()["is_guest"] is True


def test_an_address_that_somebody_never_confirmed_goes_to_its_owner(app, new_app):
    stranger = new_app()
    stranger.auth(
        "POST", "auth/signup", {"email": "anna@example.org", "password": "stranger's own"}
    )
    squatter = User.objects.get(email="anna@example.org")

    guest = app.start_as_guest()
    mail.outbox.clear()
    cache.clear()  # allauth sends one code per address in ten seconds
    upgrade(app, "anna@example.org")
    assert app.me()["id"] == guest
    assert app.me()["email"] == "anna@example.org"
    assert not User.objects.filter(pk=squatter.pk).exists()


def test_a_guest_who_signs_in_is_told_that_its_games_stay_behind(app, new_app):
    new_app().sign_up("anna@example.org")
    app.start_as_guest()
    body = {"email": "anna@example.org", "password": PASSWORD}
    answer = app.auth("POST", "auth/login", body)
    assert answer.status_code == 409
    assert "stay behind" in answer.json()["meta"]["guest_games_stay_behind"]
    app.language = "ru"
    answer = app.auth("POST", "auth/login", body)
    assert "останутся" in answer.json()["meta"]["guest_games_stay_behind"]

    # Knowing that, the player ends the guest's session and signs in.
    assert app.auth("DELETE", "auth/session").status_code == 401
    app.token = None
    assert app.auth("POST", "auth/login", body).status_code == 200
    assert app.me()["email"] == "anna@example.org"


def test_others_are_not_told_about_guests(app, new_app):
    app.sign_up("anna@example.org")
    answer = app.auth("POST", "auth/login", {"email": "anna@example.org", "password": PASSWORD})
    assert answer.status_code == 409
    assert "guest_games_stay_behind" not in answer.json().get("meta", {})


def test_sessions_are_listed_and_revoked_at_once(app, new_app):
    app.sign_up("anna@example.org")
    phone = new_app()
    phone.auth("POST", "auth/login", {"email": "anna@example.org", "password": PASSWORD})
    listed = app.auth("GET", "auth/sessions").json()["data"]
    assert sorted(session["is_current"] for session in listed) == [False, True]
    other = next(session["id"] for session in listed if not session["is_current"])
    assert app.auth("DELETE", "auth/sessions", {"sessions": [other]}).status_code == 200
    assert phone.call("GET", "/api/v1/me").status_code == 401
    assert app.me()["email"] == "anna@example.org"


def test_a_guests_session_is_listed_too(app):
    app.start_as_guest()
    assert len(app.auth("GET", "auth/sessions").json()["data"]) == 1
    assert UserSession.objects.count() == 1


def test_guests_have_a_quota_for_each_address(new_app):
    for left in range(9, -1, -1):
        response = new_app().call("POST", "/api/v1/guests", {"client": "app"})
        assert response.status_code == 201
        assert f'"guests";r={left};' in response["RateLimit"]
        assert response["RateLimit-Policy"] == '"guests";q=10;w=60'
    refused = new_app().call("POST", "/api/v1/guests", {"client": "app"})
    assert refused.status_code == 429
    assert refused.json()["violated-policies"] == ["guests"]
    assert User.objects.count() == 10


def test_the_answer_to_the_right_code_knows_that_the_guest_is_none_any_more(app):
    app.start_as_guest()
    app.auth("POST", "account/email", {"email": "anna@example.org"})
    answer = app.auth("POST", "auth/email/verify", {"key": last_code()})
    user = answer.json()["data"]["user"]
    assert (user["is_guest"], user["email"]) == (False, "anna@example.org")


@pytest.mark.parametrize("name", ["", "Visit evil.example"])
@pytest.mark.parametrize(
    ("language", "why"),
    [
        ("en", "somebody gave this address to Patience."),
        ("ru", "кто-то указал этот адрес в Patience."),
        ("fr", "quelqu’un a indiqué cette adresse à Patience."),
    ],
)
def test_the_mail_with_a_code_says_why_it_comes(new_app, language, why, name):
    app = new_app(language=language)
    guest = app.start_as_guest()
    User.objects.filter(pk=guest).update(display_name=name, name_key=name.casefold() or None)
    app.auth("POST", "account/email", {"email": "anna@example.org"})
    body = mail.outbox[-1].body
    assert why in body
    assert last_code()
    # Whoever gets it may be a stranger, who must not be sent what a player calls itself.
    assert "evil" not in body
    assert "user" not in body


@pytest.mark.parametrize(("language", "word"), [("en", "Guest"), ("ru", "Гость"), ("fr", "Invité")])
def test_a_guest_without_a_name_is_called_a_guest(new_app, language, word):
    app = new_app(language=language)
    app.start_as_guest()
    assert app.auth("GET", "auth/session").json()["data"]["user"]["display"] == word
