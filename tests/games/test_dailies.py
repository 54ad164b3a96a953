"""The dailies over HTTP: what is told of them, and the one attempt that a player has."""

from datetime import UTC, date, datetime, timedelta
from typing import Any

import pytest
import time_machine
from rest_framework.test import APIClient

from games.models import Attempt, Daily, Game, StockDeal
from games.rules import parse_deck
from games.selectors import is_played_ranked
from games.services import daily as service
from games.services.daily import lay_dailies
from games.services.play import end_overdue
from games.services.stock import create_deal
from tests.games.conftest import Player, code, line_of, pointers, random_cards, stock_up, stored

DAY = date(2026, 11, 29)
MORNING = datetime(2026, 11, 29, 9, tzinfo=UTC)
BOARD_CLOSES = datetime(2026, 11, 30, tzinfo=UTC)
DAY_CLOSES = datetime(2026, 11, 30, 12, tzinfo=UTC)
INSTANT = timedelta(milliseconds=1)
ATTEMPT = f"/dailies/{DAY}/bakers_game/attempt"


@pytest.fixture(autouse=True)
def clock(spares: None) -> Any:
    """A clock that stands until it is moved."""
    with time_machine.travel(MORNING, tick=False) as traveller:
        yield traveller


def attempt(player: Player) -> dict[str, Any]:
    """The game of an attempt that must be let in."""
    answer = player.put(ATTEMPT)
    assert answer.status_code in (200, 201), answer.content
    return answer.json()


def mine(player: Player, day: date = DAY) -> Any:
    """What the day's document tells of the player's attempt."""
    return the_daily(player, day)["my_attempt"]


def the_daily(player: Player, day: date = DAY) -> dict[str, Any]:
    (item,) = player.get(f"/dailies/{day}").json()["items"]
    return item


class TestTold:
    def test_a_daily_is_as_the_design_has_it(self, player: Player) -> None:
        lay_dailies(MORNING)
        answer = player.get(f"/dailies/{DAY}").json()
        daily = Daily.objects.get(date=DAY)
        assert answer == {
            "server_time": "2026-11-29T09:00:00.000Z",
            "items": [
                {
                    "date": "2026-11-29",
                    "variant": "bakers_game",
                    "level": "medium",
                    "rules": "bakers-game-4-cells-1",
                    "opens_at": "2026-11-29T00:00:00.000Z",
                    "ranked_until": "2026-11-30T00:00:00.000Z",
                    "streak_until": "2026-11-30T12:00:00.000Z",
                    "status": "open",
                    "commitment": daily.proof.deal.commitment,
                    "deal_id": None,
                    "my_attempt": None,
                    "recommended": True,
                    "players": 0,
                }
            ],
        }

    def test_all_that_is_announced_is_in_one_list(self, player: Player) -> None:
        lay_dailies(MORNING)
        items = player.get("/dailies").json()["items"]
        assert [item["date"] for item in items] == ["2026-11-29", "2026-11-30", "2026-12-01"]
        assert [item["status"] for item in items] == ["open", "announced", "announced"]
        promised = [daily.proof.deal.commitment for daily in Daily.objects.order_by("date")]
        assert [item["commitment"] for item in items] == promised

    def test_a_month_is_listed(self, player: Player) -> None:
        lay_dailies(MORNING)
        for month, days in (("2026-11", 2), ("2026-12", 1), ("2027-02", 0), ("9999-12", 0)):
            items = player.get(f"/dailies?month={month}").json()["items"]
            assert {item["date"][:7] for item in items} <= {month}
            assert len(items) == days

    @pytest.mark.parametrize("month", ["2026", "2026-13", "2026-1", "0000-01", "x", "2026-11-29"])
    def test_what_is_no_month_is_refused(self, player: Player, month: str) -> None:
        answer = player.get(f"/dailies?month={month}")
        assert (answer.status_code, pointers(answer)) == (422, {"month"})

    @pytest.mark.parametrize("day", ["2026-02-30", "2026-13-01", "0000-00-00", "9999-12-31", "x"])
    def test_what_is_no_day_is_not_found(self, player: Player, day: str) -> None:
        assert code(player.get(f"/dailies/{day}")) == "not_found"
        assert code(player.put(f"/dailies/{day}/bakers_game/attempt")) == "not_found"

    def test_r20_nothing_tells_the_cards_before_the_day(
        self, player: Player, anonymous: APIClient
    ) -> None:
        lay_dailies(MORNING)
        told = b"".join(
            client.get(f"/api/v1{path}").content
            for client in (player.client, anonymous)
            for path in ("/dailies", "/dailies?month=2026-12", "/dailies/2026-11-30")
        ).decode()
        for daily in Daily.objects.filter(date__gt=DAY):
            proof = daily.proof
            assert proof.deal.commitment in told
            for secret in (proof.deck[:20], proof.deal.salt, proof.line[:20], str(proof.deal_id)):
                assert secret not in told

    def test_the_cards_are_shown_through_ones_own_attempt_alone(
        self, player: Player, other: Player
    ) -> None:
        game = attempt(player)
        path = f"/games/{game['id']}"
        assert player.get(path).json()["piles"] == game["piles"]
        assert other.get(path).status_code == 404
        told = other.get(f"/dailies/{DAY}").content + other.get("/dailies").content
        assert game["deal"]["id"] not in told.decode()

    def test_nobody_needs_an_account_to_see_what_is_on(self, anonymous: APIClient) -> None:
        (item,) = anonymous.get(f"/api/v1/dailies/{DAY}").json()["items"]
        assert (item["my_attempt"], item["recommended"]) == (None, True)
        assert anonymous.put(f"/api/v1{ATTEMPT}").status_code == 401

    def test_an_unchanged_list_is_not_sent_again(self, player: Player, clock: Any) -> None:
        tag = player.get(f"/dailies/{DAY}")["ETag"]
        clock.shift(60)
        assert player.get(f"/dailies/{DAY}", HTTP_IF_NONE_MATCH=tag).status_code == 304
        attempt(player)
        assert player.get(f"/dailies/{DAY}", HTTP_IF_NONE_MATCH=tag).status_code == 200

    def test_players_are_counted(self, player: Player, other: Player) -> None:
        attempt(player)
        attempt(other)
        attempt(other)
        assert the_daily(player)["players"] == 2

    def test_the_day_that_can_still_save_the_streak_is_offered_first(
        self, player: Player, other: Player, clock: Any
    ) -> None:
        lay_dailies(MORNING)
        attempt(other)
        player.post(f"/games/{attempt(player)['id']}/resign")
        clock.move_to(BOARD_CLOSES)

        def offered(who: Player) -> list[str]:
            items = who.get("/dailies").json()["items"]
            return [item["date"] for item in items if item["recommended"]]

        assert offered(other) == ["2026-11-29"]
        assert offered(player) == ["2026-11-30"]
        clock.move_to(DAY_CLOSES)
        assert offered(other) == ["2026-11-30"]


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
        same = create_deal(parse_deck(deck))
        other = create_deal(parse_deck("".join(random_cards())))
        for now in (MORNING - timedelta(days=9), MORNING, BOARD_CLOSES - INSTANT):
            assert is_played_ranked(deal=same, now=now)
            assert not is_played_ranked(deal=other, now=now)
        assert not is_played_ranked(deal=same, now=BOARD_CLOSES)


