"""An attempt that only auto-finish is missing in when its day ends: one truth, wherever told."""

from typing import Any

import pytest
import time_machine

from games.services.abandonment import close_dailies
from stats.services.verification import entries_that_differ
from tests.games.conftest import Player, line_of
from tests.games.test_dailies import BOARD_CLOSES, DAY, DAY_CLOSES, MORNING, attempt, the_daily


@pytest.fixture(autouse=True)
def clock(spares: None) -> Any:
    """A clock that stands until it is moved."""
    with time_machine.travel(MORNING, tick=False) as traveller:
        yield traveller


@pytest.mark.parametrize("last_op", [MORNING, BOARD_CLOSES])
@pytest.mark.parametrize("ended_by", ["the sweep", "an op", "resigning", "nobody yet"])
def test_r21_it_is_won_in_time_for_the_streak(
    player: Player, clock: Any, ended_by: str, last_op: Any
) -> None:
    game = attempt(player)
    clock.move_to(last_op)
    for move in line_of(game):
        game = player.play(game, move)
        if game["auto_finish"]:
            break
    clock.move_to(DAY_CLOSES)
    if ended_by == "the sweep":
        assert close_dailies(DAY_CLOSES) == 1
    elif ended_by == "an op":
        assert player.play(game, "x")["status"] == "won"
    elif ended_by == "resigning":
        assert player.post(f"/games/{game['id']}/resign").json()["status"] == "won"
    told = the_daily(player)["my_attempt"]
    assert (told["streak_eligible"], told["streak_ineligible_reason"]) == (True, None)
    if ended_by == "nobody yet":
        return
    assert (told["status"], told["ranked"]) == ("won", False)
    (result,) = player.get("/me/results").json()["items"]
    assert (result["won"], result["daily"], result["is_ranked"]) == (True, str(DAY), False)
    assert result["finished_at"] == last_op.isoformat(timespec="milliseconds")[:23] + "Z"
    streaks = player.get("/me/streaks").json()["dailies"]
    streak = next(each for each in streaks if each["variant"] == "bakers_game")
    day = next(each for each in streak["days"] if each["date"] == str(DAY))
    assert (day["status"], day["streak_eligible"]) == ("won", True)
    assert (streak["current"], streak["best"]) == (1, 1)
    assert list(entries_that_differ()) == []
