"""Results recorded at the same time, by real threads on real PostgreSQL."""

import time
from concurrent.futures import ThreadPoolExecutor
from uuid import uuid4

import pytest
from django.db import connection, transaction

from stats.models import GameResult, Totals
from stats.selectors.ledger import totals_that_differ
from stats.services.results import ResultAlreadyRecorded, record_result
from tests.threads import at_once

from .conftest import figures, new_player, record

pytestmark = pytest.mark.django_db(transaction=True)


def test_r04_result_is_counted_once():
    player = new_player()
    record(player)
    game_id = uuid4()

    def finish():
        try:
            record(player, game_id=game_id)
        except ResultAlreadyRecorded:
            return "refused"
        return "counted"

    outcomes = at_once([finish] * 50)
    assert sorted(outcomes) == ["counted"] + ["refused"] * 49
    assert GameResult.objects.filter(game_id=game_id).count() == 1
    totals = Totals.objects.get()
    assert (totals.won, totals.current_streak, totals.best_streak) == (2, 2, 2)


def test_r04_first_result_is_counted_once():
    player, game_id = new_player(), uuid4()

    def finish():
        try:
            record(player, game_id=game_id)
        except ResultAlreadyRecorded:
            return "refused"
        return "counted"

    outcomes = at_once([finish] * 16)
    assert sorted(outcomes) == ["counted"] + ["refused"] * 15
    assert Totals.objects.get().won == 1
    assert GameResult.objects.count() == 1


def test_r05_results_of_different_games_at_once_lose_nothing():
    players = [new_player(), new_player()]
    games = [
        figures(player, level=level, won=number % 3 > 0, score=number if number % 3 else None)
        for number in range(6)
        for player in players
        for level in ("easy", "medium")
    ]

    def finish(game):
        with transaction.atomic():
            record_result(GameResult(**game))

    at_once([lambda game=game: finish(game) for game in games])
    assert GameResult.objects.count() == len(games)
    assert sum(totals.tally.played for totals in Totals.objects.all()) == len(games)
    assert {totals.best_score for totals in Totals.objects.all()} == {5}
    # The streaks too: ids are in commit order, so the fold meets the results as they were counted.
    assert list(totals_that_differ()) == []


def test_ids_are_in_commit_order():
    """Whoever waits for the totals has drawn no id yet, so the later commit has the higher one."""
    player = new_player()
    record(player)
    with ThreadPoolExecutor(1) as pool, transaction.atomic():
        first = record_result(GameResult(**figures(player)))
        waiting = pool.submit(at_once, [lambda: record(player)])
        wait_until_somebody_waits_for_a_lock()
        assert last_id_drawn() == first.pk
    (second,) = waiting.result(timeout=30)
    assert second.pk == last_id_drawn() > first.pk


def last_id_drawn():
    with connection.cursor() as cursor:
        cursor.execute("SELECT last_value FROM stats_gameresult_id_seq")
        return cursor.fetchone()[0]


def wait_until_somebody_waits_for_a_lock():
    with connection.cursor() as cursor:
        for _ in range(500):
            cursor.execute(
                "SELECT count(*) FROM pg_locks JOIN pg_stat_activity USING (pid)"
                " WHERE NOT granted AND datname = current_database()"
            )
            if cursor.fetchone()[0]:
                return
            time.sleep(0.01)
    pytest.fail("nobody waits")
