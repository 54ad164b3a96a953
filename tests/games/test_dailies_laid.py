"""R15, R16, R19: the dailies are there 30 days ahead, once, proven and secret."""

from collections.abc import Callable
from datetime import UTC, date, datetime, timedelta
from typing import Any

import pytest
import time_machine
from django.db import IntegrityError, transaction
from django.test import Client

from games.models import DAILY_LEVELS, Attempt, Daily, Deal, Game, StockDeal, daily_levels
from games.rules import RULES, VARIANTS, Playthrough, parse_deck
from games.selectors import days_laid_ahead
from games.services.daily import DAYS_AHEAD, lay_dailies, lay_missing, open_attempt
from games.services.stock import StockEmpty, add_proven_deal
from tests.games.conftest import STOCK_ROWS, Player, stock_up
from tests.threads import at_once

NOW = datetime(2026, 11, 29, 9, tzinfo=UTC)
TODAY = date(2026, 11, 29)
A_DAY = timedelta(days=1)


def laid() -> list[date]:
    return list(Daily.objects.order_by("date").values_list("date", flat=True))


def days(first: date, count: int) -> list[date]:
    return [first + timedelta(days=number) for number in range(count)]


def opener(player: Player) -> Callable[[], Any]:
    client = player.new_client()
    return lambda: client.put(f"/api/v1/dailies/{TODAY}/bakers_game/attempt")


pytestmark = pytest.mark.usefixtures("one_daily")


