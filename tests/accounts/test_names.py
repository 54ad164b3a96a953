"""Names that look like others, insult, or pass for the staff."""

import re
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import UUID

import pytest
import time_machine
from rest_framework.test import APIClient

from accounts.denied import is_denied
from accounts.lookalikes import skeleton
from accounts.models import Report, User
from accounts.names import (
    NameDenied,
    NameTaken,
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
    ("Anna", "ᎪNNɑ"),
    ("Anna", "ᴀɴɴᴀ"),
    ("Anna", "Aոոa"),
    ("Olga", "օlցa"),
    ("Luno", "Lսոo"),
    ("Coco", "Cᴏcσ"),
    ("Woo", "ωoo"),
    ("TOM", "ꓔꓳꓟ"),
    ("Anna 12", "Anna १२"),
    ("Зоя", "3оя"),
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
    "Admin1",
    "007admin",
    "Admin_2",
    "Admins",
    "TheAdmin",
    "PatienceTeam",
    "Support24",
    "Администрация",
    "админ1",
    "Nazi88",
    "сука1",
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
    "Modest1",
    "McArthur",
    "Rooster3",
    "Бляха",
    "2Pac",
    "Agent 007",
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
    update_profile(user=create_guest(locale="en"), display_name="Hope")
    app.start_as_guest()
    taken = app.call("PATCH", "/api/v1/me", {"display_name": "Норе"})
    assert (taken.status_code, taken.json()["code"]) == (409, "name_taken")
    denied = app.call("PATCH", "/api/v1/me", {"display_name": "moderator"})
    assert (denied.status_code, denied.json()["code"]) == (422, "name_not_allowed")
    (error,) = denied.json()["errors"]
    assert (error["pointer"], error["code"]) == ("/display_name", "name_denied")


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
    player, reporter = update_profile(user=nameless(), display_name="Bad Name"), nameless()
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
@pytest.mark.parametrize("dash", "-\u2010\u2011\u2012\u2013\u2014\u2212\u02d7\u2043\ufe63\uff0d")
def test_no_dash_makes_a_name_pass_for_another(dash: str) -> None:
    with pytest.raises(NameDenied):
        update_profile(user=nameless(), display_name=f"Player{dash}2F8K")
    update_profile(user=nameless(), display_name="Anna-Maria")
    with pytest.raises(NameTaken):
        update_profile(user=nameless(), display_name=f"Anna{dash}Maria")


def test_pairs_of_letters_make_no_name_like_those_that_are_given() -> None:
    like = {"W": ("VV", "vv", "W"), "VV": ("W", "VV"), "RN": ("m", "M", "RN", "rn"), "M": ("rn",)}
    for letters, spellings in like.items():
        for spelling in spellings:
            for rest in ("2F8K", "RNVV", "WMWM"):
                given = (letters + rest)[:4]
                with pytest.raises(NameDenied):
                    normalise_name("Player-" + spelling + given[len(letters) :])


@pytest.mark.django_db
@pytest.mark.parametrize("name", ["Player", "Player-One", "Player-1", "Playera2F8K", "The Player"])
def test_other_players_may_be_called_so(name: str) -> None:
    assert update_profile(user=nameless(), display_name=name).display_name == name


@pytest.mark.django_db
def test_a_name_is_changed_once_in_thirty_days(app: App) -> None:
    app.start_as_guest()
    now = datetime(2026, 11, 29, 9, tzinfo=UTC)
    with time_machine.travel(now, tick=False) as clock:
        # The first one is chosen, and a slip of the hand can be mended at once.
        for name in ("Hppe", "Hope"):
            assert rename(app, name).status_code == 200
        refused = rename(app, "Faith")
        assert (refused.status_code, refused.json()["code"]) == (422, "name_not_allowed")
        (error,) = refused.json()["errors"]
        assert (error["pointer"], error["code"]) == ("/display_name", "renamed_lately")
        assert rename(app, "Hope").status_code == 200  # That is no change.
        assert app.me()["display_name"] == "Hope"
        clock.shift(timedelta(days=30, seconds=-1))
        assert rename(app, "Faith").status_code == 422
        clock.shift(timedelta(seconds=1))
        assert rename(app, "Faith").status_code == 200
        assert rename(app, "Hope").status_code == 422


def rename(app: App, name: str) -> Any:
    return app.call("PATCH", "/api/v1/me", {"display_name": name})


@pytest.mark.django_db
def test_who_lost_a_name_chooses_another_at_once(app: App) -> None:
    player = User.objects.get(pk=app.start_as_guest())
    for name in ("Good Name", "Bad Name"):
        assert rename(app, name).status_code == 200
    Report.objects.create(reporter=nameless(), about=player, kind="name", name="Bad Name")
    take_name_away(Report.objects.all())
    assert rename(app, "Better Name").status_code == 200
