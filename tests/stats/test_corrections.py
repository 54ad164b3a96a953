"""R5: a corrected result counts as if its game had never ended, and the ledger says why."""

from datetime import UTC, date, datetime, timedelta

import pytest
import time_machine
from django.db import IntegrityError, connection, transaction
from django.test.utils import CaptureQueriesContext
from drf_spectacular.generators import SchemaGenerator

from accounts.erasure import erase
from stats.models import Correction, GameResult, Totals
from stats.selectors.ledger import totals_that_differ
from stats.services.corrections import correct
from stats.services.reviews import decide
from stats.services.verification import entries_that_differ, wrong_counts
from tests.games.test_schema import closed, require_valid
from tests.threads import at_once

from .boards import DAILY, NOON, SCORE, STREAK, board, full_player, ranked, win
from .conftest import record

pytestmark = pytest.mark.django_db
RESULTS, STATS, STREAKS = (f"/api/v1/me/{name}" for name in ("results", "stats", "streaks"))
PAGE = "/admin/stats/countedresult/"


@pytest.fixture
def someone():
    return full_player()


@pytest.fixture
def client(someone, client_for):
    return client_for(someone)


def figures_of(client):
    (item,) = client.get(STATS).json()["items"]
    return item


def require_agreement(client):
    """The totals are a recount of what `/me/results` tells, and everything stored agrees."""
    results = client.get(RESULTS, {"limit": 100}).json()["items"]
    counted = [item for item in reversed(results) if not item["annulled"]]
    wins = [item for item in counted if item["won"]]
    streak = best = 0
    for item in counted:
        streak = 0 if not item["won"] else streak + (not item["assisted"])
        best = max(best, streak)
    own = [item for item in wins if not item["assisted"]]
    told = figures_of(client)
    assert (told["won"], told["lost"]) == (len(wins), len(counted) - len(wins))
    assert (told["current_streak"], told["best_streak"]) == (streak, best)
    assert told["best_score"] == max((item["score"] for item in own), default=None)
    assert told["best_time_ms"] == min((item["time_ms"] for item in own), default=None)
    assert told["best_moves"] == min((item["moves"] for item in own), default=None)
    assert told["assisted"]["won"] == len(wins) - len(own)
    assert not [*totals_that_differ(), *entries_that_differ(), *wrong_counts()]


def test_an_annulled_win_is_gone_from_totals_streaks_and_boards(client, someone, anonymous):
    win(someone, score=100, time_ms=9_000)
    best = win(someone, score=900, time_ms=1_000)
    win(someone, score=200, time_ms=8_000)
    other = win(full_player(), score=500)
    assert ranked(anonymous, SCORE)[0] == (1, str(someone.pk))
    correct(best, annulled=True, reason="the server gave the points twice")
    assert ranked(anonymous, SCORE) == [(1, str(other.player_id)), (2, str(someone.pk))]
    assert board(anonymous, SCORE)["items"][1]["score"] == 200
    assert board(anonymous, STREAK)["items"][0]["streak"] == 2
    told = figures_of(client)
    assert (told["won"], told["best_score"], told["best_streak"]) == (2, 200, 2)
    require_agreement(client)


def test_an_annulled_loss_breaks_no_streak(client, someone):
    win(someone)
    loss = record(someone, won=False, reason="expired")
    win(someone)
    assert figures_of(client)["current_streak"] == 1
    correct(loss, annulled=True, reason="the service was down")
    told = figures_of(client)
    assert (told["current_streak"], told["lost"], told["win_pct"]) == (2, 0, 100.0)
    require_agreement(client)


def test_what_was_annulled_in_error_counts_again_exactly(client, someone, anonymous):
    results = [win(someone, score=100 + number) for number in range(3)]
    results += [record(someone, assisted=True), record(someone, won=False)]
    everything = (figures_of(client), board(anonymous, SCORE)["items"], Totals.objects.get().tally)
    for result in results:
        correct(result, annulled=True, reason="in error")
        require_agreement(client)
    assert figures_of(client)["played"] == 0
    assert figures_of(client)["win_pct"] is None
    assert not board(anonymous, SCORE)["items"]
    for result in results:
        correct(result, annulled=False, reason="it was right")
        require_agreement(client)
    again = (figures_of(client), board(anonymous, SCORE)["items"], Totals.objects.get().tally)
    assert again == everything


