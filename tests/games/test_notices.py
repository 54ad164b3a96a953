"""`GET /me/notices`: what a player is told three days before a game is lost, and afterwards."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
import time_machine

from games.services.abandonment import expire_idle_games
from stats.services.reviews import decide
from tests.games.conftest import Player, code, line_of, stock_up
from tests.stats.boards import win

START = datetime(2026, 11, 1, 9, tzinfo=UTC)
WARNED = START + timedelta(days=27)
DUE = START + timedelta(days=30)
INSTANT = timedelta(milliseconds=1)


@pytest.fixture(autouse=True)
def clock() -> Any:
    """A clock that stands until it is moved."""
    with time_machine.travel(START, tick=False) as traveller:
        yield traveller


def notices(player: Player, **extra: Any) -> list[dict[str, Any]]:
    answer = player.get("/me/notices", **extra)
    assert answer.status_code == 200, answer.content
    return answer.json()["items"]


def test_three_days_before_a_game_is_lost_its_player_is_told(player: Player, clock: Any) -> None:
    game = player.start("hard")
    clock.move_to(WARNED - INSTANT)
    assert notices(player) == []
    clock.move_to(WARNED)
    assert notices(player) == [
        {
            "kind": "game_expires",
            "text": "You have not played this game for a long time. Play on, or it will be "
            "counted as lost.",
            "at": "2026-11-28T09:00:00.000Z",
            "game_id": game["id"],
            "variant": "bakers_game",
            "level": "hard",
            "ends_at": "2026-12-01T09:00:00.000Z",
            "reason": None,
        }
    ]


def test_whoever_plays_on_is_told_no_more(player: Player, clock: Any) -> None:
    game = player.start()
    clock.move_to(WARNED)
    player.play(game, "1a")
    assert notices(player) == []
    clock.move_to(WARNED + timedelta(days=27))
    (notice,) = notices(player)
    assert notice["ends_at"] == "2026-12-28T09:00:00.000Z"


def test_afterwards_the_player_is_told_why_it_was_lost(player: Player, clock: Any) -> None:
    game = player.start()
    clock.move_to(DUE + timedelta(hours=2))
    expire_idle_games(DUE + timedelta(hours=2))
    (notice,) = notices(player)
    assert (notice["kind"], notice["game_id"]) == ("game_expired", game["id"])
    assert notice["at"] == notice["ends_at"] == "2026-12-01T09:00:00.000Z"
    clock.move_to(DUE + timedelta(days=30))
    assert notices(player) == []


def test_the_latest_notice_comes_first(player: Player, clock: Any) -> None:
    player.start("hard")
    clock.move_to(DUE)
    expire_idle_games(DUE)
    clock.shift(3600)
    player.start("medium")
    clock.shift(27 * 86400)
    assert [notice["kind"] for notice in notices(player)] == ["game_expires", "game_expired"]


def test_practice_costs_nothing_and_gives_no_notice(player: Player, clock: Any) -> None:
    player.start(deal={"scheme": "ms", "number": 1})
    clock.move_to(WARNED)
    assert notices(player) == []
    expire_idle_games(DUE)
    clock.move_to(DUE)
    assert notices(player) == []


def test_a_game_that_will_be_won_is_no_warning(player: Player, clock: Any) -> None:
    stock_up(1)
    game = player.start("easy")
    for move in line_of(game):
        game = player.play(game, move)
        if game["auto_finish"]:
            break
    clock.move_to(WARNED)
    assert notices(player) == []


def test_what_was_decided_in_a_review_is_told_and_an_appeal_instead(
    player: Player, other: Player, clock: Any
) -> None:
    won, _waiting = (win(player.user, doubts=["impossible_pace"], finished_at=START) for _ in "ab")
    assert notices(player) == []
    for accepted, kind, reason in (
        (False, "result_rejected", "A script."),
        (True, "result_accepted", "A video shows it."),
    ):
        clock.shift(60)
        decide(won, accepted=accepted, reason=reason)
        (notice,) = notices(player)
        assert (notice["kind"], notice["reason"]) == (kind, reason)
        assert (notice["game_id"], notice["level"]) == (str(won.game_id), won.level)
        assert notice["ends_at"] == "2026-11-01T09:00:00.000Z"
    assert notices(other) == []
    clock.shift(30 * 86400)
    assert notices(player) == []


def test_nobody_sees_the_notices_of_another(player: Player, other: Player, clock: Any) -> None:
    player.start()
    clock.move_to(WARNED)
    assert len(notices(player)) == 1
    assert notices(other) == []


@pytest.mark.parametrize(("language", "word"), [("ru", "партию"), ("fr", "partie"), ("de", "game")])
def test_they_are_in_the_readers_language(
    player: Player, clock: Any, language: str, word: str
) -> None:
    player.start()
    clock.move_to(WARNED)
    (notice,) = notices(player, HTTP_ACCEPT_LANGUAGE=language)
    assert word in notice["text"]
    assert notice["kind"] == "game_expires"


def test_unknown_parameters_are_refused(player: Player) -> None:
    assert code(player.get("/me/notices?kind=x")) == "validation_failed"
