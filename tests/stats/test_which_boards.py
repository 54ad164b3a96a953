"""Which boards a result is on, and which results are on none."""

from datetime import UTC, datetime, timedelta

import pytest
import time_machine
from django.db import IntegrityError, transaction

from stats.models import BoardEntry

from .boards import NOON, SCORE, STREAK, TIME, full_player, rows, win
from .conftest import record

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def clock():
    with time_machine.travel(NOON, tick=False) as traveller:
        yield traveller


class TestPeriods:
    @pytest.mark.parametrize(
        ("finished_at", "week", "month"),
        [
            ("2026-11-29T23:59:59.999", "2026-W48", "2026-11"),
            ("2026-11-30T00:00:00.000", "2026-W49", "2026-11"),
            ("2026-12-01T00:00:00.000", "2026-W49", "2026-12"),
            ("2027-01-03T23:59:59.999", "2026-W53", "2027-01"),
            ("2028-02-29T12:00:00.000", "2028-W09", "2028-02"),
        ],
    )
    def test_a_result_is_on_the_boards_of_its_week_and_month(self, finished_at, week, month):
        instant = datetime.fromisoformat(finished_at).replace(tzinfo=UTC)
        win(full_player(), finished_at=instant)
        keys = set(BoardEntry.objects.values_list("board", flat=True))
        bests = {f"{kind}{end}" for kind in (SCORE, TIME) for end in ("", f":{week}", f":{month}")}
        assert keys == {STREAK, *bests}

    def test_each_has_its_own_best(self, anonymous, clock):
        player = full_player()
        win(player, score=900, finished_at=NOON - timedelta(days=40))
        win(player, score=700, finished_at=NOON - timedelta(days=10))
        win(player, score=800, finished_at=NOON)
        scores = {
            end: [row["score"] for row in rows(anonymous, f"{SCORE}{end}")]
            for end in ("", ":2026-10", ":2026-11", ":2026-W47", ":2026-W48")
        }
        assert scores == {
            "": [900], ":2026-10": [900], ":2026-11": [800], ":2026-W47": [700], ":2026-W48": [800],
        }  # fmt: skip


class TestTaken:
    def test_results_that_are_not_ranked_are_on_no_board(self, player):
        record(player)
        record(player, won=False)
        record(player, assisted=True)
        assert not BoardEntry.objects.exists()

    def test_an_entry_has_a_game(self, player):
        with pytest.raises(IntegrityError, match="entry_has_game"), transaction.atomic():
            record(player, is_ranked=True)

    def test_an_assisted_win_or_a_loss_cannot_be_ranked(self, player):
        for wrong in ({"assisted": True}, {"won": False}):
            with pytest.raises(IntegrityError, match="result_ranked"), transaction.atomic():
                win(player, **wrong)
