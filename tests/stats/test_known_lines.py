"""A line that is on a daily's board already: whose entries count for that, and at what moment."""

import pytest

from accounts.models import User
from accounts.standing import suspend
from stats.models import BoardEntry, GameResult
from stats.services.reviews import decide
from tests.threads import at_once

from .boards import DAILY, NOON, full_player, new_game, rows, win
from .conftest import record

DAY = NOON.date()
LINE = {"daily": DAY, "line_key": "a" * 64}


@pytest.mark.django_db
class TestWhoseLineCounts:
    def doubts(self, **changed):
        """What speaks against the next win by the line."""
        return win(full_player(), **LINE | changed).doubts

    def test_that_of_a_listed_entry(self):
        win(full_player(), **LINE)
        assert self.doubts() == ["known_line"]

    def test_not_ones_own(self):
        player = full_player()
        win(player, **LINE)
        assert win(player, **LINE).doubts == []

    @pytest.mark.parametrize("state", ["guest", "held", "rejected", "suspended", "private"])
    def test_not_that_of_an_entry_that_nobody_sees(self, state):
        player = User.objects.create_guest() if state == "guest" else full_player()
        if state == "private":
            User.objects.filter(pk=player.pk).update(visibility="private")
        result = win(player, **LINE, doubts=["impossible_pace"] if state == "held" else [])
        if state == "rejected":
            decide(result, accepted=False, reason="a script")
        if state == "suspended":
            suspend(player)
        assert self.doubts() == []

    def test_that_of_an_accepted_one(self):
        result = win(full_player(), **LINE, doubts=["impossible_pace"])
        decide(result, accepted=True, reason="plays so in public")
        assert self.doubts() == ["known_line"]

    def test_not_that_of_another_day_or_variant_or_of_no_telling_line(self):
        win(full_player(), **LINE)
        win(full_player(), daily=DAY, line_key="")
        assert self.doubts(daily=DAY.replace(day=28)) == []
        assert self.doubts(variant="bakers_dozen") == []
        assert self.doubts(line_key="") == self.doubts(line_key="b" * 64) == []

    def test_not_that_of_an_entry_that_a_better_one_took_the_place_of(self):
        player = full_player()
        win(player, **LINE, score=100)
        win(player, **LINE | {"line_key": "b" * 64}, score=200)
        assert self.doubts() == []


@pytest.mark.django_db(transaction=True)
def test_r04_of_many_who_win_by_one_line_at_once_one_is_listed(anonymous):
    players = [full_player() for _ in range(8)]
    games = [new_game(player) for player in players]

    def finish(at):
        record(players[at], game_id=games[at], is_ranked=True, finished_at=NOON, **LINE)

    at_once([lambda at=at: finish(at) for at in range(8)])
    assert len(rows(anonymous, DAILY)) == 1
    assert (
        sorted(result.doubts for result in GameResult.objects.all()) == [[]] + [["known_line"]] * 7
    )


@pytest.mark.django_db(transaction=True)
def test_who_wins_by_two_lines_beside_others_waits_in_no_circle():
    players = [full_player() for _ in range(4)]
    games = [(player, key, new_game(player)) for player in players for key in ("a", "b")]

    def finish(player, key, game_id):
        line = {"daily": DAY, "line_key": key * 64}
        record(player, game_id=game_id, is_ranked=True, finished_at=NOON, **line)

    calls = [lambda game=game: finish(*game) for game in games]
    at_once([*calls, *(lambda player=player: suspend(player) for player in players)])
    assert GameResult.objects.count() == 8
    assert not BoardEntry.objects.filter(is_listed=True).exists()
