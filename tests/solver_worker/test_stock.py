"""R15, R17, R19: the worker fills the stock to its size, with what is proven and nothing else."""

from dataclasses import replace
from datetime import UTC, datetime
from typing import Any
from uuid import uuid4

import pytest

from games.models import DAILY_LEVELS, Deal, StockDeal
from games.rules import RULES, VARIANTS, Level, Move, Playthrough, parse_deck
from games.selectors import days_laid_ahead
from games.services import stock as service
from games.services.daily import lay_dailies
from games.services.stock import claim_proven_deal, missing_stock, wanted_stock
from solver_worker.models import Solve
from solver_worker.solver import Solution, UnsupportedRules, Verdict, solve
from solver_worker.tasks import proving, slices, stock
from solver_worker.tasks.stock import fill_stock
from tests.games.conftest import Player
from tests.threads import at_once

EASY, DAILY = ("bakers_game", "easy"), ("bakers_game", "medium")
NOW = datetime(2026, 11, 29, 9, tzinfo=UTC)


@pytest.fixture(autouse=True)
def sizes(settings: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """A small stock of one game, and time enough to compile the kernels."""
    monkeypatch.setattr(stock, "SLICE_SECONDS", 300)
    settings.STOCK_SIZE, settings.DAILY_SPARES = 14, 3
    monkeypatch.setattr(service, "VARIANTS", {"bakers_game": VARIANTS["bakers_game"]})
    for variant in set(DAILY_LEVELS) - {"bakers_game"}:
        monkeypatch.delitem(DAILY_LEVELS, variant)


def levels() -> dict[tuple[str, str], int]:
    found = dict.fromkeys((EASY, DAILY), 0)
    for variant, level in StockDeal.objects.filter(served_at=None).values_list("variant", "level"):
        found[variant, level] += 1
    return found


FULL = {EASY: 14, DAILY: 3}


@pytest.mark.django_db
class TestFilling:
    def test_r17_every_level_that_promises_proven_deals_has_a_stock(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        assert wanted_stock() == FULL
        monkeypatch.undo()
        promised = {
            (variant.key, level.key)
            for variant in VARIANTS.values()
            for level in variant.levels.values()
            if level.proven
        }
        assert promised <= set(wanted_stock())

    def test_r17_it_is_filled_to_its_size(self) -> None:
        fill_stock()
        assert levels() == FULL
        fill_stock()
        assert levels() == FULL

    def test_r17_what_was_taken_is_replaced(self, player: Any) -> None:
        fill_stock()
        for _ in range(5):
            claim_proven_deal(player=player, variant="bakers_game", level="easy")
        assert missing_stock(variant="bakers_game", level="easy") == 5
        fill_stock()
        assert levels() == FULL

    def test_r19_every_deal_is_won_by_its_line_under_the_rules_served(self) -> None:
        fill_stock()
        for proven in StockDeal.objects.select_related("deal"):
            rules = VARIANTS[proven.variant].levels[proven.level].rules
            assert (rules, proven.deck) == (RULES[proven.rules], proven.deal.deck)
            game = Playthrough(rules, parse_deck(proven.deck))
            assert game.append(0, proven.line.split(), 0).is_won

    def test_no_deck_comes_from_a_numbering_or_twice(self) -> None:
        fill_stock()
        assert not Deal.objects.filter(scheme__isnull=False).exists()
        assert Deal.objects.values("deck").distinct().count() == 17

    def test_what_lies_under_earlier_rules_does_not_count(self) -> None:
        fill_stock()
        StockDeal.objects.filter(level="easy").update(rules="bakers-game-4-cells-0")
        assert missing_stock(variant="bakers_game", level="easy") == 14

    def test_r16_dailies_are_laid_from_it(self, settings: Any) -> None:
        settings.DAILY_SPARES = 31
        fill_stock()
        assert lay_dailies(NOW) == 31
        assert days_laid_ahead(NOW) == 30
        fill_stock()
        assert levels() == {EASY: 14, DAILY: 31}


@pytest.mark.django_db
class TestNothingUnproven:
    def test_deals_that_cannot_be_won_stay_out(self, monkeypatch: pytest.MonkeyPatch) -> None:
        answers = iter([Verdict.UNWINNABLE, Verdict.UNKNOWN] * 40)

        def pessimist(*asked: Any) -> Solution:
            found = next(answers, None)
            return solve(*asked) if found is None else Solution(found)

        monkeypatch.setattr(proving, "solve", pessimist)
        fill_stock()
        assert levels() == FULL

    @pytest.mark.parametrize("wrong", ["cut short", "a move changed", "empty"])
    def test_r19_a_line_that_does_not_win_lets_nothing_in(
        self, wrong: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
    ) -> None:
        def liar(*asked: Any) -> Solution:
            found = solve(*asked)
            if found.verdict is not Verdict.WINNABLE:
                return found
            changed = {
                "cut short": found.line[:-1],
                "a move changed": (Move.parse("ah"), *found.line[1:]),
                "empty": (),
            }
            return replace(found, line=changed[wrong])

        monkeypatch.setattr(proving, "solve", liar)
        fill_stock()
        assert not StockDeal.objects.exists()
        assert not Deal.objects.exists()
        assert "no deals of bakers_game easy" in caplog.text

    def test_a_level_that_no_solver_knows_keeps_no_other_from_its_deals(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        known = VARIANTS["bakers_game"]
        strange = replace(known.levels["easy"].rules, id="strange-1")  # type: ignore[type-var]
        levels_on_offer = {"strange": Level("strange", strange, proven=True), **known.levels}
        on_offer = {"bakers_game": replace(known, levels=levels_on_offer)}
        monkeypatch.setattr(service, "VARIANTS", on_offer)
        monkeypatch.setattr(proving, "VARIANTS", on_offer)

        def particular(position: Any, *more: Any) -> Solution:
            if position.rules.id == "strange-1":
                raise UnsupportedRules("strange-1")
            return solve(position, *more)

        monkeypatch.setattr(proving, "solve", particular)
        fill_stock()
        assert levels() == FULL


@pytest.mark.django_db
class TestTime:
    def test_a_player_who_waits_for_a_hint_comes_first(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        player = Player()
        game = player.start(deal={"scheme": "ms", "number": 1})
        Solve.objects.create(game_id=game["id"], kind="hint", version=0, id=uuid4())
        monkeypatch.setattr(slices, "_LOOK_SECONDS", 0)
        fill_stock()
        assert levels() == dict.fromkeys(FULL, 0)

    def test_levels_take_turns(self, monkeypatch: pytest.MonkeyPatch, settings: Any) -> None:
        settings.STOCK_SIZE, settings.DAILY_SPARES = 500, 40
        drawn: list[tuple[str, str]] = []

        class EndsAtForty(slices.Slice):
            def is_over(self) -> bool:
                return len(drawn) >= 40

        def prove(variant: str, level: str) -> bool:
            drawn.append((variant, level))
            return True

        monkeypatch.setattr("solver_worker.tasks.stock.Slice", EndsAtForty)
        monkeypatch.setattr(proving, "prove_one", prove)
        fill_stock()
        assert drawn == ([EASY] * 10 + [DAILY] * 10) * 2


@pytest.mark.django_db(transaction=True)
class TestAtOnce:
    def test_r09_r15_four_workers_at_once_fill_it_to_its_size(self) -> None:
        at_once([fill_stock] * 4)
        fill_stock()
        assert levels() == FULL

    def test_r17_it_is_filled_while_players_take_from_it(self, settings: Any) -> None:
        fill_stock()
        players = [Player() for _ in range(24)]

        def start(player: Player) -> Any:
            return player.post("/games", {"variant": "bakers_game", "level": "easy"})

        answers = at_once([fill_stock, *(lambda each=each: start(each) for each in players)])
        assert [answer.status_code for answer in answers[1:]] == [201] * 24
        deals = [answer.json()["deal"]["id"] for answer in answers[1:]]
        served = StockDeal.objects.exclude(served_at=None)
        assert {str(each.deal_id) for each in served} == set(deals)
        fill_stock()
        assert levels() == FULL
