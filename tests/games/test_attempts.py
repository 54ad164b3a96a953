"""The one attempt that a player has at a daily: its clock, its rank, its end, and its cards."""

from datetime import UTC, date, datetime, timedelta
from typing import Any

import pytest

from games.models import Attempt, Daily, Game
from games.selectors import ranked_proofs
from games.services.daily import lay_dailies
from games.services.play import end_overdue
from tests.games.conftest import Player, code, line_of, pointers, random_cards, stored
from tests.games.test_dailies import ATTEMPT, BOARD_CLOSES, DAY, MORNING, attempt, clock, the_daily

__all__ = ["clock"]

DAY_CLOSES = datetime(2026, 11, 30, 12, tzinfo=UTC)
INSTANT = timedelta(milliseconds=1)


def mine(player: Player, day: date = DAY) -> Any:
    """What the day's document tells of the player's attempt."""
    return the_daily(player, day)["my_attempt"]


class TestAttempt:
    def test_it_is_a_counted_game_in_no_slot(self, player: Player) -> None:
        casual = player.start("medium")
        lay_dailies(MORNING)
        announced = the_daily(player)["commitment"]
        answer = player.put(ATTEMPT)
        game = answer.json()
        assert answer.status_code == 201
        assert answer["Location"].endswith(f"/api/v1/games/{game['id']}")
        assert (game["mode"], game["level"], game["status"]) == ("daily", "medium", "active")
        assert game["deal"]["commitment"] == announced
        assert game["expires_at"] == "2026-11-30T12:00:00.000Z"
        assert player.get(f"/games/{casual['id']}").json()["status"] == "active"
        player.start("hard", abandon_active=True)
        assert player.get(f"/games/{game['id']}").json()["status"] == "active"

    def test_the_deal_is_the_same_for_all(self, player: Player, other: Player) -> None:
        assert attempt(player)["piles"] == attempt(other)["piles"]

    def test_r02_the_same_attempt_comes_back_with_its_running_clock(
        self, player: Player, clock: Any
    ) -> None:
        game = attempt(player)
        player.play(game, "1a")
        elsewhere = player.new_client()
        for passed in (1, 61, 3661):
            clock.move_to(MORNING + timedelta(seconds=passed))
            answer = elsewhere.put(f"/api/v1{ATTEMPT}")
            again = answer.json()
            assert (answer.status_code, again["id"], again["version"]) == (200, game["id"], 1)
            assert again["clock"]["elapsed_ms"] == passed * 1000
            assert again["clock"]["running"]
        assert Game.objects.count() == Attempt.objects.count() == 1

    def test_a_finished_attempt_is_no_second_one(self, player: Player) -> None:
        game = attempt(player)
        player.post(f"/games/{game['id']}/resign")
        again = player.put(ATTEMPT)
        assert (again.status_code, again.json()["id"]) == (200, game["id"])
        assert again.json()["status"] == "lost"

    def test_a_pause_covers_the_cards_and_does_not_stop_the_clock(
        self, player: Player, clock: Any
    ) -> None:
        game = player.play(attempt(player), "p")
        assert game["paused"]
        assert not any("cards" in pile for pile in game["piles"])
        clock.shift(600)
        game = player.play(game, "r")
        assert game["clock"]["elapsed_ms"] == 600_000

    def test_the_request_has_no_body(self, player: Player) -> None:
        answer = player.put(ATTEMPT, {"score": 9999})
        assert (answer.status_code, pointers(answer)) == (422, {"/score"})
        assert not Attempt.objects.exists()

    @pytest.mark.parametrize("variant", ["chess", "good_measure", "x" * 300])
    def test_a_variant_without_a_daily_is_not_found(self, player: Player, variant: str) -> None:
        assert code(player.put(f"/dailies/{DAY}/{variant}/attempt")) == "not_found"

    def test_r21_a_day_is_open_from_its_first_instant_to_its_last(
        self, player: Player, other: Player, clock: Any
    ) -> None:
        lay_dailies(MORNING)
        clock.move_to(datetime(2026, 11, 29, tzinfo=UTC) - INSTANT)
        assert code(player.put(ATTEMPT)) == "not_found"
        assert the_daily(player)["status"] == "announced"
        clock.shift(INSTANT)
        assert (player.put(ATTEMPT).status_code, mine(player)["ranked"]) == (201, True)
        clock.move_to(DAY_CLOSES - INSTANT)
        assert other.put(ATTEMPT).status_code == 201
        assert player.put(ATTEMPT).status_code == 200
        clock.shift(INSTANT)
        answer = player.put(ATTEMPT)
        assert (answer.status_code, code(answer)) == (410, "daily_closed")
        assert answer.json()["deal"] == {"id": str(Daily.objects.get(date=DAY).proof.deal_id)}
        assert the_daily(player)["status"] == "closed"

    def test_an_id_of_an_attempt_is_no_id_of_a_new_game(self, player: Player) -> None:
        game = attempt(player)
        body = {"variant": "bakers_game", "level": "medium", "id": game["id"]}
        assert code(player.post("/games", body)) == "id_reused"


