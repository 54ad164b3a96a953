"""The check of the totals against the ledger finds what is wrong, and only that."""

from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from stats.models import GameResult, Totals
from stats.selectors import Difference, totals_that_differ
from stats.totals import Tally

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
    assert out.getvalue() == "All totals equal the ledger.\n"


@pytest.mark.django_db(transaction=True)
def test_command_fails_and_names_what_differs():
    player = some_results()[0]
    Totals.objects.filter(player=player, level="easy").update(lost=7)
    out = StringIO()
    with pytest.raises(CommandError, match="1 totals differ"):
        call_command("verify_stats", stdout=out)
    assert f"player {player.pk}, bakers_game easy" in out.getvalue()
    assert "lost=7" in out.getvalue()
    assert Totals.objects.get(player=player, level="easy").lost == 7
