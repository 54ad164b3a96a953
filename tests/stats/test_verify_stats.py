"""The check of the totals against the ledger finds what is wrong, and only that."""

from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from accounts.standing import suspend
from stats.models import BoardCount, BoardEntry, GameResult, Totals
from stats.selectors.ledger import Difference, totals_that_differ
from stats.services.reviews import decide
from stats.services.verification import entries_that_differ, wrong_counts
from stats.totals import Tally

from .boards import SCORE, full_player, win
from .conftest import new_player, record


def some_results():
    players = [new_player() for _ in range(3)]
    for player in players:
        for level in ("hard", "easy"):
            for won in (True, False, True):
                record(player, won=won, level=level)
    return players


@pytest.mark.django_db
def test_nothing_differs_after_recording():
    some_results()
    assert list(totals_that_differ()) == []


@pytest.mark.django_db
def test_wrong_totals_are_found():
    player = some_results()[1]
    Totals.objects.filter(player=player, level="easy").update(won=5, best_moves=1)
    (difference,) = totals_that_differ()
    assert (difference.player_id, difference.variant) == (player.pk, "bakers_game")
    assert difference.level == "easy"
    assert (difference.stored.won, difference.counted.won) == (5, 2)
    assert (difference.stored.best_moves, difference.counted.best_moves) == (1, 95)


@pytest.mark.django_db
def test_missing_totals_are_found():
    player = some_results()[2]
    Totals.objects.filter(player=player, level="hard").delete()
    (difference,) = totals_that_differ()
    assert (difference.player_id, difference.stored) == (player.pk, Tally())
    assert difference.counted.played == 3


@pytest.mark.django_db
def test_totals_without_a_ledger_are_found():
    player = some_results()[0]
    tally = Totals.objects.get(player=player, level="easy").tally
    GameResult.objects.filter(player=player, level="easy").delete()
    assert list(totals_that_differ()) == [
        Difference(player.pk, "bakers_game", "easy", stored=tally, counted=Tally())
    ]


@pytest.mark.django_db
def test_one_walk_over_each_table(django_assert_num_queries):
    some_results()
    with django_assert_num_queries(2):
        list(totals_that_differ())


@pytest.mark.django_db(transaction=True)
def test_command_is_content_with_equal_totals():
    some_results()
    out = StringIO()
    call_command("verify_stats", stdout=out)
    assert out.getvalue() == "All totals and boards equal the ledger.\n"


@pytest.mark.django_db(transaction=True)
def test_command_fails_and_names_what_differs():
    player = some_results()[0]
    Totals.objects.filter(player=player, level="easy").update(lost=7)
    out = StringIO()
    with pytest.raises(CommandError, match="1 totals and 0 parts of boards differ"):
        call_command("verify_stats", stdout=out)
    assert f"player {player.pk}, bakers_game easy" in out.getvalue()
    assert "lost=7" in out.getvalue()
    assert Totals.objects.get(player=player, level="easy").lost == 7


class TestBoards:
    pytestmark = pytest.mark.django_db

    def some_wins(self):
        players = [full_player() for _ in range(3)]
        for player in players:
            for score in (300, 500, 400):
                win(player, score=score)
            win(player, level="hard")
            record(player, won=False)
            decide(win(player, score=600, doubts=["impossible_pace"]), accepted=False, reason="x")
            win(player, score=700, doubts=["impossible_pace"])
        return players

    def test_nothing_differs_after_recording_and_deciding(self):
        suspend(self.some_wins()[0])
        assert (list(entries_that_differ()), wrong_counts()) == ([], [])

    def test_wrong_and_missing_entries_are_found(self):
        players = self.some_wins()
        own = BoardEntry.objects.filter(board=SCORE, is_held=False)
        own.filter(player=players[0]).update(first=-9, bucket=-9 << 20)
        own.filter(player=players[1]).delete()
        found = list(entries_that_differ())
        assert [text.partition(":")[0] for text in found if str(players[0].pk) in text] == [
            "missing",
            "not from the ledger",
        ]
        assert [text.partition(":")[0] for text in found if str(players[1].pk) in text] == [
            "missing"
        ]
        assert len(found) == 3
        # What changed them was no service, and the counts followed all the same.
        assert wrong_counts() == []

    @pytest.mark.parametrize("flag", ["by_guest", "is_withheld"])
    def test_wrong_flags_are_found(self, flag):
        player = self.some_wins()[0]
        BoardEntry.objects.filter(board=SCORE, player=player, is_held=False).update(**{flag: True})
        assert len(list(entries_that_differ())) == 2

    def test_wrong_counts_are_found(self):
        self.some_wins()
        count = BoardCount.objects.filter(board=SCORE, scale=0, entries__gt=0).first()
        BoardCount.objects.filter(pk=count.pk).update(entries=count.entries + 1)
        (found,) = wrong_counts()
        assert found.startswith(f"{SCORE}, bucket {count.bucket} at scale 0: ")


@pytest.mark.django_db(transaction=True)
def test_command_names_what_differs_on_boards():
    player = full_player()
    win(player)
    BoardEntry.objects.filter(board=SCORE).delete()
    out = StringIO()
    with pytest.raises(CommandError, match="0 totals and 1 parts of boards differ"):
        call_command("verify_stats", stdout=out)
    assert f"missing: {SCORE} of {player.pk}" in out.getvalue()
