"""The caller's own profile, and the names players give themselves."""

from functools import partial
from itertools import permutations

import pytest
from django.core.exceptions import PermissionDenied
from django.db import IntegrityError
from django.utils import timezone
from hypothesis import given
from hypothesis import strategies as st

from accounts.erasure import erase
from accounts.models import User
from accounts.names import NameNotAllowed, name_key, normalise_name
from accounts.services import NameTaken, create_guest, update_profile
from tests.threads import at_once

pytestmark = pytest.mark.django_db


def test_the_profile_is_whole(api, player, django_assert_num_queries):
    with django_assert_num_queries(1):
        response = api.get("/api/v1/me")
    assert response.status_code == 200
    body = response.json()
    assert body["created_at"].endswith("Z")
    assert len(body.pop("created_at")) == len("2026-11-29T10:00:48.210Z")
    assert body == {
        "id": str(player.pk),
        "display_name": "",
        "locale": "en",
        "visibility": "public",
        "email": None,
        "is_guest": True,
        "has_password": False,
        "deletion_at": None,
    }


def test_an_unchanged_profile_is_304(api):
    first = api.get("/api/v1/me")
    again = api.get("/api/v1/me", headers={"If-None-Match": first["ETag"]})
    assert again.status_code == 304
    assert again.content == b""
    api.patch("/api/v1/me", {"locale": "fr"})
    changed = api.get("/api/v1/me", headers={"If-None-Match": first["ETag"]})
    assert changed.status_code == 200
    assert changed["ETag"] != first["ETag"]
    assert changed["Cache-Control"] == "private, no-cache"


def test_each_field_changes_alone(api, player):
    for change in ({"display_name": "Анна К"}, {"locale": "ru"}, {"visibility": "private"}):
        response = api.patch("/api/v1/me", change)
        assert response.status_code == 200
        assert response.json().items() >= change.items()
    player.refresh_from_db()
    assert (player.display_name, player.locale, player.visibility) == ("Анна К", "ru", "private")
    assert api.patch("/api/v1/me", {}).json()["display_name"] == "Анна К"


@pytest.mark.parametrize(
    ("change", "pointer", "code"),
    [
        ({"id": "x"}, "/id", "read_only"),
        ({"email": "a@example.org"}, "/email", "read_only"),
        ({"is_guest": False}, "/is_guest", "read_only"),
        ({"is_staff": True}, "/is_staff", "unknown_field"),
        ({"password": "x"}, "/password", "unknown_field"),
        ({"locale": "de"}, "/locale", "invalid_choice"),
        ({"locale": None}, "/locale", "null"),
        ({"locale": ["ru"]}, "/locale", "not_a_string"),
        ({"visibility": "friends"}, "/visibility", "invalid_choice"),
        ({"display_name": None}, "/display_name", "null"),
        ({"display_name": 12345}, "/display_name", "not_a_string"),
        ({"display_name": ""}, "/display_name", "blank"),
        ({"display_name": "a\x00bc"}, "/display_name", "null_characters_not_allowed"),
        ({"display_name": "x" * 201}, "/display_name", "max_length"),
    ],
)
def test_a_wrong_change_names_its_field_and_changes_nothing(api, player, change, pointer, code):
    response = api.patch("/api/v1/me", {"visibility": "private", **change})
    assert response.status_code == 422
    assert [(e["pointer"], e["code"]) for e in response.json()["errors"]] == [(pointer, code)]
    player.refresh_from_db()
    assert player.visibility == "public"


@pytest.mark.parametrize(
    "name",
    [
        "ab",
        "x" * 21,
        "a\nb c",
        "ab\u202ec",
        "\u2066abc",
        "ab\u200bc",
        "ab\u200dc",
        "\u3164\u3164\u3164",
        "ab\ufe0fc",
        "...",
        "ab\ue000c",
        "ab\u0378c",
        "🂡🂢🂣",
        "a" + "\u0330" * 19,
        "ann" + "\u0330" * 3 + "a",
        "\u0330anna",
        "  \u0330anna",
        "\u0903anna",
        "anna \u0330",
        "an-\u0330na",
        "\u00b4\u00b4\u00b4anna",
        "a.b",
        "a\u20dd\u20ddb",
        "Z\u0351\u036b\u0343\u036aalgo",
    ],
)
def test_what_is_no_name(api, player, name):
    response = api.patch("/api/v1/me", {"display_name": name, "locale": "fr"})
    assert response.status_code == 422
    assert response.json()["code"] == "name_not_allowed"
    assert response.json()["errors"][0]["pointer"] == "/display_name"
    player.refresh_from_db()
    assert (player.display_name, player.locale) == ("", "en")


