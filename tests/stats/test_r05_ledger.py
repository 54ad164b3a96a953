"""Totals equal the fold of the ledger, whatever happens in whatever order."""

from collections import defaultdict

from django.db import transaction
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.extra.django import TestCase
from hypothesis.stateful import (
    Bundle,
    RuleBasedStateMachine,
    invariant,
    rule,
    run_state_machine_as_test,
)

from stats.models import GameResult, Totals
from stats.selectors.ledger import get_results, totals_that_differ
from stats.services.corrections import correct
from stats.services.results import ResultAlreadyRecorded, record_result
from stats.totals import fold

from .conftest import figures, new_player


class Ledger(RuleBasedStateMachine):
    """Three players win, lose and have help at several levels; some results come again or fail."""

    games = Bundle("games")

    def __init__(self):
        super().__init__()
        self.around = transaction.atomic()
        self.around.__enter__()
        self.players = [new_player() for _ in range(3)]
        self.accepted = defaultdict(list)

    def teardown(self):
        transaction.set_rollback(True)
        self.around.__exit__(None, None, None)

    @rule(
        target=games,
        who=st.integers(0, 2),
        variant=st.sampled_from(["bakers_game", "baroness"]),
        level=st.sampled_from(["easy", "hard"]),
        won=st.booleans(),
        assisted=st.booleans(),
        score=st.integers(0, 600_520),
        time_ms=st.integers(0, 10**10),
        moves=st.integers(0, 5_000),
    )
    def finish(self, who, won, score, **changed):
        game = figures(self.players[who], won=won, score=score if won else None, **changed)
        with transaction.atomic():
            result = record_result(GameResult(**game))
        self.accepted[result.player_id, result.variant, result.level].append(result)
        return game

    @rule(game=games, won=st.booleans())
    def finish_again(self, game, won):
        again = figures(self.players[0], won=won, game_id=game["game_id"])
        try:
            with transaction.atomic():
                record_result(GameResult(**again))
        except ResultAlreadyRecorded:
            return
        raise AssertionError("counted twice")

    @rule(game=games, annulled=st.booleans())
    def correct(self, game, annulled):
        result = GameResult.objects.get(game_id=game["game_id"])
        correct(result, annulled=annulled, reason="a test")
        for accepted in self.accepted[result.player_id, result.variant, result.level]:
            if accepted.pk == result.pk:
                accepted.annulled = annulled

    @rule(who=st.integers(0, 2), won=st.booleans())
    def fail_after_counting(self, who, won):
        with transaction.atomic():
            record_result(GameResult(**figures(self.players[who], won=won)))
            transaction.set_rollback(True)

    @invariant()
    def totals_are_the_fold(self):
        assert GameResult.objects.count() == sum(map(len, self.accepted.values()))
        stored = {
            (row.player_id, row.variant, row.level): row.tally for row in Totals.objects.all()
        }
        assert stored == {key: fold(results) for key, results in self.accepted.items()}
        assert list(totals_that_differ()) == []
        played = sum(tally.played for tally in stored.values())
        told = [result for each in self.players for result in get_results(player_id=each.pk)]
        assert played == sum(not result.is_annulled for result in told)


class TestLedger(TestCase):
    def test_r05_totals_equal_the_ledger_at_every_step(self):
        run_state_machine_as_test(
            Ledger,
            settings=settings(
                max_examples=30,
                stateful_step_count=25,
                deadline=None,
                suppress_health_check=list(HealthCheck),
            ),
        )
