"""Boards over HTTP: order, ranks, pages, one's own place, and what a board takes."""

from datetime import UTC, datetime, timedelta

import pytest
import time_machine

from accounts.names import public_name

from .boards import DAILY, NOON, SCORE, STREAK, TIME, board, full_player, ranked, rows, win
from .conftest import record

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def clock():
    with time_machine.travel(NOON, tick=False) as traveller:
        yield traveller


def at(**passed):
    return NOON - timedelta(hours=2) + timedelta(**passed)


def named(name):
    return full_player(display_name=name, name_key=name.lower())


class TestOrder:
    def test_of_a_daily_and_of_scores(self, anonymous):
        day = {"daily": NOON.date()}
        slow = win(named("Slow"), score=500, time_ms=9_000, **day)
        many = win(named("Many moves"), score=500, time_ms=8_000, moves=99, **day)
        win(named("Another day"), score=500, time_ms=8_000, moves=90, finished_at=at(minutes=9))
        later = at(hours=1)
        late = win(named("Late"), score=500, time_ms=8_000, moves=90, finished_at=later, **day)
        soon = win(named("Soon"), score=500, time_ms=8_000, moves=90, finished_at=at(), **day)
        best = win(named("Best"), score=501, time_ms=99_000, moves=300, **day)
        shown = rows(anonymous, DAILY)
        assert [row["player"]["id"] for row in shown] == [
            str(result.player_id) for result in (best, soon, late, many, slow)
        ]
        assert [row["rank"] for row in shown] == [1, 2, 2, 4, 5]
        assert [row["rank"] for row in rows(anonymous, SCORE)] == [1, 2, 2, 2, 5, 6]

    def test_of_times(self, anonymous):
        long = win(full_player(), score=900, time_ms=2_000, moves=50)
        many = win(full_player(), score=500, time_ms=1_000, moves=61)
        late = win(full_player(), score=100, time_ms=1_000, moves=60, finished_at=at(hours=1))
        soon = win(full_player(), score=700, time_ms=1_000, moves=60, finished_at=at())
        order = [str(result.player_id) for result in (soon, late, many, long)]
        assert ranked(anonymous, TIME) == list(zip([1, 1, 3, 4], order, strict=True))

    def test_of_streaks_who_reached_it_first_is_first(self, anonymous):
        first, second, third = full_player(), full_player(), full_player()
        for player, wins in ((second, 2), (third, 1), (first, 2)):
            for _ in range(wins):
                win(player, finished_at=at(hours=1) if player is second else at())
        assert ranked(anonymous, STREAK) == [
            (1, str(first.pk)), (1, str(second.pk)), (3, str(third.pk)),
        ]  # fmt: skip
        assert [row["streak"] for row in rows(anonymous, STREAK)] == [2, 2, 1]
        assert {row["score"] for row in rows(anonymous, STREAK)} == {None}

    def test_a_better_result_takes_the_place_and_an_equal_one_does_not(self, anonymous):
        player = full_player()
        win(player, score=500, finished_at=at())
        win(player, score=400, finished_at=at(minutes=1))
        win(player, score=500, finished_at=at(minutes=2))
        (row,) = rows(anonymous, SCORE)
        assert (row["score"], row["finished_at"]) == (500, "2026-11-29T10:00:00.000Z")
        win(player, score=501, finished_at=at(minutes=3))
        (row,) = rows(anonymous, SCORE)
        assert (row["score"], row["finished_at"]) == (501, "2026-11-29T10:03:00.000Z")

    def test_a_streak_is_kept_when_it_is_broken(self, anonymous):
        player = full_player()
        for won in (True, True, True, False, True):
            win(player) if won else record(player, won=False)
        assert [row["streak"] for row in rows(anonymous, STREAK)] == [3]