class TestMissing:
    """R16: a daily that nobody laid is made in the request, without the solver."""

    @pytest.mark.parametrize("path", ["/dailies", f"/dailies/{DAY}"])
    def test_r16_it_is_there_when_it_is_asked_for(self, player: Player, path: str) -> None:
        (item,) = player.get(path).json()["items"]
        assert (item["date"], item["status"]) == ("2026-11-29", "open")

    def test_r16_it_is_there_when_it_is_attempted(self, player: Player) -> None:
        assert player.put(ATTEMPT).status_code == 201

    def test_r16_yesterdays_too_while_it_counts_for_the_streak(
        self, player: Player, clock: Any
    ) -> None:
        clock.move_to(BOARD_CLOSES)
        assert player.put(ATTEMPT).status_code == 201
        clock.move_to(DAY_CLOSES)
        assert code(player.put("/dailies/2026-11-28/bakers_game/attempt")) == "not_found"
        assert code(player.get("/dailies/2026-11-28")) == "not_found"

    def test_r16_the_last_resort_is_a_proven_deal_that_nobody_saw(self, player: Player) -> None:
        StockDeal.objects.all().delete()
        stock_up(3)
        newest = StockDeal.objects.order_by("-id").first()
        assert newest is not None
        assert attempt(player)["deal"]["id"] == str(newest.deal_id)
        for _ in range(2):
            other = Player()
            assert other.start("easy")["deal"]["id"] != str(newest.deal_id)
        # The stock of the players is served again; what became a daily is in it no more.
        assert Player().start("easy")["deal"]["id"] != str(newest.deal_id)

    def test_r16_a_deal_that_anybody_saw_becomes_no_daily(self, player: Player) -> None:
        StockDeal.objects.all().delete()
        stock_up(1)
        Player().start("easy")
        answer = player.put(ATTEMPT)
        assert (answer.status_code, code(answer)) == (503, "pool_empty")
        assert player.get(f"/dailies/{DAY}").status_code == 404
        assert player.get("/dailies").json()["items"] == []

    def test_r16_a_fault_in_between_keeps_the_deal_for_the_next_try(
        self, player: Player, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        before = StockDeal.objects.filter(served_at=None).count()
        monkeypatch.setattr(service.StockDeal, "save", lambda *_, **__: 1 / 0)
        assert player.put(ATTEMPT).status_code == 500
        assert not Daily.objects.exists()
        assert StockDeal.objects.filter(served_at=None).count() == before