@pytest.mark.django_db
class TestLaid:
    def test_every_daily_is_for_a_level_on_offer(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setitem(DAILY_LEVELS, "no_such_game", "medium")
        assert daily_levels() == {"bakers_game": "medium"}
        for variant, level in daily_levels().items():
            assert VARIANTS[variant].levels[level].rules

    def test_r16_today_and_thirty_days_are_laid(self) -> None:
        stock_up(40, "medium")
        assert lay_dailies(NOW) == 31
        assert laid() == days(TODAY, 31)
        assert days_laid_ahead(NOW) == DAYS_AHEAD == 30
        assert StockDeal.objects.filter(served_at=None).count() == 9

    def test_r15_laying_again_changes_nothing(self) -> None:
        stock_up(40, "medium")
        lay_dailies(NOW)
        before = list(Daily.objects.order_by("date").values())
        assert lay_dailies(NOW) == lay_dailies(NOW + timedelta(hours=14)) == 0
        assert list(Daily.objects.order_by("date").values()) == before

    def test_r16_what_was_deleted_is_back_at_the_next_call(self) -> None:
        stock_up(40, "medium")
        lay_dailies(NOW)
        Daily.objects.filter(date__gt=TODAY + 25 * A_DAY).delete()
        assert days_laid_ahead(NOW) == 25
        assert lay_dailies(NOW) == 5
        assert laid() == days(TODAY, 31)

    @pytest.mark.parametrize("hours", [25, 24 * 9])
    def test_r15_after_a_silence_everything_is_caught_up_once(self, hours: int) -> None:
        stock_up(40, "medium")
        lay_dailies(NOW)
        later = NOW + timedelta(hours=hours)
        assert lay_dailies(later) == hours // 24
        assert days_laid_ahead(later) == 30
        assert laid() == days(TODAY, 31 + hours // 24)

    def test_r16_the_site_serves_thirty_days_without_a_worker(self) -> None:
        stock_up(31, "medium")
        lay_dailies(NOW)
        player = Player()
        for number in range(31):
            with time_machine.travel(NOW + number * A_DAY, tick=False):
                path = f"/dailies/{TODAY + number * A_DAY}/bakers_game/attempt"
                assert player.put(path).status_code == 201
        with time_machine.travel(NOW + 31 * A_DAY, tick=False):
            with pytest.raises(StockEmpty):
                open_attempt(player=player.user, day=TODAY + 31 * A_DAY, variant="bakers_game")
            # Proven for players, and served to none.
            deck, line = STOCK_ROWS[35]
            add_proven_deal(variant="bakers_game", level="easy", deck=parse_deck(deck), line=line)
            assert player.get(f"/dailies/{TODAY + 31 * A_DAY}").status_code == 200

    def test_few_spares_go_to_the_next_days(self) -> None:
        stock_up(4, "medium")
        assert lay_dailies(NOW) == 4
        assert laid() == days(TODAY, 4)
        stock_up(6, "medium")
        assert lay_dailies(NOW) == 2
        assert laid() == days(TODAY, 6)

    def test_a_gap_counts_as_the_end_of_what_is_laid(self) -> None:
        stock_up(9, "medium")
        lay_dailies(NOW)
        Daily.objects.filter(date=TODAY + 4 * A_DAY).delete()
        assert days_laid_ahead(NOW) == 3

    def test_r19_every_daily_is_won_by_its_line_under_its_rules(self) -> None:
        stock_up(40, "medium")
        lay_dailies(NOW)
        for daily in Daily.objects.select_related("proof__deal"):
            rules = VARIANTS[daily.variant].levels[daily.level].rules
            assert rules == RULES[daily.proof.rules]
            assert daily.proof.deck == daily.proof.deal.deck
            game = Playthrough(rules, parse_deck(daily.proof.deal.deck), ranked=True)
            assert game.append(0, daily.proof.line.split(), 0).is_won

    def test_no_two_dailies_have_the_same_cards(self) -> None:
        stock_up(40, "medium")
        lay_dailies(NOW)
        assert Daily.objects.values("proof__deck").distinct().count() == 31
        assert Deal.objects.filter(scheme__isnull=False).count() == 0

    def test_deals_for_players_are_not_laid_ahead(self) -> None:
        stock_up(5)
        assert lay_dailies(NOW) == 0

    def test_only_a_day_that_can_be_played_is_laid_in_a_request(self) -> None:
        stock_up(5, "medium")
        for day in (TODAY + A_DAY, TODAY - 2 * A_DAY, TODAY - 400 * A_DAY):
            lay_missing(NOW, day)
        assert laid() == []


@pytest.mark.django_db
class TestConstraints:
    def daily(self, **changed: Any) -> Daily:
        proof = StockDeal.objects.filter(daily=None).first()
        fields = {"date": TODAY, "variant": "bakers_game", "level": "medium", "proof": proof}
        return Daily.objects.create(**{**fields, **changed})

    def test_a_day_has_one_daily_of_a_variant(self) -> None:
        stock_up(2, "medium")
        self.daily()
        with pytest.raises(IntegrityError, match="daily_one_a_day"):
            self.daily()

    def test_a_deal_is_a_daily_once(self) -> None:
        stock_up(1, "medium")
        daily = self.daily()
        with pytest.raises(IntegrityError, match="proof_id"):
            self.daily(date=TODAY + A_DAY, proof=daily.proof)

    def test_without_a_proof_there_is_no_daily(self) -> None:
        with pytest.raises(IntegrityError, match="proof_id"):
            self.daily()

    @pytest.mark.parametrize("field", ["variant", "level"])
    def test_it_is_named(self, field: str) -> None:
        stock_up(1, "medium")
        with pytest.raises(IntegrityError, match="daily_named"):
            self.daily(**{field: ""})

    def test_a_player_has_one_attempt_at_it(self) -> None:
        stock_up(2, "medium")
        daily, player = self.daily(), Player()
        for _ in range(2):
            player.start("hard", abandon_active=True)
        first, second = Game.objects.all()
        Attempt.objects.create(daily=daily, player=player.user, game=first)
        with pytest.raises(IntegrityError, match="attempt_one_a_daily"):
            Attempt.objects.create(daily=daily, player=player.user, game=second)

    @pytest.mark.parametrize(
        "change", [{"mode": "daily"}, {"closes_at": NOW}, {"mode": "practice", "closes_at": NOW}]
    )
    def test_a_game_closes_just_when_it_is_of_a_daily(self, change: dict[str, Any]) -> None:
        Player().start()
        with pytest.raises(IntegrityError, match="game_closes_iff_daily"), transaction.atomic():
            Game.objects.update(**change)


@pytest.mark.django_db(transaction=True)
class TestAtOnce:
    def test_r15_two_beats_lay_each_day_once(self) -> None:
        stock_up(40, "medium")
        counts = at_once([lambda: lay_dailies(NOW)] * 4)
        # Whoever is beaten to a day leaves its deal for another; the next round has what is left.
        lay_dailies(NOW)
        assert laid() == days(TODAY, 31)
        assert sum(counts) <= 31
        used = StockDeal.objects.filter(daily__isnull=False)
        assert used.filter(served_at=None).count() == 0
        assert used.count() == StockDeal.objects.exclude(served_at=None).count() == 31

    def test_r16_many_requests_make_a_missing_daily_once(self) -> None:
        stock_up(8, "medium")
        players = [Player() for _ in range(8)]
        with time_machine.travel(NOW, tick=False):
            answers = at_once(opener(player) for player in players)
        assert [answer.status_code for answer in answers] == [201] * 8
        assert len({answer.json()["deal"]["id"] for answer in answers}) == 1
        assert Daily.objects.count() == StockDeal.objects.exclude(served_at=None).count() == 1

    def test_r02_an_attempt_opened_by_sixteen_devices_at_once_is_one(self) -> None:
        stock_up(1, "medium")
        for _ in range(4):
            player = Player()
            with time_machine.travel(NOW, tick=False):
                answers = at_once(opener(player) for _ in range(16))
            assert sorted(answer.status_code for answer in answers) == [200] * 15 + [201]
            assert len({answer.json()["id"] for answer in answers}) == 1
            assert Game.objects.filter(player=player.user).count() == 1


@pytest.mark.django_db
class TestReady:
    @pytest.mark.parametrize(("ahead", "state"), [(3, "ok"), (2, "short"), (0, "short")])
    def test_r16_readiness_fails_with_fewer_than_three_days_ahead(
        self, ahead: int, state: str, settings: Any
    ) -> None:
        settings.REDIS_URL = ""
        stock_up(1 + ahead, "medium")
        with time_machine.travel(NOW, tick=False):
            lay_dailies(NOW)
            answer = Client().get("/health/ready")
        assert answer.json()["checks"]["dailies"] == state
        assert answer.status_code == (200 if state == "ok" else 503)
