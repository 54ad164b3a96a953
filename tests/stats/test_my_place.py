"""Where a player stands on a board, and what is around."""

import pytest
import time_machine

from .boards import NOON, SCORE, board, full_player, win

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def clock():
    with time_machine.travel(NOON, tick=False) as traveller:
        yield traveller


class TestMine:
    def test_it_is_private_and_needs_a_player(self, anonymous, api):
        for part in ("/me", "/around-me"):
            path = f"/api/v1/leaderboards/{SCORE}{part}"
            assert anonymous.get(path).status_code == 401
            assert api.get(path)["Cache-Control"] == "private, no-cache"

    def test_without_a_result_there_is_none(self, api):
        win(full_player())
        told = board(api, SCORE, "/around-me")
        assert (told["entry"], told["pending"], told["items"], told["size"]) == (None, None, [], 1)

    def test_my_rank_and_my_game(self, client_for):
        me = full_player()
        for score in (900, 800, 800):
            win(full_player(), score=score)
        result = win(me, score=800)
        told = board(client_for(me), SCORE, "/me")
        assert (told["entry"]["rank"], told["size"]) == (2, 4)
        assert told["entry"]["game_id"] == str(result.game_id)
        assert (told["entry"]["is_listed"], told["entry"]["unlisted_reason"]) == (True, None)

    @pytest.mark.parametrize("mine", range(1, 8))
    @pytest.mark.parametrize("limit", [1, 2, 3, 5, 11])
    def test_r22_around_me_at_any_place(self, client_for, mine, limit):
        players = [full_player() for _ in range(7)]
        for place, player in enumerate(players, 1):
            win(player, score=1000 - place)
        items = board(client_for(players[mine - 1]), SCORE, "/around-me", limit=limit)["items"]
        places = [row["rank"] for row in items]
        assert len(places) == min(limit, 7)
        assert places == list(range(places[0], places[0] + len(places)))
        assert [row["rank"] for row in items if row["is_me"]] == [mine]
        if limit < 7:
            half = (limit - 1) // 2
            assert places[0] == max(1, min(mine - half, 8 - limit))

    def test_r22_around_me_alone(self, client_for):
        me = full_player()
        win(me)
        (row,) = board(client_for(me), SCORE, "/around-me")["items"]
        assert (row["rank"], row["is_me"]) == (1, True)
