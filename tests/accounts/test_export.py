"""R28: the export is complete, goes on where it broke off, and tells no secret."""

import json
from collections.abc import Callable
from typing import Any

import pytest

from accounts import exporting
from accounts.privacy import all_personal
from games.models import Game
from tests.accounts.conftest import App

pytestmark = pytest.mark.django_db


def lines(app: App, cursor: str | None = None) -> list[dict[str, Any]]:
    answer = app.call("GET", "/api/v1/me/export" + (f"?cursor={cursor}" if cursor else ""))
    assert answer.status_code == 200, answer.content
    assert answer.streaming
    assert answer["Content-Type"] == "application/x-ndjson"
    return [json.loads(line) for line in b"".join(answer.streaming_content).splitlines()]


def played(app: App, count: int) -> list[str]:
    """Resigned games of the player."""
    ids = []
    for _ in range(count):
        body = {"variant": "baroness", "level": "medium"}
        game = app.call("POST", "/api/v1/games", body).json()
        app.call("POST", f"/api/v1/games/{game['id']}/resign")
        ids.append(game["id"])
    return sorted(ids)


def test_r28_the_export_is_complete(app: App) -> None:
    user_id = app.sign_up("anna@example.org")
    app.call("PATCH", "/api/v1/me", {"display_name": "Анна"})
    games = played(app, 3)
    app.call("POST", f"/api/v1/games/{games[0]}/share")
    told = lines(app)
    assert told[-1] == {"kind": "end", "row": {}, "cursor": None}
    for each in all_personal():
        rows = each.rows_of(user_id).count() if each.told else 0
        assert len([line for line in told if line["kind"] == each.kind]) == rows, each.kind
    (user,) = (line["row"] for line in told if line["kind"] == "accounts.User")
    assert (user["email"], user["display_name"]) == ("anna@example.org", "Анна")
    assert user["created_at"].endswith("Z")
    assert [line["row"]["id"] for line in told if line["kind"] == "games.Game"] == games
    assert {"usersessions.UserSession", "games.Share", "stats.Totals"} <= {
        line["kind"] for line in told
    }


def test_from_every_line_the_rest_can_be_had(app: App, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(exporting, "_ROWS", 2)
    app.sign_up("anna@example.org")
    played(app, 5)
    told = lines(app)
    assert len(told) > 12
    for number, line in enumerate(told[:-1], 1):
        rest = lines(app, line["cursor"]) if number % 4 == 0 or number > len(told) - 3 else None
        assert rest is None or rest == told[number:]


def test_it_tells_no_secret_and_nothing_of_others(app: App, new_app: Callable[..., App]) -> None:
    other = new_app()
    other.sign_up("boris@example.org")
    theirs = played(other, 1)[0]
    app.sign_up("anna@example.org")
    game = app.call("POST", "/api/v1/games", {"variant": "baroness", "level": "medium"}).json()
    text = json.dumps(lines(app))
    deal = Game.objects.select_related("deal").get(pk=game["id"]).deal
    for secret in (app.token, deal.deck, deal.salt, "argon2", "boris", theirs):
        assert str(secret) not in text


@pytest.mark.parametrize("cursor", ["nonsense", "a:b", "%00"])
def test_a_cursor_that_is_none_is_refused(app: App, cursor: str) -> None:
    app.start_as_guest()
    answer = app.call("GET", f"/api/v1/me/export?cursor={cursor}")
    assert answer.status_code in {400, 422}
    assert answer["Content-Type"] == "application/problem+json"


def test_anothers_cursor_is_refused(app: App, new_app: Callable[..., App]) -> None:
    app.start_as_guest()
    cursor = lines(app)[0]["cursor"]
    other = new_app()
    other.start_as_guest()
    answer = other.call("GET", f"/api/v1/me/export?cursor={cursor}")
    assert (answer.status_code, answer.json()["code"]) == (400, "cursor_invalid")


def test_only_who_is_signed_in_has_an_export(app: App) -> None:
    assert app.call("GET", "/api/v1/me/export").status_code == 401


@pytest.mark.parametrize(
    ("accept", "kind"),
    [
        ("*/*", "application/x-ndjson"),
        ("application/x-ndjson", "application/x-ndjson"),
        ("text/plain", "text/plain; charset=utf-8"),
        ("application/json", "application/x-ndjson"),
    ],
)
def test_the_lines_are_the_same_under_either_name(app: App, accept: str, kind: str) -> None:
    app.start_as_guest()
    headers = {"Authorization": f"Bearer {app.token}", "Accept": accept}
    answer = app.client.get("/api/v1/me/export", headers=headers)
    assert answer.status_code == 200
    assert answer["Content-Type"] == kind
    told = b"".join(answer.streaming_content)
    assert [line["kind"] for line in map(json.loads, told.splitlines())][-1] == "end"
    wrong = app.client.get("/api/v1/me/export?cursor=x", headers=headers)
    assert wrong.status_code == 400
    assert wrong["Content-Type"] == "application/problem+json"
