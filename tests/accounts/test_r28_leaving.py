"""R28: deletion deletes, after a week in which it can be taken back; what stays is anonymous."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
import time_machine
from django.apps import apps
from django.contrib.admin.models import ADDITION, LogEntry
from django.contrib.contenttypes.models import ContentType
from django.db import connection
from django.http import HttpResponse

from accounts.erasure import erase_due
from accounts.models import Session, User
from accounts.privacy import all_personal, untagged_fields
from games.models import Game
from games.tasks import erase_players
from stats.models import GameResult, Totals
from tests.accounts.conftest import PASSWORD, App

pytestmark = pytest.mark.django_db

NOW = datetime(2026, 11, 20, 10, tzinfo=UTC)
WEEK = timedelta(days=7)
ADDRESS, NAME = "wanda.leaves@example.org", "Wanda Leaves"


@pytest.fixture
def clock() -> Iterator[Any]:
    with time_machine.travel(NOW, tick=False) as coordinates:
        yield coordinates


def delete(app: App, body: Any = None) -> HttpResponse:
    return app.call("DELETE", "/api/v1/me", body)


def dump() -> str:
    """Every row of every table as text."""
    with connection.cursor() as cursor:
        tables = connection.introspection.table_names(cursor)
        rows: list[str] = []
        for table in tables:
            cursor.execute(f'SELECT t::text FROM "{table}" t')
            rows += [row for (row,) in cursor.fetchall()]
    return "\n".join(rows).lower()


def played(app: App) -> str:
    """A lost game of the player."""
    game = app.call("POST", "/api/v1/games", {"variant": "bakers_game", "level": "hard"}).json()
    app.call("POST", f"/api/v1/games/{game['id']}/resign")
    return str(game["id"])


def test_every_field_is_tagged() -> None:
    assert not list(untagged_fields()), "say what it is in the app's module `personal`"


def test_an_untagged_field_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    totals = next(each for each in all_personal() if each.model == "stats.Totals")
    changed = dict.fromkeys(totals.fields - {"won"})
    monkeypatch.setattr(
        "accounts.privacy._personal",
        {"stats.Totals": replace(totals, kept=frozenset({*changed, "wonn"}))},
    )
    assert {"stats.Totals.won", "stats.Totals.wonn"} <= set(untagged_fields())


def test_what_has_no_owner_holds_no_player() -> None:
    """A model that points at players is one that holds something of them."""
    owned = {each.model for each in all_personal()}
    for model in apps.get_models(include_auto_created=True):
        if model._meta.proxy:  # The same rows as those of the model behind it.
            continue
        points = [each.related_model for each in model._meta.concrete_fields if each.is_relation]
        assert User not in points or model._meta.label in owned, model


def test_an_account_is_deleted_with_its_password_alone(app: App) -> None:
    app.sign_up(ADDRESS)
    for body in (None, {"password": ""}):
        answer = delete(app, body)
        assert answer.status_code == 401
        assert answer.json()["code"] == "reauth_required"
        assert answer.json()["errors"][0]["pointer"] == "/password"
    for wrong in (PASSWORD + " ", " "):
        answer = delete(app, {"password": wrong})
        assert (answer.status_code, answer.json()["code"]) == (422, "validation_failed")
    assert app.me()["deletion_at"] is None
    assert delete(app, {"password": 5}).json()["errors"][0]["pointer"] == "/password"


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "The password is wrong."),
        ("ru", "Пароль неверен."),
        ("fr", "Le mot de passe est incorrect."),
    ],
)
def test_a_wrong_password_is_said_to_be_wrong(app: App, language: str, text: str) -> None:
    app.sign_up(ADDRESS)
    app.language = language
    assert delete(app, {"password": "guess"}).json()["errors"] == [
        {"pointer": "/password", "code": "wrong_password", "detail": text}
    ]


def test_passwords_cannot_be_tried_often(app: App) -> None:
    app.sign_up(ADDRESS)
    answers = [delete(app, {"password": "guess"}).status_code for _ in range(6)]
    assert answers == [422] * 5 + [429]


def test_it_is_done_after_a_week_and_can_be_taken_back(app: App, clock: Any) -> None:
    app.sign_up(ADDRESS)
    answer = delete(app, {"password": PASSWORD})
    assert answer.status_code == 202
    assert answer.json() == {"deletion_at": "2026-11-27T10:00:00.000Z"}
    clock.move_to(NOW + timedelta(days=1))
    assert delete(app, {"password": PASSWORD}).json() == answer.json()
    assert app.me()["deletion_at"] == "2026-11-27T10:00:00.000Z"
    clock.move_to(NOW + WEEK - timedelta(milliseconds=1))
    erase_players()
    assert app.me()["email"] == ADDRESS
    assert app.call("POST", "/api/v1/me/deletion/cancel").status_code == 204
    assert app.call("POST", "/api/v1/me/deletion/cancel").status_code == 204
    clock.move_to(NOW + WEEK * 2)
    erase_players()
    assert app.me()["email"] == ADDRESS


def test_r28_a_dump_has_neither_name_nor_address_any_more(
    app: App, new_app: Callable[..., App], clock: Any
) -> None:
    user_id = app.sign_up(ADDRESS)
    app.call("PATCH", "/api/v1/me", {"display_name": NAME})
    game_id = played(app)
    LogEntry.objects.create(
        user=User.objects.create_superuser(email="staff@example.org", password=PASSWORD),
        content_type=ContentType.objects.get_for_model(User),
        object_id=user_id,
        object_repr=NAME,
        action_flag=ADDITION,
    )
    before = dump()
    assert ADDRESS in before
    assert NAME.lower() in before
    delete(app, {"password": PASSWORD})
    clock.move_to(NOW + WEEK)
    erase_players()
    after = dump()
    for part in (ADDRESS, "wanda"):
        assert part not in after
    assert not Session.objects.exists()
    # What happened in the games stays, of nobody.
    assert Game.objects.get(pk=game_id).player_id == GameResult.objects.get().player_id
    assert Totals.objects.get().lost == 1
    user = User.objects.get(pk=user_id)
    assert user.erased_at == NOW + WEEK
    assert not user.is_active
    assert not user.has_usable_password()
    # Nobody gets in any more, and the address is free.
    assert app.call("GET", "/api/v1/me").status_code == 401
    assert new_app().sign_up(ADDRESS) != user_id


def test_a_guest_is_deleted_by_its_token_alone(app: App, clock: Any) -> None:
    user_id = app.start_as_guest()
    app.call("PATCH", "/api/v1/me", {"display_name": NAME})
    played(app)
    assert delete(app).status_code == 202
    clock.move_to(NOW + WEEK)
    erase_players()
    assert "wanda" not in dump()
    assert User.objects.get(pk=user_id).erased_at
    assert app.call("GET", "/api/v1/me").status_code == 401


def test_a_name_is_free_after_its_player(app: App, new_app: Callable[..., App], clock: Any) -> None:
    app.start_as_guest()
    app.call("PATCH", "/api/v1/me", {"display_name": NAME})
    delete(app)
    heir = new_app()
    clock.move_to(NOW + WEEK)
    heir.start_as_guest()
    assert heir.call("PATCH", "/api/v1/me", {"display_name": NAME}).status_code == 409
    erase_players()
    assert heir.call("PATCH", "/api/v1/me", {"display_name": NAME}).status_code == 200


def test_the_staff_is_not_deleted_like_this(app: App) -> None:
    user_id = app.start_as_guest()
    User.objects.filter(pk=user_id).update(is_staff=True)
    answer = delete(app)
    assert (answer.status_code, answer.json()["code"]) == (403, "permission_denied")


def test_a_round_erases_at_most_so_many(new_app: Callable[..., App], clock: Any) -> None:
    for _ in range(3):
        app = new_app()
        app.start_as_guest()
        delete(app)
    due = NOW + WEEK
    assert [erase_due(due, most=2) for _ in range(3)] == [2, 1, 0]
