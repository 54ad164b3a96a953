"""R04, R22, R23: boards while many write and read them, by real threads on real PostgreSQL."""

import pytest

from accounts.standing import restore, suspend
from stats.models import BoardCount, BoardEntry
from stats.selectors.boards import ORDER, board_size, listed_entries, ranks_and_size
from stats.services.verification import wrong_counts
from tests.threads import at_once

from .boards import NOON, SCORE, STREAK, full_player, new_game, ranked, win
from .conftest import record
from .test_r22_ranks import naive_ranks


@pytest.mark.django_db(transaction=True)
class TestAtOnce:
    def test_r22_pages_are_whole_while_others_insert(self, anonymous):
        there = [win(full_player(), score=score * 10, moves=score) for score in range(30)]
        coming = [full_player() for _ in range(24)]
        games = {player.pk: new_game(player) for player in coming}

        def insert(players, first):
            for number, player in enumerate(players):
                record(
                    player,
                    game_id=games[player.pk],
                    is_ranked=True,
                    score=first + 12 * number,
                    finished_at=NOON,
                )

        def walk():
            return ranked(anonymous, SCORE, limit=4)

        found = at_once(
            [
                lambda: insert(coming[:8], 5),
                lambda: insert(coming[8:16], 100),
                lambda: insert(coming[16:], 205),
                walk,
                walk,
            ]
        )[3:]
        old = [str(result.player_id) for result in reversed(there)]
        for shown in found:
            players = [player for _, player in shown]
            assert len(players) == len(set(players))
            assert [player for player in players if player in old] == old
            ranks = [rank for rank, _ in shown]
            assert ranks == sorted(ranks)
        everybody = walk()
        assert len(everybody) == 54
        entries = BoardEntry.objects.filter(board=SCORE)
        keys = [(-each.score, each.time_ms, each.moves) for each in entries]
        assert sorted(naive_ranks(keys)) == [rank for rank, _ in everybody]
        assert not wrong_counts()

    def test_r04_fifty_wins_at_once_are_one_row(self, anonymous):
        player = full_player()
        games = [new_game(player) for _ in range(50)]

        def finish(number):
            record(player, game_id=games[number], is_ranked=True, score=number, finished_at=NOON)

        at_once([lambda number=number: finish(number) for number in range(50)])
        assert [(row.score, row.game_id) for row in BoardEntry.objects.filter(board=SCORE)] == [
            (49, games[49])
        ]
        assert BoardEntry.objects.get(board=STREAK).streak == 50
        assert not wrong_counts()

    def test_r23_counts_are_right_after_writers_that_met_in_one_bucket(self):
        players = [full_player() for _ in range(16)]
        games = {player.pk: [new_game(player) for _ in range(6)] for player in players}

        def play(player):
            for score, game_id in zip((10, 20, 20, 30, 40, 40), games[player.pk], strict=True):
                record(player, game_id=game_id, is_ranked=True, score=score, finished_at=NOON)
                suspend(player)
                restore(player)

        at_once([lambda player=player: play(player) for player in players])
        assert not wrong_counts()
        assert board_size(SCORE) == 16
        assert ranks_and_size(SCORE, list(listed_entries(SCORE).order_by(*ORDER))) == ([1] * 16, 16)
        rows = BoardCount.objects.filter(board=SCORE, scale=0)
        assert rows.count() <= 16 * 4

    @pytest.mark.parametrize("_try", range(5))
    def test_who_is_suspended_while_winning_is_not_listed(self, _try):
        player = full_player()
        game_id = new_game(player)
        at_once(
            [
                lambda: suspend(player),
                lambda: record(player, game_id=game_id, is_ranked=True, finished_at=NOON),
            ]
        )
        assert not BoardEntry.objects.filter(player=player, is_listed=True).exists()
        assert BoardEntry.objects.filter(player=player).count() == 7
        assert not wrong_counts()

    @pytest.mark.parametrize("_try", range(5))
    def test_who_is_suspended_while_changing_the_profile_is_not_listed(self, _try, client_for):
        player = full_player()
        win(player)
        client = client_for(player)
        at_once(
            [
                lambda: suspend(player),
                lambda: client.patch("/api/v1/me", {"visibility": "public"}),
            ]
        )
        assert not BoardEntry.objects.filter(player=player, is_listed=True).exists()
