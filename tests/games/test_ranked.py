"""Which games come on which boards, played over HTTP from their deal to their end."""

from datetime import timedelta
from typing import Any

import pytest
import time_machine

from games.models import Game
from games.services.daily import lay_dailies
from stats.models import BoardEntry, GameResult
from tests.games.by_hand import confirm, full, own_lines, win_by_hand
from tests.games.conftest import Player, line_of
from tests.games.test_dailies import BOARD_CLOSES, DAY, MORNING, attempt

BOARD = f"/leaderboards/daily:{DAY}:bakers_game"
EASY = "/leaderboards/best_score:bakers_game:easy"
MEDIUM = "/leaderboards/best_time:bakers_game:medium"


@pytest.fixture(autouse=True)
def clock(spares: None, stock: None) -> Any:
    """A clock that stands until it is moved."""
    with time_machine.travel(MORNING, tick=False) as traveller:
        yield traveller


@pytest.fixture
def me() -> Player:
    return full()


def shown(player: Player, path: str) -> list[Any]:
    return [
        (row["rank"], row["player"]["id"], row["score"]) for row in player.get(path).json()["items"]
    ]


def win_easy(player: Player, clock: Any, seconds: int = 90, nth: int = 0) -> dict[str, Any]:
    """An easy game won by hand."""
    game = player.start("easy")
    return win_by_hand(player, game, list(own_lines(game))[nth], clock, seconds)


class TestDaily:
    def test_two_accounts_and_a_guest_play_one_daily_and_see_one_board(self, clock: Any) -> None:
        anna, boris, guest = full(), full(), Player()
        games = {}
        for player, nth, seconds in ((anna, 0, 90), (boris, 1, 90), (guest, 2, 80)):
            game = attempt(player)
            line = list(own_lines(game))[nth]
            games[player] = win_by_hand(player, game, line, clock, seconds)
        tied = games[anna]["score"]["total"]
        assert games[boris]["score"]["total"] == tied < games[guest]["score"]["total"]
        board = [(1, str(anna.user.pk), tied), (1, str(boris.user.pk), tied)]
        for player in (anna, boris, guest):
            assert shown(player, BOARD) == board
        place = guest.get(f"{BOARD}/me").json()["entry"]
        assert (place["rank"], place["unlisted_reason"]) == (1, "guest")
        confirm(guest)
        best = games[guest]["score"]["total"]
        ranked = [(1, str(guest.user.pk), best), *[(2, *row[1:]) for row in board]]
        for player in (anna, boris, guest):
            assert shown(player, BOARD) == ranked

    def test_a_win_is_on_the_boards_of_its_level_too(self, me: Player, clock: Any) -> None:
        game = attempt(me)
        win_by_hand(me, game, next(own_lines(game)), clock)
        result = GameResult.objects.get()
        assert (result.daily, result.is_ranked, result.doubts) == (DAY, True, [])
        assert len(shown(me, MEDIUM)) == 1

    def test_a_pause_does_not_keep_it_off_since_its_clock_goes_on(
        self, me: Player, clock: Any
    ) -> None:
        game = me.play(attempt(me), "p")
        clock.shift(600)
        game = me.play(game, "r")
        win_by_hand(me, game, next(own_lines(game)), clock)
        (row,) = me.get(BOARD).json()["items"]
        assert row["time_ms"] == 690_000

    def test_a_late_win_is_on_no_board(self, me: Player, clock: Any) -> None:
        lay_dailies(MORNING)
        clock.move_to(BOARD_CLOSES - timedelta(seconds=89))
        game = attempt(me)
        win_by_hand(me, game, next(own_lines(game)), clock)
        result = GameResult.objects.get()
        assert (result.won, result.daily, result.is_ranked) == (True, DAY, False)
        assert not BoardEntry.objects.exists()

    @pytest.mark.parametrize("assisted", [True, False])
    def test_an_assisted_one_is_on_no_board(self, me: Player, clock: Any, assisted: bool) -> None:
        game = attempt(me)
        Game.objects.update(assisted=assisted)
        win_by_hand(me, game, next(own_lines(game)), clock)
        assert BoardEntry.objects.exists() is not assisted

    def test_a_lost_one_has_its_day_in_the_ledger(self, me: Player) -> None:
        me.post(f"/games/{attempt(me)['id']}/resign")
        result = GameResult.objects.get()
        assert (result.won, result.daily, result.is_ranked) == (False, DAY, False)