class TestRanked:
    def test_a_win_within_the_day_is(self, player: Player, clock: Any) -> None:
        game = attempt(player)
        assert mine(player) == {
            "game_id": game["id"],
            "status": "active",
            "revealed_at": "2026-11-29T09:00:00.000Z",
            "ranked": True,
            "unranked_reason": None,
            "streak_eligible": True,
            "streak_ineligible_reason": None,
        }
        clock.move_to(BOARD_CLOSES - INSTANT)
        assert player.play(game, *line_of(game))["status"] == "won"
        clock.move_to(DAY_CLOSES + timedelta(days=40))
        assert (mine(player)["ranked"], mine(player)["streak_eligible"]) == (True, True)

    def test_a_win_after_the_board_has_closed_counts_for_streak_and_statistics(
        self, player: Player, clock: Any
    ) -> None:
        game = attempt(player)
        clock.move_to(BOARD_CLOSES)
        assert mine(player)["unranked_reason"] == "board_closed"
        clock.move_to(DAY_CLOSES - INSTANT)
        assert player.play(game, *line_of(game))["status"] == "won"
        assert (mine(player)["ranked"], mine(player)["streak_eligible"]) == (False, True)
        assert (player.stats("medium")["won"], player.stats("medium")["lost"]) == (1, 0)

    def test_an_attempt_opened_after_it_is_not(self, player: Player, clock: Any) -> None:
        lay_dailies(MORNING)
        clock.move_to(BOARD_CLOSES)
        game = attempt(player)
        assert mine(player)["unranked_reason"] == "opened_late"
        player.play(game, *line_of(game))
        assert (mine(player)["ranked"], mine(player)["streak_eligible"]) == (False, True)

    def test_an_assisted_one_is_not(self, player: Player) -> None:
        game = attempt(player)
        Game.objects.update(assisted=True)
        player.play(game, *line_of(game))
        assert mine(player)["unranked_reason"] == "assisted"

    def test_a_resigned_one_is_not(self, player: Player) -> None:
        player.post(f"/games/{attempt(player)['id']}/resign")
        told = mine(player)
        assert (told["status"], told["unranked_reason"]) == ("lost", "lost")
        assert not told["streak_eligible"]
        assert told["streak_ineligible_reason"] == "lost"

    def test_one_that_was_left_where_only_auto_finish_was_missing_is_won_but_not(
        self, player: Player, clock: Any
    ) -> None:
        game = attempt(player)
        for move in line_of(game):
            game = player.play(game, move)
            if game["auto_finish"]:
                break
        clock.shift(5)
        assert player.post(f"/games/{game['id']}/resign").json()["status"] == "won"
        assert (mine(player)["unranked_reason"], mine(player)["streak_eligible"]) == ("left", True)

    def test_a_casual_game_is_not(self, player: Player) -> None:
        assert stored(player.start()).unranked_reason(MORNING) == "no_daily"


