"""Reports of players: kept once, decided by the staff, and gone with who is erased."""

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.erasure import erase
from accounts.models import Report, User
from accounts.names import NameDenied
from accounts.reports import take_name_away
from accounts.services import create_guest, update_profile
from tests.accounts.conftest import App


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
    report(app, user, kind="result")
    assert Report.objects.count() == 2


@pytest.mark.django_db
def test_a_report_is_not_multiplied_by_games(app: App, new_app: Callable[..., App]) -> None:
    """Else one player could send as many as there are numbers."""
    winner = new_app()
    user = User.objects.get(pk=winner.start_as_guest())
    game = winner.call("POST", "/api/v1/games", {"variant": "baroness", "level": "medium"}).json()
    app.start_as_guest()
    for kind, game_id, status, code in (
        ("name", game["id"], 422, "name_has_no_game"),
        ("result", game["id"], 404, "not_found"),
        ("result", str(user.pk), 404, "not_found"),
    ):
        answer = report(app, user, kind=kind, game_id=game_id)
        (error,) = answer.json()["errors"]
        assert (answer.status_code, error["pointer"], error["code"]) == (status, "/game_id", code)
    assert not Report.objects.exists()
    winner.call("POST", f"/api/v1/games/{game['id']}/resign")
    assert report(app, user, kind="result", game_id=game["id"]).status_code == 202
    # Of one player's result another one cannot be accused.
    other = create_named("Hope")
    assert report(app, other, kind="result", game_id=game["id"]).status_code == 404


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
def test_a_name_that_was_taken_away_is_not_chosen_again(
    app: App, new_app: Callable[..., App]
) -> None:
    bad = new_app()
    user_id = bad.start_as_guest()
    bad.call("PATCH", "/api/v1/me", {"display_name": "Hope"})
    app.start_as_guest()
    report(app, User.objects.get(pk=user_id))
    assert take_name_away(Report.objects.all()) == 1
    assert bad.me()["display_name"] == ""
    for name in ("Hope", "hope", "Норе"):
        answer = bad.call("PATCH", "/api/v1/me", {"display_name": name})
        assert (answer.status_code, answer.json()["errors"][0]["code"]) == (422, "name_denied")
    assert bad.call("PATCH", "/api/v1/me", {"display_name": "Good Hope"}).status_code == 200
    # The name was bad for this player; it is free for others.
    assert app.call("PATCH", "/api/v1/me", {"display_name": "Hope"}).status_code == 200


@pytest.mark.django_db
def test_a_name_that_was_left_stays_and_so_does_a_new_one(app: App) -> None:
    app.start_as_guest()
    left, changed = create_named("Hope"), create_named("Bad Hope")
    for user in (left, changed):
        report(app, user)
    Report.objects.filter(about=left).update(decided_at=timezone.now())
    update_profile(user=left, display_name="Other")
    User.objects.filter(pk=left.pk).update(renamed_at=None)  # As after a month.
    assert update_profile(user=left, display_name="Hope").display_name == "Hope"
    update_profile(user=changed, display_name="Good Hope")
    take_name_away(Report.objects.filter(about=changed))
    changed.refresh_from_db()
    assert changed.display_name == "Good Hope"
    with pytest.raises(NameDenied):
        update_profile(user=changed, display_name="Bad Hope")


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
    user = create_named("Hope")
    writer = User.objects.get(pk=app.start_as_guest())
    report(app, user, text="My brother Tom knows.")
    erase(writer, timezone.now())
    assert Report.objects.get().text == ""
    erase(user, timezone.now())
    assert Report.objects.get().name == ""