class TestTold:
    def test_a_page_is_as_the_design_has_it(self, anonymous):
        result = win(named("Anna"), daily=NOON.date())
        assert board(anonymous, DAILY) == {
            "board": DAILY,
            "status": "open",
            "closes_at": "2026-11-30T00:00:00.000Z",
            "size": 1,
            "as_of": "2026-11-29T12:00:00.000Z",
            "items": [
                {
                    "rank": 1,
                    "player": {"id": str(result.player_id), "name": "Anna"},
                    "score": 5000,
                    "time_ms": 180000,
                    "moves": 95,
                    "undos": 4,
                    "streak": None,
                    "finished_at": "2026-11-29T12:00:00.000Z",
                    "game_id": None,
                }
            ],
            "next_cursor": None,
            "prev_cursor": None,
        }

    def test_an_empty_board_is_a_board(self, anonymous):
        assert board(anonymous, DAILY)["items"] == []
        assert board(anonymous, f"{SCORE}:2026-11")["size"] == 0

    def test_who_has_no_name_has_one_there_that_is_the_same_on_every_board(self, anonymous):
        result = win(full_player(), daily=NOON.date())
        shown = [rows(anonymous, key)[0]["player"] for key in (DAILY, SCORE)]
        assert shown == [{"id": str(result.player_id), "name": public_name(result.player)}] * 2
        assert shown[0]["name"].startswith("Player-")

    @pytest.mark.parametrize(
        "key",
        [
            "daily:2026-11-30:bakers_game",
            "daily:2026-11-29:good_measure",
            "daily:2026-02-30:bakers_game",
            "daily:2026-11-29:bakers_game:medium",
            "best_score:bakers_game:custom",
            "best_score:chess:medium",
            "best_score:bakers_game",
            "best_score:bakers_game:medium:2026-12",
            "best_score:bakers_game:medium:2026-W49",
            "best_score:bakers_game:medium:2026-W00",
            "best_score:bakers_game:medium:2026-w48",
            "best_streak:bakers_game:medium:2026-11",
            "Best_score:bakers_game:medium",
            "x" * 2000,
        ],
    )
    def test_what_names_no_board_is_not_found(self, anonymous, api, key):
        for part in ("", "/me", "/around-me"):
            answer = api.get(f"/api/v1/leaderboards/{key}{part}")
            assert (answer.status_code, answer.json()["code"]) == (404, "not_found")

    def test_an_unchanged_board_is_answered_304(self, anonymous, clock):
        win(full_player(), daily=NOON.date())
        tag = anonymous.get(f"/api/v1/leaderboards/{DAILY}")["ETag"]
        clock.shift(5)
        path = f"/api/v1/leaderboards/{DAILY}"
        assert anonymous.get(path, HTTP_IF_NONE_MATCH=tag).status_code == 304
        win(full_player(), daily=NOON.date())
        assert anonymous.get(path, HTTP_IF_NONE_MATCH=tag).status_code == 200

    def test_a_closed_board_may_be_kept_for_a_while_and_opens_its_games(self, anonymous, clock):
        result = win(full_player(), daily=NOON.date())
        path = f"/api/v1/leaderboards/{DAILY}"
        assert anonymous.get(path)["Cache-Control"] == "private, no-cache"
        clock.move_to(datetime(2026, 11, 30, tzinfo=UTC))
        answer = anonymous.get(path)
        assert answer["Cache-Control"] == "public, max-age=300"
        # It is handed on to others, whom the quota of this caller does not concern.
        assert "RateLimit" not in answer
        assert "RateLimit-Policy" not in answer
        assert answer["ETag"].startswith('W/"')
        assert answer.json()["status"] == "closed"
        assert answer.json()["items"][0]["game_id"] == str(result.game_id)

    def test_r31_a_page_costs_two_statements(self, anonymous, django_assert_num_queries):
        for score in (1, 2, 2, 3):
            win(full_player(), score=score)
        for limit in (1, 4):
            with django_assert_num_queries(2):
                board(anonymous, SCORE, limit=limit)

    def test_cursors_are_good_for_everybody(self, anonymous, api):
        for score in (1, 2, 3):
            win(full_player(), score=score)
        page = board(anonymous, SCORE, limit=2)
        assert board(api, SCORE, limit=2) == page
        assert len(board(api, SCORE, limit=2, cursor=page["next_cursor"])["items"]) == 1
        answer = api.get(f"/api/v1/leaderboards/{TIME}", {"cursor": page["next_cursor"]})
        assert (answer.status_code, answer.json()["code"]) == (400, "cursor_invalid")

    @pytest.mark.parametrize("limit", [1, 2, 3, 7])
    def test_r22_pages_back_are_the_pages_forth(self, anonymous, limit):
        for score in (1, 2, 2, 2, 3, 3, 4):
            win(full_player(), score=score)
        forth = [board(anonymous, SCORE, limit=limit)]
        while cursor := forth[-1]["next_cursor"]:
            forth.append(board(anonymous, SCORE, limit=limit, cursor=cursor))
        back = forth[-1:]
        while cursor := back[0]["prev_cursor"]:
            back.insert(0, board(anonymous, SCORE, limit=limit, cursor=cursor))
        shown = [row for page in forth for row in page["items"]]
        assert [row for page in back for row in page["items"]] == shown
        assert [row["rank"] for row in shown] == [1, 2, 2, 4, 4, 4, 7]

    def test_r22_who_comes_in_between_two_pages_moves_ranks_and_no_row(self, anonymous):
        for score in (1, 2, 3, 4):
            win(full_player(), score=score)
        first = board(anonymous, SCORE, limit=2)
        win(full_player(), score=5)
        second = board(anonymous, SCORE, limit=2, cursor=first["next_cursor"])
        scores = [row["score"] for row in first["items"] + second["items"]]
        assert scores == [4, 3, 2, 1]
        assert [row["rank"] for row in second["items"]] == [4, 5]
        again = board(anonymous, SCORE, limit=2, cursor=second["prev_cursor"])
        assert [(row["score"], row["rank"]) for row in again["items"]] == [(4, 2), (3, 3)]

    @pytest.mark.parametrize(
        ("part", "query"),
        [
            ("", {"x": "1"}),
            ("/me", {"a": 1}),
            ("/me", {"limit": "1"}),
            ("/around-me", {"cursor": "x"}),
        ],
    )
    def test_what_is_asked_wrongly_is_refused(self, api, part, query):
        answer = api.get(f"/api/v1/leaderboards/{SCORE}{part}", query)
        assert answer.status_code == 422

    @pytest.mark.parametrize(
        "limit",
        ["", "1", "05", "100", "0", "101", "-1", "+5", "1.0", "1e2", "9" * 20, "٣", ["3", "4"]],
    )
    def test_a_limit_is_read_alike_wherever_it_is_asked_for(self, api, player, limit):
        win(player)
        paths = (f"leaderboards/{SCORE}", f"leaderboards/{SCORE}/around-me", "me/results")
        answers = [api.get(f"/api/v1/{path}", {"limit": limit}) for path in paths]
        assert len({answer.status_code for answer in answers}) == 1
        refused = [answer.json().get("errors") for answer in answers]
        assert refused[0] == refused[1] == refused[2]
        assert (refused[0] is None) == (limit in ("", "1", "05", "100"))
