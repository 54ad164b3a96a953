"""Names that look like others, insult, or pass for the staff; and reports of them."""

import re
from collections.abc import Callable
from typing import Any
from uuid import UUID

import pytest
from django.test import Client
from django.urls import reverse
from rest_framework.test import APIClient

from accounts.denied import is_denied
from accounts.lookalikes import skeleton
from accounts.models import Report, User
from accounts.names import (
    NameDenied,
    name_key,
    normalise_name,
    public_name,
    public_player,
)
from accounts.reports import take_name_away
from accounts.services import create_guest, update_profile
from tests.accounts.conftest import App

LOOK_ALIKE = [
    ("Anna", "Аnnа"),  # Cyrillic capital and small A.
    ("Hope", "Норе"),
    ("COMET", "СОМЕТ"),
    ("Ivan", "lvan"),
    ("Ivan", "1van"),
    ("Olga", "0lga"),
    ("Barnaby", "Bamaby"),
    ("Vivian", "Viviаn"),
    ("Ρετρα", "Petpa"),
    ("Joël", "Jоёl"),
]
DIFFERENT = [("Anna", "Ann"), ("René", "Rene"), ("Юрий", "Юрии"), ("Maria", "Mario")]
DENIED = [
    "admin",
    "Admin",
    "АДМИН",
    "аdmin",
    "4dm1n",
    "a.d.m.i.n",
    "Модератор",
    "Modérateur",
    "moderateur",
    "The Support",
    "F u c k",
    "fUcK1ng",
    "ХУЙ",
    "xyй",
    "пизд3ц",
    "Sаlоpe",
    "PUTAIN!",
    "Enculé",
    "A pute",
]
ALLOWED = [
    "Badminton",
    "Scunthorpe",
    "Modest",
    "Députée",
    "Unique",
    "Хлебать",
    "Анна К",
    "Pedestal",
    "Essex",
    "Жидкость",
    "Rootbeer",
    "Computer",
    "Patient Zero",
    "Нахимов",
]


@pytest.mark.parametrize(("one", "other"), LOOK_ALIKE)
def test_names_that_look_alike_are_the_same(one: str, other: str) -> None:
    assert one != other
    assert name_key(one) == name_key(other)


@pytest.mark.parametrize(("one", "other"), DIFFERENT)
def test_names_that_differ_are_not(one: str, other: str) -> None:
    assert name_key(one) != name_key(other)


def test_a_skeleton_is_its_own() -> None:
    for text in ("vvv", "rrn", "ivі|1", "аβγ", "ї", "й"):
        assert skeleton(skeleton(text)) == skeleton(text)


@pytest.mark.parametrize("name", DENIED)
def test_denied_names(name: str) -> None:
    with pytest.raises(NameDenied):
        normalise_name(name)


@pytest.mark.parametrize("name", ALLOWED)
def test_good_words_with_bad_ones_in_them(name: str) -> None:
    assert not is_denied(name)
    assert normalise_name(name)


@pytest.mark.django_db
def test_over_http_names_are_refused_with_the_reason(app: App) -> None:
    create_named("Hope")
    app.start_as_guest()
    taken = app.call("PATCH", "/api/v1/me", {"display_name": "Норе"})
    assert (taken.status_code, taken.json()["code"]) == (409, "name_taken")
    denied = app.call("PATCH", "/api/v1/me", {"display_name": "moderator"})
    assert (denied.status_code, denied.json()["code"]) == (422, "name_not_allowed")
    (error,) = denied.json()["errors"]
    assert (error["pointer"], error["code"]) == ("/display_name", "name_denied")


def create_named(name: str) -> User:
    return update_profile(user=create_guest(locale="en"), display_name=name)


def report(app: App, user: User, **more: Any) -> Any:
    return app.call("POST", "/api/v1/reports", {"kind": "name", "user_id": str(user.pk), **more})


@pytest.mark.django_db
def test_a_report_is_kept_once(app: App) -> None:
    user = create_named("Hope")
    app.start_as_guest()
    for _ in range(2):
        answer = report(app, user, text="Not nice.")
        assert answer.status_code == 202
        assert answer.json() == {
            "kind": "name",
            "user_id": str(user.pk),
            "game_id": None,
            "text": "Not nice.",
        }
    kept = Report.objects.get()
    assert (kept.name, kept.text, kept.about) == ("Hope", "Not nice.", user)
    report(app, user, kind="result", game_id=str(user.pk))
    assert Report.objects.count() == 2


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("change", "status", "pointer"),
    [
        ({"kind": "face"}, 422, "/kind"),
        ({"user_id": "7b1f6f0e-1111-4222-8333-444455556666"}, 404, "/user_id"),
        ({"user_id": "me"}, 422, "/user_id"),
        ({"text": "x" * 501}, 422, "/text"),
        ({"more": 1}, 422, "/more"),
    ],
)
def test_a_wrong_report_is_refused(app: App, change: Any, status: int, pointer: str) -> None:
    app.start_as_guest()
    answer = report(app, create_named("Hope"), **change)
    assert answer.status_code == status
    assert answer.json()["errors"][0]["pointer"] == pointer
    assert not Report.objects.exists()


