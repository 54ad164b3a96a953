"""What nobody comes back to ends as promised: once, whenever and however often a sweep comes by."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
import time_machine
from allauth.usersessions.models import UserSession

from accounts.models import Session, User
from games.models import Game
from games.services import abandonment
from games.services.abandonment import close_dailies, expire_idle_games, remove_unused_guests
from stats.models import GameResult
from stats.selectors.ledger import totals_that_differ
from tests.games.conftest import Player, code, line_of, stock_up, stored
from tests.threads import at_once

START = datetime(2026, 11, 1, 9, tzinfo=UTC)
DUE = START + timedelta(days=30)
INSTANT = timedelta(milliseconds=1)
ATTEMPT = "/dailies/2026-11-01/bakers_game/attempt"
DAILY_DUE = datetime(2026, 11, 2, 12, tzinfo=UTC)


@pytest.fixture(autouse=True)
def clock() -> Any:
    """A clock that stands until it is moved."""
    with time_machine.travel(START, tick=False) as traveller:
        yield traveller


def ended(game: dict[str, Any]) -> tuple[str, str | None, datetime | None]:
    row = stored(game)
    return row.status, row.reason, row.finished_at


@pytest.mark.django_db
class TestIdle:
    def test_bg_31_a_game_left_alone_for_thirty_days_is_a_loss_at_its_level(
        self, player: Player
    ) -> None:
        game = player.start("hard")
        assert game["expires_at"] == "2026-12-01T09:00:00.000Z"
        assert expire_idle_games(DUE - INSTANT) == 0
        assert expire_idle_games(DUE) == 1
        assert ended(game) == ("lost", "expired", DUE)
        assert (player.stats("hard")["lost"], player.stats("medium")) == (1, {})

    def test_every_op_begins_the_thirty_days_anew(self, player: Player, clock: Any) -> None:
        game = player.start()
        clock.move_to(DUE - INSTANT)
        assert player.play(game, "1a")["expires_at"] == "2026-12-31T08:59:59.999Z"
        assert expire_idle_games(DUE + timedelta(days=29)) == 0
        assert expire_idle_games(DUE + timedelta(days=30)) == 1

    def test_twenty_nine_days_of_silence_change_nothing(self, player: Player, clock: Any) -> None:
        game = player.play(player.start(), "1a")
        clock.move_to(START + timedelta(days=29))
        assert expire_idle_games(START + timedelta(days=29)) == 0
        assert player.play(game, "2b")["version"] == 2

    def test_a_game_that_only_needs_auto_finish_is_won_with_the_clock_of_its_last_op(
        self, player: Player, clock: Any
    ) -> None:
        stock_up(1)
        game = player.start("easy")
        for move in line_of(game):
            clock.shift(1)
            game = player.play(game, move)
            if game["auto_finish"]:
                break
        assert expire_idle_games(DUE + timedelta(days=1)) == 1
        assert ended(game)[:2] == ("won", None)
        (result,) = player.get("/me/results").json()["items"]
        assert result["time_ms"] == game["clock"]["elapsed_ms"]
        assert player.stats("easy")["won"] == 1

    def test_practice_ends_without_a_result(self, player: Player) -> None:
        game = player.start(deal={"scheme": "ms", "number": 1})
        assert expire_idle_games(DUE) == 1
        assert ended(game) == ("lost", "expired", DUE)
        assert not GameResult.objects.exists()

    def test_finished_games_stay_as_they_are(self, player: Player) -> None:
        game = player.start()
        player.post(f"/games/{game['id']}/resign")
        assert expire_idle_games(DUE + timedelta(days=400)) == 0
        assert ended(game)[1] == "resigned"

    @pytest.mark.parametrize("late", [timedelta(0), timedelta(hours=25), timedelta(days=200)])
    def test_r15_the_result_does_not_depend_on_when_the_sweep_comes(
        self, player: Player, late: timedelta
    ) -> None:
        game = player.play(player.start("hard"), "1a", "2b", "z")
        expire_idle_games(DUE + late)
        assert ended(game) == ("lost", "expired", DUE)
        (result,) = player.get("/me/results").json()["items"]
        assert result["finished_at"] == "2026-12-01T09:00:00.000Z"
        assert (result["time_ms"], result["moves"], result["score"]) == (300_000, 3, None)

    def test_it_takes_on_no_more_than_it_is_told(self) -> None:
        for _ in range(5):
            Player().start()
        assert [expire_idle_games(DUE, most=2) for _ in range(4)] == [2, 2, 1, 0]

    def test_a_log_that_cannot_be_replayed_holds_up_no_other_game(
        self, player: Player, other: Player, caplog: pytest.LogCaptureFixture
    ) -> None:
        broken, game = player.start(), other.start()
        Game.objects.filter(pk=broken["id"]).update(log="zz:1", version=1)
        assert expire_idle_games(DUE) == 1
        assert ended(game) == ("lost", "expired", DUE)
        assert ended(broken)[0] == "active"
        assert broken["id"] in caplog.text

    def test_who_comes_back_too_late_finds_it_ended_though_no_sweep_came(
        self, player: Player, clock: Any
    ) -> None:
        game = player.start("hard")
        clock.move_to(DUE)
        assert code(player.send(game, "1a")) == "game_finished"
        assert ended(game) == ("lost", "expired", DUE)
        assert expire_idle_games(DUE) == 0

    def test_it_does_not_have_to_be_given_up_for_a_new_game(
        self, player: Player, clock: Any
    ) -> None:
        game = player.start("hard")
        clock.move_to(DUE)
        player.start("medium")
        assert ended(game) == ("lost", "expired", DUE)
        assert player.stats("hard")["lost"] == 1


@pytest.mark.django_db
class TestDailies:
    @pytest.fixture(autouse=True)
    def laid(self, spares: None) -> None:
        """There is a daily to attempt."""

    def test_an_unfinished_daily_is_lost_when_its_day_closes(self, player: Player) -> None:
        game = player.put(ATTEMPT).json()
        assert close_dailies(DAILY_DUE - INSTANT) == 0
        assert close_dailies(DAILY_DUE) == 1
        assert ended(game) == ("lost", "daily_closed", DAILY_DUE)
        assert player.stats("medium")["lost"] == 1

    def test_one_that_only_needs_auto_finish_is_won_but_not_ranked(
        self, player: Player, clock: Any
    ) -> None:
        game = player.put(ATTEMPT).json()
        for move in line_of(game):
            clock.shift(1)
            game = player.play(game, move)
            if game["auto_finish"]:
                break
        assert close_dailies(DAILY_DUE) == 1
        assert ended(game) == ("won", None, DAILY_DUE)
        assert stored(game).unranked_reason(DAILY_DUE) == "board_closed"
        (result,) = player.get("/me/results").json()["items"]
        assert result["time_ms"] == game["clock"]["elapsed_ms"]

    @pytest.mark.parametrize("late", [timedelta(0), timedelta(hours=25), timedelta(days=40)])
    def test_r15_the_result_does_not_depend_on_when_the_sweep_comes(
        self, player: Player, late: timedelta
    ) -> None:
        game = player.put(ATTEMPT).json()
        assert expire_idle_games(DAILY_DUE + late) == 0
        assert close_dailies(DAILY_DUE + late) == 1
        assert ended(game) == ("lost", "daily_closed", DAILY_DUE)
        (result,) = player.get("/me/results").json()["items"]
        assert result["time_ms"] == 27 * 3600 * 1000

    def test_a_won_one_stays_won(self, player: Player) -> None:
        game = player.put(ATTEMPT).json()
        player.play(game, *line_of(game))
        assert close_dailies(DAILY_DUE) == 0
        assert stored(game).status == "won"

    def test_one_that_was_never_opened_has_no_result(self, player: Player) -> None:
        player.get("/dailies/2026-11-01")
        assert close_dailies(DAILY_DUE) == 0
        assert not GameResult.objects.exists()


@pytest.mark.django_db
class TestGuests:
    DUE = START + timedelta(days=7)

    def test_a_guest_without_a_game_is_removed_after_seven_days(self, player: Player) -> None:
        assert remove_unused_guests(self.DUE - INSTANT) == 0
        assert remove_unused_guests(self.DUE) == 1
        assert not User.objects.exists()
        assert not Session.objects.exists()
        assert not UserSession.objects.exists()
        assert player.get("/me").status_code == 401

    @pytest.mark.parametrize("body", [{}, {"deal": {"scheme": "ms", "number": 1}}])
    def test_who_has_played_stays(self, player: Player, body: dict[str, Any]) -> None:
        game = player.start(**body)
        player.post(f"/games/{game['id']}/resign")
        assert remove_unused_guests(self.DUE + timedelta(days=900)) == 0

    def test_who_has_an_account_stays(self, player: Player) -> None:
        User.objects.update(is_guest=False)
        assert remove_unused_guests(self.DUE) == 0

    def test_it_takes_on_no_more_than_it_is_told(self) -> None:
        for _ in range(5):
            Player()
        assert [remove_unused_guests(self.DUE, most=2) for _ in range(4)] == [2, 2, 1, 0]


@pytest.mark.django_db(transaction=True)
class TestAtOnce:
    @pytest.mark.parametrize("times", [2, 4])
    def test_r15_sweeps_at_once_end_every_game_once(self, one_daily: None, times: int) -> None:
        stock_up(1, "medium")
        players = [Player() for _ in range(12)]
        for player in players:
            player.start("hard")
            player.put(ATTEMPT)
            player.put(ATTEMPT)
        sweeps: list[Callable[[], int]] = [lambda: expire_idle_games(DUE + INSTANT)] * times
        sweeps += [lambda: close_dailies(DUE + INSTANT)] * times
        assert sum(at_once(sweeps)) == 24
        assert Game.objects.filter(status="active").count() == 0
        assert GameResult.objects.count() == 24
        assert not list(totals_that_differ())

    def test_r15_guests_are_removed_once(self) -> None:
        for _ in range(20):
            Player()
        due = START + timedelta(days=7)
        assert sum(at_once([lambda: remove_unused_guests(due, most=20)] * 4)) == 20
        assert not User.objects.exists()

    def test_a_game_that_is_played_on_meanwhile_goes_on(
        self, clock: Any, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """The sweep has read the game as idle when its player, just in time, plays on."""
        player = Player()
        game = player.start()
        end_one = abandonment._end_one

        def meanwhile(*args: Any) -> bool:
            clock.move_to(DUE - INSTANT)
            player.play(game, "1a")
            return end_one(*args)

        monkeypatch.setattr(abandonment, "_end_one", meanwhile)
        assert expire_idle_games(DUE) == 0
        assert stored(game).status == "active"

    def test_winning_while_the_sweeps_come_gives_one_result(self, clock: Any) -> None:
        stock_up(6)
        for _ in range(6):
            player = Player()
            clock.move_to(START)
            game = player.start("easy")
            line = line_of(game)
            game = player.play(game, *line[:-1])
            client, body = player.new_client(), {"base_version": game["version"], "ops": line[-1:]}
            path = f"/api/v1/games/{game['id']}/ops"
            clock.move_to(DUE - INSTANT)
            calls: list[Callable[[], Any]] = [lambda: expire_idle_games(DUE)] * 3
            calls += [lambda client=client, path=path, body=body: client.post(path, body)] * 2
            at_once(calls)
            assert GameResult.objects.filter(player=player.user).count() == 1
            assert stored(game).status == "won"
