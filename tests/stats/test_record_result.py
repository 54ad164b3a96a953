"""Recording one result: the ledger row, the totals, and what the database refuses."""

from uuid import uuid4

import pytest
from django.db import DatabaseError, IntegrityError, transaction
from django.db.transaction import TransactionManagementError

from stats.models import GameResult, Totals
from stats.services.results import ResultAlreadyRecorded, record_result
from stats.totals import Tally

from .boards import new_game, win
from .conftest import figures, record


def test_win_is_in_the_ledger_as_given(player):
    given = figures(player)
    with transaction.atomic():
        result = record_result(GameResult(**given))
    stored = GameResult.objects.values(*given).get(pk=result.pk)
    assert stored == given


def test_first_win_makes_the_totals(player):
    record(player, score=700, time_ms=1_000, moves=60)
    totals = Totals.objects.get(player=player, variant="bakers_game", level="medium")
    assert totals.tally == Tally(
        won=1,
        current_streak=1,
        best_streak=1,
        best_score=700,
        best_time_ms=1_000,
        best_moves=60,
        time_ms_of_wins=1_000,
        moves_of_wins=60,
    )


def test_win_loss_win_win_is_a_streak_of_two(player):
    for won in (True, False, True, True):
        record(player, won=won)
    totals = Totals.objects.get(player=player)
    assert (totals.won, totals.lost) == (3, 1)
    assert (totals.current_streak, totals.best_streak) == (2, 2)


def test_levels_variants_and_players_are_counted_apart(player, other_player):
    record(player)
    record(player, level="hard")
    record(player, variant="baroness")
    record(other_player, won=False)
    rows = Totals.objects.order_by("pk").values_list(
        "player_id", "variant", "level", "won", "lost", "current_streak"
    )
    assert list(rows) == [
        (player.pk, "bakers_game", "medium", 1, 0, 1),
        (player.pk, "bakers_game", "hard", 1, 0, 1),
        (player.pk, "baroness", "medium", 1, 0, 1),
        (other_player.pk, "bakers_game", "medium", 0, 1, 0),
    ]


def test_r04_a_second_result_of_a_game_is_refused_and_counts_nothing(player):
    game_id = uuid4()
    record(player, game_id=game_id)
    with pytest.raises(ResultAlreadyRecorded) as caught:
        record(player, game_id=game_id, won=False)
    assert caught.value.game_id == game_id
    assert GameResult.objects.count() == 1
    assert Totals.objects.get().tally.played == 1


def test_r04_not_even_for_another_player_or_level(player, other_player):
    game_id = uuid4()
    record(player, game_id=game_id)
    for who, level in ((other_player, "medium"), (player, "hard")):
        with pytest.raises(ResultAlreadyRecorded):
            record(who, game_id=game_id, level=level)
    assert Totals.objects.count() == 1


def test_result_goes_with_the_callers_transaction(player):
    with transaction.atomic():
        record_result(GameResult(**figures(player)))
        transaction.set_rollback(True)
    assert not GameResult.objects.exists()
    assert not Totals.objects.exists()


@pytest.mark.django_db(transaction=True)
def test_result_outside_of_a_transaction_is_refused(player):
    with pytest.raises(TransactionManagementError):
        record_result(GameResult(**figures(player)))
    assert not GameResult.objects.exists()
    assert not Totals.objects.exists()


@pytest.mark.parametrize("earlier", [0, 1, 30])
def test_r31_a_result_costs_three_statements(player, django_assert_num_queries, earlier):
    for _ in range(earlier):
        record(player)
    with transaction.atomic(), django_assert_num_queries(3):
        record_result(GameResult(**figures(player)))


@pytest.mark.parametrize("earlier", [0, 1, 30])
def test_r31_a_result_for_the_boards_costs_two_more(player, django_assert_num_queries, earlier):
    for _ in range(earlier):
        win(player)
    game_id = new_game(player)
    with transaction.atomic(), django_assert_num_queries(5):
        record_result(GameResult(**figures(player, game_id=game_id, is_ranked=True)))


def test_a_year_long_game_fits(player):
    year_ms = 366 * 24 * 3600 * 1000
    record(player, time_ms=year_ms)
    record(player, time_ms=year_ms)
    assert Totals.objects.get().tally.avg_time_ms_of_wins == year_ms


@pytest.mark.parametrize(
    "wrong",
    [
        {"won": True, "score": None},
        {"won": True, "reason": "resigned"},
        {"won": False, "score": 10},
        {"won": False, "reason": None},
        {"won": False, "reason": ""},
        {"variant": ""},
        {"level": ""},
        {"score": -1},
        {"time_ms": -1},
        {"moves": -1},
        {"undos": -1},
        {"scoring_version": -1},
    ],
    ids=str,
)
def test_database_refuses_a_result_that_cannot_be(player, wrong):
    with pytest.raises(IntegrityError) as caught:
        record(player, **wrong)
    assert not isinstance(caught.value, ResultAlreadyRecorded)
    assert not Totals.objects.exists()


@pytest.mark.parametrize(
    "wrong",
    [
        {"lost": -1},
        {"current_streak": 2},
        {"best_streak": 2},
        {"assisted_won": 1},
        {"assisted_won": -1},
        {"current_streak": -1},
        {"time_ms_of_wins": -1},
        {"moves_of_wins": -1},
    ],
    ids=str,
)
def test_database_refuses_totals_that_cannot_be(player, wrong):
    record(player)
    with pytest.raises(DatabaseError), transaction.atomic():
        Totals.objects.update(**wrong)


def test_player_with_results_cannot_be_deleted(player):
    record(player)
    with pytest.raises(IntegrityError):
        player.delete()