@pytest.mark.django_db
def test_the_staff_takes_a_name_away(app: App) -> None:
    user = create_named("Hope")
    app.start_as_guest()
    report(app, user)
    chief = User.objects.create_superuser(email="staff@example.org", password="a long one 1")
    staff = Client()
    staff.force_login(chief, backend="allauth.account.auth_backends.AuthenticationBackend")
    place = reverse("admin:accounts_report_changelist")
    assert b"Hope" in staff.get(place).content
    body = {"action": "take_names_away", "_selected_action": [Report.objects.get().pk]}
    assert staff.post(place, body).status_code == 302
    user.refresh_from_db()
    assert (user.display_name, user.name_key) == ("", None)
    assert Report.objects.get().decided_at
    assert Report.objects.get().name == "Hope"


@pytest.mark.django_db
def test_who_may_only_look_decides_nothing(app: App) -> None:
    user = create_named("Hope")
    app.start_as_guest()
    report(app, user)
    clerk = User.objects.create_user(email="c@example.org", password="a long one 1", is_staff=True)
    staff = Client()
    staff.force_login(clerk, backend="allauth.account.auth_backends.AuthenticationBackend")
    body = {"action": "take_names_away", "_selected_action": [Report.objects.get().pk]}
    staff.post(reverse("admin:accounts_report_changelist"), body)
    user.refresh_from_db()
    assert user.display_name == "Hope"


@pytest.mark.django_db
def test_r28_nothing_of_a_report_stays_of_who_is_erased(app: App) -> None:
    from django.utils import timezone

    from accounts.erasure import erase

    user = create_named("Hope")
    writer = User.objects.get(pk=app.start_as_guest())
    report(app, user, text="My brother Tom knows.")
    erase(writer, timezone.now())
    assert Report.objects.get().text == ""
    erase(user, timezone.now())
    assert Report.objects.get().name == ""


def nameless(**fields: Any) -> User:
    return User.objects.create_guest(**fields)


def test_who_has_no_name_is_shown_by_one_that_stays_and_tells_nothing() -> None:
    players = [User(pk=UUID(int=number)) for number in range(2000)]
    names = [public_name(player) for player in players]
    assert names == [public_name(player) for player in players]
    assert all(re.fullmatch("Player-[2689BCDFGHJKMNPQRSTVWXZ]{4}", name) for name in names)
    assert not any(is_denied(name) for name in names)
    # Spread over all there are, whatever the ids look like.
    assert len(set(names)) > 1980
    assert {letter for name in names for letter in name[7:]} == set("2689BCDFGHJKMNPQRSTVWXZ")


@pytest.mark.django_db
def test_a_name_that_was_taken_away_is_replaced_for_others_and_not_for_its_player(
    client_for: Callable[[User], APIClient],
) -> None:
    player, reporter = nameless(display_name="Bad Name", name_key="badname"), nameless()
    assert public_player(player) == {"id": str(player.pk), "display_name": "Bad Name"}
    Report.objects.create(reporter=reporter, about=player, kind="name", name="Bad Name")
    take_name_away(Report.objects.all())
    player.refresh_from_db()
    shown = public_name(player)
    assert shown.startswith("Player-")
    seen = client_for(reporter).get(f"/api/v1/users/{player.pk}/stats").json()["user"]
    assert seen["display_name"] == shown
    assert client_for(player).get("/api/v1/me").json()["display_name"] == ""


@pytest.mark.django_db
@pytest.mark.parametrize(
    "name",
    ["Player-2F8K", "player-2f8k", "PLAYER-ZZZZ", "P1ayer-7F3K", "Рlауеr-2F8K", "Player-ab12"],
)
def test_nobody_can_choose_a_name_like_those_that_are_given(name: str) -> None:
    with pytest.raises(NameDenied):
        update_profile(user=nameless(), display_name=name)


@pytest.mark.django_db
@pytest.mark.parametrize("name", ["Player", "Player-One", "Player-1", "Playera2F8K", "The Player"])
def test_other_players_may_be_called_so(name: str) -> None:
    assert update_profile(user=nameless(), display_name=name).display_name == name