def test_the_ledger_tells_every_correction_with_its_reason_and_time(client, someone):
    result, other = win(someone), win(someone)
    with time_machine.travel(NOON, tick=False) as clock:
        correct(result, annulled=True, reason="reported")
        clock.shift(timedelta(days=1))
        correct(result, annulled=False, reason="the report was wrong")
    plain, corrected = client.get(RESULTS).json()["items"]
    assert (plain["game_id"], plain["annulled"], plain["corrections"]) == (
        str(other.game_id),
        False,
        [],
    )
    assert not corrected["annulled"]
    assert corrected["won"]
    assert corrected["corrections"] == [
        {"annulled": True, "reason": "reported", "corrected_at": "2026-11-29T12:00:00.000Z"},
        {
            "annulled": False,
            "reason": "the report was wrong",
            "corrected_at": "2026-11-30T12:00:00.000Z",
        },
    ]


def test_the_results_as_they_were_recorded_stay(someone):
    result = win(someone)
    before = GameResult.objects.values().get()
    correct(result, annulled=True, reason="a test")
    assert GameResult.objects.values().get() == before
    with pytest.raises(IntegrityError), transaction.atomic():
        correct(result, annulled=False, reason="")
    assert Correction.objects.count() == 1


@pytest.mark.parametrize("accepted", [True, False])
def test_reviews_and_corrections_do_not_undo_each_other(client, someone, anonymous, accepted):
    result = win(someone, doubts=["impossible_pace"])
    correct(result, annulled=True, reason="a script")
    decide(result, accepted=accepted, reason="a review")
    assert not board(anonymous, SCORE)["items"]
    require_agreement(client)
    correct(result, annulled=False, reason="after all")
    assert len(board(anonymous, SCORE)["items"]) == accepted
    require_agreement(client)


def test_an_annulled_daily_is_won_for_no_streak(client, someone, anonymous):
    days = [date(2026, 11, 28), date(2026, 11, 29)]
    with time_machine.travel(NOON, tick=False):
        for day in days:
            finished = datetime(day.year, day.month, day.day, 9, tzinfo=UTC)
            result = win(someone, daily=day, finished_at=finished)
        daily = [
            each
            for each in client.get(STREAKS).json()["dailies"]
            if each["variant"] == "bakers_game"
        ]
        assert (daily[0]["current"], daily[0]["best"]) == (2, 2)
        correct(result, annulled=True, reason="a script")
        daily = [
            each
            for each in client.get(STREAKS).json()["dailies"]
            if each["variant"] == "bakers_game"
        ]
        assert (daily[0]["current"], daily[0]["best"]) == (0, 1)
        assert [day["status"] for day in daily[0]["days"][:2]] == ["lost", "won"]
    assert not board(anonymous, DAILY)["items"]


@pytest.mark.parametrize("language", ["en", "ru", "fr"])
def test_the_player_is_told_in_notices(client, someone, language):
    result = win(someone)
    texts = set()
    for annulled in (True, False):
        correct(result, annulled=annulled, reason=f"because {annulled}")
        answer = client.get("/api/v1/me/notices", headers={"Accept-Language": language})
        (notice,) = answer.json()["items"]
        assert notice["kind"] == ("result_annulled" if annulled else "result_restored")
        assert notice["game_id"] == str(result.game_id)
        assert notice["reason"] == f"because {annulled}"
        texts.add(notice["text"])
        assert notice["text"].isascii() == (language == "en")
    assert len(texts) == 2


def test_results_cost_the_same_statements_however_many_were_corrected(client, someone):
    def statements():
        with CaptureQueriesContext(
            connection,
        ) as seen:
            client.get(RESULTS)
        return len(seen)

    correct(win(someone), annulled=True, reason="a test")
    few = statements()
    for _ in range(5):
        correct(win(someone), annulled=True, reason="a test")
    assert statements() == few


@pytest.mark.django_db(transaction=True)
def test_r05_games_that_end_meanwhile_are_counted_too(client, someone):
    results = [win(someone) for _ in range(4)]
    calls = [lambda each=each: correct(each, annulled=True, reason="a test") for each in results]
    calls += [lambda: record(someone, won=False), lambda: win(someone)]
    at_once(calls)
    told = figures_of(client)
    assert (told["won"], told["lost"]) == (1, 1)
    require_agreement(client)


def test_the_reason_goes_with_the_player(someone):
    correct(win(someone), annulled=True, reason="wrote to us from wanda@example.org")
    with transaction.atomic():
        erase(someone, NOON)
    assert Correction.objects.get().reason == "(erased)"


def test_it_is_as_described(client, someone):
    components = closed(SchemaGenerator().get_schema(request=None, public=True)["components"])
    correct(win(someone), annulled=True, reason="a test")
    require_valid(client.get(RESULTS).json(), "PaginatedGameResultList", components)
