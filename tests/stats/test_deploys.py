"""R27: while a deploy is under way, the release before still records results."""

import pytest
from django.db import connection

from stats.models import GameResult, Totals


@pytest.mark.django_db
def test_r27_results_are_written_without_the_columns_that_came_with_the_boards(player):
    with connection.cursor() as cursor:
        cursor.execute(
            """
            INSERT INTO stats_gameresult (game_id, player_id, variant, level, won, assisted, score,
                                          time_ms, moves, undos, scoring_version, finished_at)
            VALUES (gen_random_uuid(), %s, 'bakers_game', 'easy', true, false, 1, 1, 1, 0, 1, now())
            """,
            [player.pk],
        )
        cursor.execute(
            """
            INSERT INTO stats_totals (player_id, variant, level, won, lost, current_streak,
                                      best_streak, assisted_won, time_ms_of_wins, moves_of_wins)
            VALUES (%s, 'bakers_game', 'easy', 1, 0, 1, 1, 0, 1, 1)
            """,
            [player.pk],
        )
    result = GameResult.objects.get()
    assert (result.is_ranked, result.doubts, result.line_key) == (False, [], "")
    assert Totals.objects.get().ranked_streak == 0
