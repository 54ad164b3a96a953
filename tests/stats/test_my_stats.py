"""`GET /api/v1/me/stats`."""

from datetime import UTC, datetime, timedelta

import pytest

from .conftest import record

URL = "/api/v1/me/stats"

ONE_WIN = {
    "variant": "bakers_game",
    "level": "medium",
    "played": 1,
    "won": 1,
    "lost": 0,
    "win_pct": 100.0,
    "current_streak": 1,
    "best_streak": 1,
    "best_score": 5_000,
    "best_time_ms": 180_000,
    "best_moves": 95,
    "avg_time_ms_of_wins": 180_000,
    "avg_moves_of_wins": 95.0,
    "assisted": {"won": 0, "best_score": None, "best_time_ms": None, "best_moves": None},
}


def test_new_player_has_no_statistics(api):
    answer = api.get(URL)
    assert answer.status_code == 200
    assert answer.json()["items"] == []
    as_of = datetime.fromisoformat(answer.json()["as_of"])
    assert abs(datetime.now(UTC) - as_of) < timedelta(minutes=1)
    assert answer.json()["as_of"].endswith("Z")


def test_one_win(api, player):
    record(player)
    assert api.get(URL).json()["items"] == [ONE_WIN]


def test_one_loss_leaves_what_only_wins_have_unknown(api, player):
    record(player, won=False)
    (item,) = api.get(URL).json()["items"]
    assert item == ONE_WIN | {
        "won": 0,
        "lost": 1,
        "win_pct": 0.0,
        "current_streak": 0,
        "best_streak": 0,
        "best_score": None,
        "best_time_ms": None,
        "best_moves": None,
        "avg_time_ms_of_wins": None,
        "avg_moves_of_wins": None,
    }


def test_assisted_wins_are_kept_apart(api, player):
    record(player)
    record(player, assisted=True, score=9_000, time_ms=60_000, moves=52)
    record(player, won=False)
    (item,) = api.get(URL).json()["items"]
    assert item == ONE_WIN | {
        "played": 3,
        "won": 2,
        "lost": 1,
        "win_pct": 66.7,
        "current_streak": 0,
        "avg_time_ms_of_wins": 120_000,
        "avg_moves_of_wins": 73.5,
        "assisted": {"won": 1, "best_score": 9_000, "best_time_ms": 60_000, "best_moves": 52},
    }


def play_everywhere(player):
    for variant, level in (
        ("baroness", "easy"),
        ("bakers_game", "medium"),
        ("bakers_game", "easy"),
    ):
        record(player, variant=variant, level=level)


@pytest.mark.parametrize(
    ("query", "levels"),
    [
        ({}, ["bakers_game easy", "bakers_game medium", "baroness easy"]),
        ({"variant": "bakers_game"}, ["bakers_game easy", "bakers_game medium"]),
        ({"level": "easy"}, ["bakers_game easy", "baroness easy"]),
        ({"variant": "bakers_game", "level": "easy"}, ["bakers_game easy"]),
        ({"variant": "baroness", "level": "medium"}, []),
        ({"variant": "unheard_of"}, []),
    ],
    ids=str,
)
def test_statistics_of_a_variant_or_level(api, player, query, levels):
    play_everywhere(player)
    items = api.get(URL, query).json()["items"]
    assert [f"{item['variant']} {item['level']}" for item in items] == levels


@pytest.mark.parametrize("field", ["variant", "level"])
@pytest.mark.parametrize("value", ["", " ", "Baker's Game", "a\x00b", "x" * 41, "easy\n"], ids=repr)
def test_bad_filter_is_a_problem_that_names_it(api, field, value):
    answer = api.get(URL, {field: value})
    assert answer.status_code == 422
    assert answer["Content-Type"] == "application/problem+json"
    (error,) = answer.json()["errors"]
    assert error["pointer"] == field


def test_other_players_statistics_are_not_mine(api, other_player):
    record(other_player)
    assert api.get(URL).json()["items"] == []


def test_without_a_token_it_is_401(anonymous, db):
    answer = anonymous.get(URL)
    assert answer.status_code == 401
    assert answer["Content-Type"] == "application/problem+json"
    assert answer["WWW-Authenticate"].startswith("Bearer")


def test_unchanged_statistics_are_304(api, player):
    record(player)
    first = api.get(URL)
    assert first["ETag"].startswith('W/"')
    assert "private" in first["Cache-Control"]
    again = api.get(URL, headers={"If-None-Match": first["ETag"]})
    assert (again.status_code, again.content) == (304, b"")
    assert again["ETag"] == first["ETag"]
    record(player)
    changed = api.get(URL, headers={"If-None-Match": first["ETag"]})
    assert changed.status_code == 200
    assert changed["ETag"] != first["ETag"]


def test_etag_tells_filters_with_different_answers_apart(api, player):
    play_everywhere(player)
    everything = api.get(URL)["ETag"]
    assert api.get(URL, {"level": "easy"}, headers={"If-None-Match": everything}).status_code == 200


@pytest.mark.parametrize("levels", [1, 12])
def test_r31_statistics_cost_the_same_for_any_number_of_levels(
    api, player, levels, django_assert_num_queries
):
    for number in range(levels):
        record(player, level=f"level_{number}")
    with django_assert_num_queries(2):  # the session with its user, the totals
        assert len(api.get(URL).json()["items"]) == levels


def test_writing_is_not_allowed(api):
    assert api.post(URL, {"won": 99}, format="json").status_code == 405
