"""The dailies over HTTP: what is told of them, and the one attempt that a player has."""

from datetime import UTC, date, datetime
from typing import Any

import pytest
import time_machine
from rest_framework.test import APIClient

from games.models import Daily, StockDeal
from games.services import daily as service
from games.services.daily import lay_dailies
from tests.games.conftest import Player, code, pointers, stock_up

DAY = date(2026, 11, 29)
MORNING = datetime(2026, 11, 29, 9, tzinfo=UTC)
BOARD_CLOSES = datetime(2026, 11, 30, tzinfo=UTC)
DAY_CLOSES = datetime(2026, 11, 30, 12, tzinfo=UTC)
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
