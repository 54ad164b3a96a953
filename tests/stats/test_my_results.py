"""`GET /api/v1/me/results`."""

from uuid import uuid4

import pytest

from stats.models import GameResult

from .conftest import figures, record

URL = "/api/v1/me/results"


def ids(page):
    return [item["game_id"] for item in page["items"]]


def test_new_player_has_no_results(api):
    answer = api.get(URL)
    assert answer.status_code == 200
    assert answer.json() == {"items": [], "next_cursor": None, "prev_cursor": None}


def test_a_win_and_a_loss_newest_first(api, player):
    win = record(player)
    loss = record(player, won=False, reason="replaced", assisted=True, level="hard")
    common = {
        "variant": "bakers_game",
        "time_ms": 180_000,
        "moves": 95,
        "undos": 4,
        "scoring_version": 1,
        "finished_at": "2026-11-29T10:00:48.210Z",
        "daily": None,
        "is_ranked": False,
        "review": None,
        "annulled": False,
        "corrections": [],
    }
    assert api.get(URL).json()["items"] == [
        common
        | {
            "game_id": str(loss.game_id),
            "level": "hard",
            "won": False,
            "reason": "replaced",
            "assisted": True,
            "score": None,
        },
        common
        | {
            "game_id": str(win.game_id),
            "level": "medium",
            "won": True,
            "reason": None,
            "assisted": False,
            "score": 5_000,
        },
    ]


def test_pages_forward_and_back_are_the_same(api, player, other_player):
    mine = []
    for _ in range(7):
        mine.append(str(record(player).game_id))
        record(other_player)
    newest_first = mine[::-1]

    forward = [api.get(URL, {"limit": 3}).json()]
    while forward[-1]["next_cursor"]:
        cursor = forward[-1]["next_cursor"]
        forward.append(api.get(URL, {"limit": 3, "cursor": cursor}).json())
    assert [ids(page) for page in forward] == [
        newest_first[:3],
        newest_first[3:6],
        newest_first[6:],
    ]
    assert forward[0]["prev_cursor"] is None

    back = [forward[-1]]
    while back[-1]["prev_cursor"]:
        cursor = back[-1]["prev_cursor"]
        back.append(api.get(URL, {"limit": 3, "cursor": cursor}).json())
    assert [ids(page) for page in back[::-1]] == [ids(page) for page in forward]


def test_new_results_do_not_move_the_pages(api, player):
    old = [str(record(player).game_id) for _ in range(6)][::-1]
    first = api.get(URL, {"limit": 2}).json()
    record(player)
    second = api.get(URL, {"limit": 2, "cursor": first["next_cursor"]}).json()
    assert ids(first) + ids(second) == old[:4]


def test_results_of_one_instant_are_each_shown_once(api, player):
    one = figures(player)
    rows = [GameResult(**one | {"game_id": uuid4()}) for _ in range(130)]
    GameResult.objects.bulk_create(rows)
    shown, cursor = [], None
    while True:
        page = api.get(URL, {"cursor": cursor} if cursor else {}).json()
        shown += ids(page)
        cursor = page["next_cursor"]
        if cursor is None:
            break
    assert shown == [str(row.game_id) for row in reversed(rows)]


def test_other_players_results_are_not_mine(api, other_player, client_for):
    for _ in range(3):
        record(other_player)
    assert api.get(URL).json()["items"] == []
    theirs = client_for(other_player).get(URL, {"limit": 1}).json()
    with_their_cursor = api.get(URL, {"limit": 1, "cursor": theirs["next_cursor"]})
    assert with_their_cursor.status_code == 400
    assert with_their_cursor.json()["code"] == "cursor_invalid"


@pytest.mark.parametrize(
    ("query", "status"),
    [
        ({"limit": "0"}, 422),
        ({"limit": "101"}, 422),
        ({"limit": "many"}, 422),
        ({"cursor": "forged"}, 400),
        ({"cursor": "a\x00b"}, 422),
    ],
    ids=str,
)
def test_bad_query_is_a_problem(api, player, query, status):
    record(player)
    answer = api.get(URL, query)
    assert answer.status_code == status
    assert answer["Content-Type"] == "application/problem+json"


def test_without_a_token_it_is_401(anonymous, db):
    answer = anonymous.get(URL)
    assert answer.status_code == 401
    assert answer["Content-Type"] == "application/problem+json"


def test_r31_a_page_costs_two_statements(api, player, django_assert_num_queries):
    for _ in range(30):
        record(player)
    for limit in (1, 25):
        with django_assert_num_queries(2):  # the session with its user, the results
            assert len(api.get(URL, {"limit": limit}).json()["items"]) == limit


@pytest.mark.parametrize("method", ["post", "put", "patch", "delete"])
def test_ledger_cannot_be_written(api, player, method):
    record(player)
    assert getattr(api, method)(URL).status_code == 405
    assert GameResult.objects.count() == 1
