"""Reviews: a doubtful result waits, is decided about in the admin, and the boards are right."""

from datetime import timedelta

import pytest
import time_machine
from django.db import IntegrityError, transaction

from accounts.erasure import erase
from accounts.models import User
from accounts.standing import confirm, suspend
from stats.days import ranked_until
from stats.models import BoardEntry, Decision, Totals
from stats.selectors.ledger import totals_that_differ
from stats.services.reviews import decide
from stats.services.verification import entries_that_differ

from .boards import DAILY, NOON, SCORE, STREAK, board, full_player, ranked, rows, win
from .conftest import record

pytestmark = pytest.mark.django_db
DAY = {"daily": NOON.date()}
DOUBTS = {"doubts": ["impossible_pace"]}


class TestBoards:
    def test_an_accepted_result_is_listed(self, anonymous):
        first, doubted = full_player(), full_player()
        win(first, score=800, **DAY)
        result = win(doubted, score=900, **DAY, **DOUBTS)
        assert ranked(anonymous, DAILY) == [(1, str(first.pk))]
        decide(result, accepted=True, reason="plays so in public")
        for key in (DAILY, SCORE):
            assert ranked(anonymous, key) == [(1, str(doubted.pk)), (2, str(first.pk))]

    def test_a_rejected_one_leaves_and_what_was_beside_it_stays(self, anonymous, client_for):
        player = full_player()
        win(player, score=500)
        result = win(player, score=900, **DOUBTS)
        decide(result, accepted=False, reason="a script")
        told = board(client_for(player), SCORE, "/me")
        assert (told["entry"]["score"], told["pending"]) == (500, None)
        assert [row["score"] for row in rows(anonymous, SCORE)] == [500]

    def test_an_appeal_ends_in_another_decision_and_both_are_kept(self, anonymous):
        player = full_player()
        result = win(player, score=900, **DOUBTS)
        decide(result, accepted=False, reason="a script")
        assert not BoardEntry.objects.exists()
        win(player, score=400)
        decide(result, accepted=True, reason="a video shows it", appeal="I have a video.")
        assert [row["score"] for row in rows(anonymous, SCORE)] == [900]
        assert list(Decision.objects.values_list("accepted", "appeal")) == [
            (False, ""),
            (True, "I have a video."),
        ]

    def test_a_streak_counts_in_public_only_what_stands(self, anonymous, client_for):
        player = full_player()
        client = client_for(player)
        waiting = [win(player, **DOUBTS) for _ in range(3)]
        assert not rows(anonymous, STREAK)
        win(player)
        assert [row["streak"] for row in rows(anonymous, STREAK)] == [1]
        told = board(client, STREAK, "/me")
        assert (told["entry"]["streak"], told["pending"]["streak"]) == (1, 4)
        assert told["pending"]["unlisted_reason"] == "pending"
        for at, (accepted, public, held) in enumerate(
            [(True, 2, 4), (False, 2, 3), (True, 3, None)]
        ):
            decide(waiting[at], accepted=accepted, reason="looked at")
            told = board(client, STREAK, "/me")
            assert [row["streak"] for row in rows(anonymous, STREAK)] == [public]
            assert (told["pending"] and told["pending"]["streak"]) == held
        assert list(entries_that_differ()) == list(totals_that_differ()) == []

    def test_a_loss_ends_the_streak_that_waits_too(self, anonymous, client_for):
        player = full_player()
        win(player, **DOUBTS)
        record(player, won=False)
        win(player)
        told = board(client_for(player), STREAK, "/me")
        assert (told["entry"]["streak"], told["pending"]["streak"]) == (1, 1)
        assert list(entries_that_differ()) == []

    def test_a_rejected_win_does_not_count_for_the_streak_of_the_boards(self, anonymous):
        player = full_player()
        win(player)
        result = win(player, **DOUBTS)
        win(player)
        assert [row["streak"] for row in rows(anonymous, STREAK)] == [2]
        decide(result, accepted=False, reason="a script")
        assert [row["streak"] for row in rows(anonymous, STREAK)] == [2]
        win(player)
        assert [row["streak"] for row in rows(anonymous, STREAK)] == [3]
        totals = Totals.objects.get()
        assert (totals.won, totals.best_streak, totals.ranked_streak) == (4, 4, 3)

    def test_r05_totals_equal_the_ledger_after_decisions_too(self):
        player = full_player()
        for accepted in (False, True, False):
            decide(win(player, **DOUBTS), accepted=accepted, reason="looked at")
            win(player)
            record(player, level="hard")
        assert list(totals_that_differ()) == []

    def test_a_decision_changes_nothing_of_others_or_of_other_levels(self, anonymous):
        player, other = full_player(), full_player()
        win(player, level="hard", score=700)
        win(other, score=600)
        before = set(BoardEntry.objects.values_list("pk", flat=True))
        result = win(player, score=900, **DOUBTS)
        decide(result, accepted=False, reason="a script")
        assert set(BoardEntry.objects.values_list("pk", flat=True)) == before

    @pytest.mark.parametrize("decisions", [[True], [False, True], [True, False, True]])
    @pytest.mark.parametrize(("seconds", "listed"), [(-1, 1), (0, 0), (3600, 0)])
    def test_no_decision_takes_a_late_guest_onto_a_closed_board(
        self, anonymous, seconds, listed, decisions
    ):
        guest = User.objects.create_guest()
        result = win(guest, score=900, **DAY, **DOUBTS)
        with time_machine.travel(ranked_until(NOON.date()) + timedelta(seconds=seconds)):
            confirm(guest)
        for accepted in decisions:
            decide(result, accepted=accepted, reason="looked at")
        assert len(rows(anonymous, DAILY)) == listed
        assert len(rows(anonymous, SCORE)) == 1
        assert list(entries_that_differ()) == []

    @pytest.mark.parametrize("was", ["listed", "suspended", "private"])
    def test_a_decision_about_an_erased_player_leaves_the_rows_as_they_were(self, anonymous, was):
        player = full_player(visibility="private" if was == "private" else "public")
        result = win(player, **DAY)
        if was == "suspended":
            suspend(player)
        erase(player, NOON)
        for accepted in (False, True):
            decide(result, accepted=accepted, reason="looked at")
        assert len(rows(anonymous, DAILY)) == (was == "listed")
        assert list(entries_that_differ()) == []

    def test_its_player_is_told(self, client_for):
        player = full_player()
        result = win(player, **DOUBTS)
        client = client_for(player)
        told = [client.get("/api/v1/me/results").json()["items"][0]["review"]]
        for accepted, reason in ((False, "a script"), (True, "a video shows it")):
            decide(result, accepted=accepted, reason=reason)
            told.append(client.get("/api/v1/me/results").json()["items"][0]["review"])
        assert told == [
            {"status": "pending", "reason": None},
            {"status": "rejected", "reason": "a script"},
            {"status": "accepted", "reason": "a video shows it"},
        ]

    def test_a_result_that_nothing_spoke_against_can_be_rejected_too(self, anonymous):
        first, reported = full_player(), full_player()
        win(first, score=100)
        result = win(reported, score=900)
        decide(result, accepted=False, reason="reported, and a script")
        assert ranked(anonymous, SCORE) == [(1, str(first.pk))]

    def test_a_decision_has_a_reason(self):
        result = win(full_player(), **DOUBTS)
        with pytest.raises(IntegrityError, match="decision_reasoned"), transaction.atomic():
            decide(result, accepted=True, reason="")