class TestBests:
    def test_an_unbroken_win_is(self, me: Player, clock: Any) -> None:
        won = win_easy(me, clock)
        assert shown(me, EASY) == [(1, str(me.user.pk), won["score"]["total"])]
        entries = BoardEntry.objects.values_list("board", "game_id")
        assert len(entries) == 7
        assert {str(game_id) for _, game_id in entries} == {won["id"]}

    @pytest.mark.parametrize("seconds", [0, 0.001, 1])
    def test_one_with_a_pause_is_not(self, me: Player, clock: Any, seconds: float) -> None:
        game = me.start("easy")
        if seconds:
            game = me.play(game, "p")
            clock.shift(seconds)
            game = me.play(game, "r")
        else:
            game = me.play(game, "p", "r")
        win_by_hand(me, game, next(own_lines(game)), clock)
        assert not BoardEntry.objects.exists()

    @pytest.mark.parametrize(("silence", "boards"), [(300, 7), (301, 0)])
    def test_one_with_a_silence_longer_than_counts_is_not(
        self, me: Player, clock: Any, silence: int, boards: int
    ) -> None:
        game = me.start("easy")
        first, *rest = next(own_lines(game))
        clock.shift(silence)
        game = me.play(game, first)
        win_by_hand(me, game, rest, clock)
        assert BoardEntry.objects.count() == boards

    def test_one_of_a_custom_level_is_not(self, me: Player, clock: Any) -> None:
        game = me.start("easy")
        line = next(own_lines(game))
        custom = me.start("custom", custom={"cells": 4}, abandon_active=True)
        Game.objects.filter(pk=custom["id"]).update(deal=game["deal"]["id"])
        win_by_hand(me, custom, line, clock)
        assert GameResult.objects.filter(won=True, is_ranked=False).count() == 1
        assert not BoardEntry.objects.exists()

    def test_practice_is_not(self, me: Player, clock: Any) -> None:
        won = win_easy(me, clock)
        BoardEntry.objects.all().delete()
        again = me.start("easy", deal={"id": won["deal"]["id"]})
        win_by_hand(me, again, next(own_lines(again)), clock)
        assert not BoardEntry.objects.exists()

    def test_one_that_was_left_where_auto_finish_was_missing_is_not(
        self, me: Player, clock: Any
    ) -> None:
        game = me.start("easy")
        for move in next(own_lines(game)):
            clock.shift(1)
            game = me.play(game, move)
            if game["auto_finish"]:
                break
        assert me.post(f"/games/{game['id']}/resign").json()["status"] == "won"
        assert not BoardEntry.objects.exists()

    def test_the_streak_of_the_boards_passes_over_what_they_do_not_take(
        self, me: Player, clock: Any
    ) -> None:
        win_easy(me, clock)
        game = me.play(me.start("easy"), "p")
        clock.shift(1)
        win_by_hand(me, me.play(game, "r"), next(own_lines(game)), clock)
        entry = me.get("/leaderboards/best_streak:bakers_game:easy/me").json()["entry"]
        assert entry["streak"] == 1
        assert me.stats("easy")["best_streak"] == 2


class TestDoubts:
    def pending(self, player: Player, path: str = EASY) -> Any:
        """The player's own row that waits for a review; nobody else sees one."""
        assert shown(player, path) == []
        told = player.get(f"{path}/me").json()
        assert told["entry"] is None
        return told["pending"]

    def test_r22_a_scripted_winner_of_fifteen_seconds_waits_for_a_review(
        self, me: Player, clock: Any
    ) -> None:
        win_easy(me, clock, seconds=15)
        assert GameResult.objects.get().doubts == ["impossible_pace"]
        row = self.pending(me)
        assert (row["rank"], row["unlisted_reason"]) == (1, "pending")

    def test_the_line_that_proves_the_deal(self, me: Player, clock: Any) -> None:
        game = me.start("easy")
        win_by_hand(me, game, line_of(game), clock)
        assert GameResult.objects.get().doubts == ["solver_line"]
        assert self.pending(me)

    def test_that_line_with_detours_and_auto_finish(self, me: Player, clock: Any) -> None:
        game = me.start("easy")
        for move in line_of(game):
            clock.shift(2)
            game = me.play(game, move)
            if game["auto_finish"]:
                break
            if game["can_undo"] and game["version"] < 9:
                game = me.play(game, "z", move)
        game = me.play(game, "x")
        assert game["status"] == "won"
        assert GameResult.objects.get().doubts == ["solver_line"]

    def test_a_line_that_is_on_the_board_already(self, me: Player, clock: Any) -> None:
        first = full()
        game = attempt(first)
        line = next(own_lines(game))
        win_by_hand(first, game, line, clock)
        win_by_hand(me, attempt(me), line, clock, 200)
        theirs, mine = GameResult.objects.order_by("pk")
        assert (theirs.doubts, mine.doubts) == ([], ["known_line"])
        assert [row[1] for row in shown(me, BOARD)] == [str(first.user.pk)]
        assert me.get(f"{BOARD}/me").json()["pending"]["rank"] == 2

    def test_a_held_result_does_not_push_out_the_one_before_it(
        self, me: Player, clock: Any
    ) -> None:
        good = win_easy(me, clock)
        win_easy(me, clock, seconds=10)
        told = me.get(f"{EASY}/me").json()
        assert told["entry"]["score"] == good["score"]["total"] < told["pending"]["score"]
        assert len(shown(me, EASY)) == 1

    def test_the_statistics_have_it_all_the_same(self, me: Player, clock: Any) -> None:
        win_easy(me, clock, seconds=10)
        assert me.stats("easy")["won"] == 1
