"""Names that look like others, insult, or pass for the staff."""

import pytest

from accounts.denied import is_denied
from accounts.lookalikes import skeleton
from accounts.names import NameDenied, name_key, normalise_name
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