class TestClosing:
    def test_nothing_is_played_after_the_day_however_late_the_sweep_is(
        self, player: Player, clock: Any
    ) -> None:
        game = player.play(attempt(player), "1a")
        clock.move_to(DAY_CLOSES)
        assert mine(player)["streak_eligible"] is False
        assert mine(player)["streak_ineligible_reason"] == "closed"
        answer = player.send(game, "z")
        assert (answer.status_code, code(answer)) == (409, "game_finished")
        row = stored(game)
        assert (row.status, row.reason, row.finished_at) == ("lost", "daily_closed", DAY_CLOSES)
        assert player.send(game, "1a", version=0).status_code == 200
        assert player.stats("medium")["lost"] == 1
        (result,) = player.get("/me/results").json()["items"]
        assert result["time_ms"] == 27 * 3600 * 1000

    def test_it_cannot_be_resigned_either(self, player: Player, clock: Any) -> None:
        game = attempt(player)
        clock.move_to(DAY_CLOSES)
        assert code(player.post(f"/games/{game['id']}/resign")) == "game_finished"
        assert stored(game).reason == "daily_closed"

    def test_r04_an_attempt_is_ended_once(self, player: Player, clock: Any) -> None:
        row = stored(attempt(player))
        clock.move_to(DAY_CLOSES)
        again = Game.objects.select_related("deal").get()
        assert (end_overdue(row), end_overdue(again)) == (True, False)
        assert player.stats("medium")["lost"] == 1


class TestPractice:
    def practise(self, player: Player, deal_id: str) -> Any:
        deal = {"id": deal_id}
        return player.post("/games", {"variant": "bakers_game", "level": "hard", "deal": deal})

    def test_the_deal_of_an_open_board_is_for_its_attempt_alone(
        self, player: Player, other: Player, clock: Any
    ) -> None:
        game = attempt(player)
        player.post(f"/games/{game['id']}/resign")
        answer = self.practise(player, game["deal"]["id"])
        assert (answer.status_code, code(answer)) == (403, "deal_in_play")
        assert pointers(answer) == {"/deal/id"}
        assert code(self.practise(other, game["deal"]["id"])) == "not_found"
        clock.move_to(BOARD_CLOSES)
        assert the_daily(other)["deal_id"] == game["deal"]["id"]
        for anybody in (player, other):
            practice = self.practise(anybody, game["deal"]["id"]).json()
            assert (practice["mode"], practice["deal"]) == ("practice", game["deal"])

    def test_who_is_still_at_it_does_not_practise_it(self, player: Player, clock: Any) -> None:
        game = attempt(player)
        clock.move_to(BOARD_CLOSES)
        assert code(self.practise(player, game["deal"]["id"])) == "deal_in_play"
        clock.move_to(DAY_CLOSES)
        assert self.practise(player, game["deal"]["id"]).status_code == 201

    def test_a_daily_to_come_is_no_deal_of_anybody(self, player: Player) -> None:
        lay_dailies(MORNING)
        for daily in Daily.objects.filter(date__gt=DAY):
            assert code(self.practise(player, str(daily.proof.deal_id))) == "not_found"

    def test_its_cards_are_known_to_whoever_refuses_help(self, clock: Any) -> None:
        lay_dailies(MORNING)
        deck = Daily.objects.get(date=DAY).proof.deck
        for now in (MORNING - timedelta(days=9), MORNING, BOARD_CLOSES - INSTANT):
            assert deck in ranked_proofs(deck=deck, now=now).values_list("deck", flat=True)
        later = ranked_proofs(deck=deck, now=BOARD_CLOSES).values_list("deck", flat=True)
        assert deck not in later
        other = "".join(random_cards())
        assert {proof.daily.date for proof in ranked_proofs(deck=other, now=MORNING)} == {DAY}
