"""A guest that becomes a full account in the middle of a game keeps everything."""

from datetime import UTC, datetime

import pytest
import time_machine

from tests.accounts.conftest import PASSWORD, App, last_code
from tests.games.by_hand import own_lines
from tests.games.conftest import line_of, stock_up


@pytest.mark.django_db
def test_a_guest_keeps_games_statistics_and_streak() -> None:
    stock_up(3)
    app = App()
    player = app.start_as_guest()
    easy = {"variant": "bakers_game", "level": "easy"}
    won = app.call("POST", "/api/v1/games", easy).json()
    with time_machine.travel(datetime.now(UTC), tick=False) as clock:
        *line, last = next(own_lines(won))
        for base_version, move in enumerate(line):
            clock.shift(1)
            ops = {"base_version": base_version, "ops": [move]}
            app.call("POST", f"/api/v1/games/{won['id']}/ops", ops)
        ops = {"base_version": len(line), "ops": [last]}
        finished = app.call("POST", f"/api/v1/games/{won['id']}/ops", ops).json()
        assert finished["status"] == "won"
    open_game = app.call("POST", "/api/v1/games", easy).json()
    move = {"base_version": 0, "ops": line_of(open_game)[:1]}
    app.call("POST", f"/api/v1/games/{open_game['id']}/ops", move)
    board = "/api/v1/leaderboards/best_score:bakers_game:easy"
    row = app.call("GET", f"{board}/me").json()["entry"]
    assert (row["rank"], row["unlisted_reason"]) == (1, "guest")
    before = [
        app.call("GET", f"/api/v1/{path}").json()["items"]
        for path in ("me/stats", "me/results", "games?status=won")
    ]

    app.auth("POST", "account/email", {"email": "anna@example.org"})
    app.auth("POST", "auth/email/verify", {"key": last_code()})
    app.auth("POST", "account/password/change", {"new_password": PASSWORD})
    phone = App()
    phone.auth("POST", "auth/login", {"email": "anna@example.org", "password": PASSWORD})

    for client in (app, phone):
        assert (client.me()["id"], client.me()["is_guest"]) == (player, False)
        after = [
            client.call("GET", f"/api/v1/{path}").json()["items"]
            for path in ("me/stats", "me/results", "games?status=won")
        ]
        assert after == before
    assert before[0][0]["current_streak"] == 1
    row = phone.call("GET", f"{board}/me").json()["entry"]
    assert (row["is_listed"], row["game_id"]) == (True, won["id"])
    assert phone.call("GET", board).json()["size"] == 1
    rest = {"base_version": 1, "ops": line_of(open_game)[1:]}
    finished = phone.call("POST", f"/api/v1/games/{open_game['id']}/ops", rest).json()
    assert (finished["status"], finished["mode"]) == ("won", "casual")
    assert app.call("GET", "/api/v1/me/stats").json()["items"][0]["current_streak"] == 2
