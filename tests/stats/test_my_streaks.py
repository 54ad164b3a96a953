"""R21 over HTTP: `GET /api/v1/me/streaks`."""

import pytest
import time_machine

from stats.days import opens_at

from .conftest import record
from .test_r21_streaks import DAY, INSTANT, D, at


class TestMyStreaks:
    @pytest.fixture(autouse=True)
    def clock(self, db):
        with time_machine.travel(at("2026-11-30T11:59:59.999"), tick=False) as traveller:
            yield traveller

    def streak(self, api, variant="bakers_game"):
        answer = api.get("/api/v1/me/streaks")
        assert answer.status_code == 200
        return next(each for each in answer.json()["dailies"] if each["variant"] == variant)

    def test_before_anything_was_played(self, api):
        told = api.get("/api/v1/me/streaks").json()
        assert told["wins"] == []
        assert {each["variant"] for each in told["dailies"]} >= {"bakers_game"}
        assert {(each["current"], each["best"]) for each in told["dailies"]} == {(0, 0)}

    def test_days_with_their_states(self, api, player, clock):
        for day in (D - 3 * DAY, D - DAY):
            record(player, daily=day, finished_at=opens_at(day))
        record(player, daily=D - 2 * DAY, won=False, finished_at=opens_at(D))
        told = self.streak(api)
        assert (told["current"], told["best"]) == (1, 1)
        states = [(day["date"], day["status"]) for day in told["days"][:6]]
        assert states == [
            ("2026-11-30", "open"),
            ("2026-11-29", "open"),
            ("2026-11-28", "won"),
            ("2026-11-27", "lost"),
            ("2026-11-26", "won"),
            ("2026-11-25", "missed"),
        ]
        assert told["days"][1] == {
            "date": "2026-11-29",
            "status": "open",
            "ranked_until": "2026-11-30T00:00:00.000Z",
            "streak_until": "2026-11-30T12:00:00.000Z",
            "streak_eligible": True,
            "streak_ineligible_reason": None,
        }
        clock.shift(INSTANT)
        told = self.streak(api)
        assert (told["current"], told["best"]) == (0, 1)
        assert told["days"][1]["streak_ineligible_reason"] == "missed"
        assert self.streak(api, "baroness")["best"] == 0

    def test_streaks_of_wins_by_level(self, api, player):
        for won in (True, False, True, True):
            record(player, won=won, level="hard")
        record(player, assisted=True, level="hard")
        assert api.get("/api/v1/me/streaks").json()["wins"] == [
            {"variant": "bakers_game", "level": "hard", "current": 2, "best": 2}
        ]

    def test_r31_two_statements_and_304(self, api, player, django_assert_num_queries, clock):
        for back in range(40):
            record(player, daily=D - back * DAY, finished_at=opens_at(D - back * DAY))
        with django_assert_num_queries(3):  # and one for the token
            answer = api.get("/api/v1/me/streaks")
        tag = answer["ETag"]
        clock.shift(-1)
        assert api.get("/api/v1/me/streaks", HTTP_IF_NONE_MATCH=tag).status_code == 304

    def test_it_needs_a_player_and_no_query(self, api, anonymous):
        assert anonymous.get("/api/v1/me/streaks").status_code == 401
        assert api.get("/api/v1/me/streaks?x=1").status_code == 422