@pytest.mark.parametrize(
    ("sent", "kept"),
    [
        ("Anna", "Anna"),
        ("  Anna   K  ", "Anna K"),
        ("Ａｎｎａ", "Anna"),
        ("Zoe\u0308", "Zoë"),
        ("李小龍", "李小龍"),
        ("x" * 20, "x" * 20),
        ("ﬁﬁ ok", "fifi ok"),
        ("a.b.c", "a.b.c"),
        ("No1", "No1"),
        ("ann\u0330\u0331a", "ann\u0330\u0331a"),
        ("गीता", "गीता"),
        ("रवि", "रवि"),
        ("สมชาย", "สมชาย"),
        ("Nguyễn", "Nguyễn"),
    ],
)
def test_a_name_is_kept_in_its_normal_form(api, sent, kept):
    assert api.patch("/api/v1/me", {"display_name": sent}).json()["display_name"] == kept


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("Anna", "ANNA"),
        ("Straße", "STRASSE"),
        ("Ａnna", "aNNA"),
        ("ΜΆΓΟΣ", "μάγος"),
        ("Ёжик", "ёЖИК"),
    ],
)
def test_two_names_that_differ_in_case_are_one(api, client_for, first, second):
    other = client_for(create_guest(locale="en"))
    assert api.patch("/api/v1/me", {"display_name": first}).status_code == 200
    refused = other.patch("/api/v1/me", {"display_name": second, "locale": "ru"})
    assert refused.status_code == 409
    assert refused.json()["code"] == "name_taken"
    assert refused.json()["errors"][0]["pointer"] == "/display_name"
    assert other.get("/api/v1/me").json()["locale"] == "en"
    # One's own name in another case is free.
    assert api.patch("/api/v1/me", {"display_name": second}).status_code == 200


def test_the_database_itself_refuses_a_second_name():
    User.objects.create_guest(display_name="Anna", name_key="anna")
    with pytest.raises(IntegrityError, match="name_key"):
        User.objects.create_guest(display_name="ANNA", name_key="anna")


def test_a_name_without_its_key_cannot_be_stored():
    with pytest.raises(IntegrityError, match="user_name_has_its_key"):
        User.objects.create_guest(display_name="Anna")


@given(st.text(max_size=30))
def test_the_normal_form_is_stable_and_fits_its_columns(text):
    try:
        name = normalise_name(text)
    except NameNotAllowed:
        return
    assert normalise_name(name) == name
    assert 3 <= len(name) <= User._meta.get_field("display_name").max_length
    assert name_key(name_key(name)) == name_key(name) == name_key(name.casefold())
    assert len(name_key(name)) <= User._meta.get_field("name_key").max_length


FIELDS = {"display_name": "Anna", "locale": "fr", "visibility": "private"}


@pytest.mark.parametrize(("first", "second"), list(permutations(FIELDS, 2)))
def test_two_devices_that_change_different_things_lose_neither(first, second):
    player = create_guest(locale="en")
    phone, tablet = (User.objects.get(pk=player.pk) for _ in range(2))
    update_profile(user=phone, **{first: FIELDS[first]})
    told = update_profile(user=tablet, **{second: FIELDS[second]})
    for stored in (told, User.objects.get(pk=player.pk)):
        assert {name: getattr(stored, name) for name in (first, second)} == {
            name: FIELDS[name] for name in (first, second)
        }


def test_who_was_erased_meanwhile_gets_no_new_name():
    player = create_guest(locale="en")
    erase(User.objects.get(pk=player.pk), timezone.now())
    with pytest.raises(PermissionDenied):
        update_profile(user=player, display_name="Anna")
    assert not User.objects.filter(display_name="Anna").exists()


@pytest.mark.django_db(transaction=True)
def test_one_of_many_gets_a_name_they_all_want_at_once():
    users = [create_guest(locale="en") for _ in range(8)]

    def rename(user):
        try:
            update_profile(user=user, display_name="Anna")
        except NameTaken:
            return "taken"
        return "got it"

    outcomes = at_once(partial(rename, user) for user in users)
    assert sorted(outcomes) == ["got it"] + ["taken"] * 7
    assert User.objects.filter(display_name="Anna").count() == 1
