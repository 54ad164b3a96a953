"""A bearer token is its user, at one SELECT, until it expires or is revoked."""

from datetime import timedelta

import pytest
from django.conf import settings
from django.db import IntegrityError
from django.utils import timezone
from rest_framework.exceptions import AuthenticationFailed
from rest_framework.request import Request
from rest_framework.test import APIRequestFactory

from accounts.authentication import BearerAuthentication
from accounts.models import Session, User
from accounts.services import create_guest, start_session

pytestmark = pytest.mark.django_db


def request_with(header: str | None) -> Request:
    headers = {"HTTP_AUTHORIZATION": header} if header is not None else {}
    return Request(APIRequestFactory().get("/", **headers))


def authenticate(header: str | None):
    return BearerAuthentication().authenticate(request_with(header))


def test_a_token_is_its_user_with_exactly_one_select(player, django_assert_num_queries):
    token = start_session(user=player).session_key
    with django_assert_num_queries(1) as seen:
        user, session = authenticate(f"Bearer {token}")
        assert user.email is None
        assert user.locale == "en"
    assert seen.captured_queries[0]["sql"].startswith("SELECT")
    assert user == player
    assert session.session_key == token


@pytest.mark.parametrize("scheme", ["Bearer", "bearer", "BEARER"])
def test_the_scheme_is_case_insensitive(player, scheme):
    token = start_session(user=player).session_key
    assert authenticate(f"{scheme} {token}")[0] == player


@pytest.mark.parametrize("header", [None, "", "Basic abc", "Token abc"])
def test_other_schemes_are_not_ours(header):
    assert authenticate(header) is None


@pytest.mark.parametrize(
    "token",
    ["", "x", "a" * 32, "a" * 4000, "ключ", "\x00" * 32, "A" * 32, "a" * 31 + "'", "a b"],
)
def test_an_unknown_token_is_refused_not_anonymous(token):
    with pytest.raises(AuthenticationFailed):
        authenticate(f"Bearer {token}")


def test_a_malformed_token_never_reaches_the_database(django_assert_num_queries):
    with django_assert_num_queries(0), pytest.raises(AuthenticationFailed):
        authenticate("Bearer \x00")


def test_an_expired_token_is_refused(player):
    token = start_session(user=player).session_key
    Session.objects.update(expire_date=timezone.now())
    with pytest.raises(AuthenticationFailed):
        authenticate(f"Bearer {token}")


def test_a_revoked_token_is_refused_at_once(player):
    session = start_session(user=player)
    session.delete()
    with pytest.raises(AuthenticationFailed):
        authenticate(f"Bearer {session.session_key}")


def test_a_new_password_voids_the_token(player):
    token = start_session(user=player).session_key
    player.set_password("another long one")
    player.save()
    with pytest.raises(AuthenticationFailed):
        authenticate(f"Bearer {token}")


def test_a_locked_user_is_refused(player):
    token = start_session(user=player).session_key
    User.objects.update(is_active=False)
    with pytest.raises(AuthenticationFailed):
        authenticate(f"Bearer {token}")


def test_deleting_the_user_ends_every_session(player):
    token = start_session(user=player).session_key
    player.delete()
    assert not Session.objects.exists()
    with pytest.raises(AuthenticationFailed):
        authenticate(f"Bearer {token}")


def test_a_session_lives_400_days_and_is_renewed_at_most_once_a_day(
    player, django_assert_num_queries
):
    token = start_session(user=player).session_key
    row = Session.objects.get()
    assert row.expire_date - timezone.now() > timedelta(days=399, hours=23)
    assert settings.SESSION_COOKIE_AGE == 400 * 86_400

    row.expire_date -= timedelta(hours=25)
    row.save()
    with django_assert_num_queries(2):
        authenticate(f"Bearer {token}")
    assert Session.objects.get().expire_date - row.expire_date > timedelta(hours=24)
    with django_assert_num_queries(1):
        authenticate(f"Bearer {token}")


def test_one_address_is_one_account_whatever_its_case():
    User.objects.create_user("Anna@Example.org", "a long password")
    assert User.objects.get_by_natural_key("ANNA@example.ORG").email == "anna@example.org"
    with pytest.raises(IntegrityError):
        User.objects.create_user("anna@example.ORG", "a long password")


def test_the_database_refuses_an_address_in_upper_case():
    User.objects.create_user("anna@example.org")
    with pytest.raises(IntegrityError, match="user_email_lower_case"):
        User.objects.update(email="ANNA@example.org")


def test_many_guests_have_no_address():
    assert create_guest(locale="ru") != create_guest(locale="ru")
    assert User.objects.filter(email=None, is_guest=True).count() == 2
