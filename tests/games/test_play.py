"""Playing, giving up and reading games over HTTP."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
import time_machine

from games.models import Game
from games.rules import LOG_LIMIT, Op, log_text
from tests.games.conftest import (
    Player,
    code,
    line_of,
    nearly_won,
    new_id,
    pointers,
    random_cards,
    stored,
)

NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)
MS_1 = {"deal": {"scheme": "ms", "number": 1}}


def test_a_game_is_played_move_by_move_to_a_win(player: Player, stock: None) -> None:
    with time_machine.travel(NOON, tick=False) as clock:
        game = player.start("easy")
        line = line_of(game)
        for move in line:
            assert move in {legal["move"] for legal in game["legal_moves"]}
            clock.shift(timedelta(seconds=1))
            game = player.play(game, move)
    seconds = len(line)
    assert (game["status"], game["reason"], game["stuck"]) == ("won", None, False)
    assert game["legal_moves"] == game["blocked"] == []
    assert (game["can_undo"], game["auto_finish"], game["clock"]["running"]) == (False,) * 3
    assert (game["version"], game["moves"], game["undos"]) == (seconds, seconds, 0)
    assert game["clock"]["elapsed_ms"] == seconds * 1000
    assert game["score"]["cards"] == 520
    assert game["score"]["bonus"] == 600_000 // seconds
    stats = player.stats("easy")
    assert (stats["played"], stats["won"], stats["lost"]) == (1, 1, 0)
    assert (stats["win_pct"], stats["current_streak"], stats["best_streak"]) == (100.0, 1, 1)
    assert stats["best_score"] == game["score"]["total"]
    assert (stats["best_time_ms"], stats["best_moves"]) == (seconds * 1000, seconds)
    (result,) = player.get("/me/results").json()["items"]
    assert (result["game_id"], result["score"]) == (game["id"], game["score"]["total"])


def test_auto_finish_wins_without_counting_moves(player: Player, stock: None) -> None:
    game = player.start("easy")
    for move in line_of(game):
        if game["auto_finish"]:
            break
        assert code(player.send(game, "x")) == "illegal_move"
        game = player.play(game, move)
    won = player.play(game, "x")
    assert (won["status"], won["moves"], won["version"]) == (
        "won",
        game["moves"],
        game["version"] + 1,
    )
    assert won["score"]["cards"] == 520


def test_undo_goes_back_to_the_deal_and_counts_as_a_move(player: Player) -> None:
    start = player.start(**MS_1)
    game = player.play(start, "1a", "2b", "3c")
    for _ in range(3):
        assert game["can_undo"]
        game = player.play(game, "z")
    assert game["piles"] == start["piles"]
    assert (game["version"], game["moves"], game["undos"], game["can_undo"]) == (6, 6, 3, False)
    answer = player.send(game, "z")
    assert (answer.status_code, code(answer)) == (422, "nothing_to_undo")


def test_bg_32_the_undo_history_is_there_after_coming_back(player: Player) -> None:
    start = player.start(**MS_1)
    game = start
    for _ in range(10):
        game = player.play(game, "72", "z")
    again = player.get(f"/games/{start['id']}").json()
    assert again["version"] == 20
    game = player.play(again, "72", "2a", "z", "z")
    assert game["piles"] == start["piles"]


def test_a_pause_stops_the_clock_and_covers_the_cards(player: Player) -> None:
    with time_machine.travel(NOON, tick=False) as clock:
        game = player.start(**MS_1)
        clock.shift(timedelta(seconds=10))
        paused = player.play(game, "p")
        clock.shift(timedelta(hours=3))
        seen = player.get(f"/games/{game['id']}").json()
        assert seen["paused"]
        assert (seen["clock"]["elapsed_ms"], seen["clock"]["running"]) == (10_000, False)
        assert all("cards" not in pile for pile in seen["piles"])
        assert [pile["count"] for pile in seen["piles"]] == [7] * 4 + [6] * 4 + [0] * 8
        assert seen["legal_moves"] == seen["blocked"] == []
        answer = player.send(paused, "1a")
        assert (answer.status_code, code(answer)) == (409, "game_paused")
        assert code(player.send(paused, "z")) == "game_paused"
        again = player.play(paused, "p")
        resumed = player.play(again, "r", "r", "1a")
        clock.shift(timedelta(seconds=5))
        assert player.get(f"/games/{game['id']}").json()["clock"]["elapsed_ms"] == 15_000
    assert resumed["version"] == 5
    assert resumed["moves"] == 1


def test_a_long_silence_counts_as_five_minutes(player: Player) -> None:
    with time_machine.travel(NOON, tick=False) as clock:
        game = player.start(**MS_1)
        clock.shift(timedelta(days=2))
        game = player.play(game, "1a")
        assert game["clock"]["running"]
        clock.shift(timedelta(seconds=1))
        seen = player.get(f"/games/{game['id']}").json()
        assert seen["clock"]["running"]
        clock.shift(timedelta(minutes=5))
        left = player.get(f"/games/{game['id']}").json()
    assert (left["clock"]["elapsed_ms"], left["clock"]["running"]) == (600_000, False)
    assert game["clock"]["elapsed_ms"] == 300_000
    assert seen["clock"]["elapsed_ms"] == 301_000
    assert seen["clock"]["as_of"] == "2026-03-03T12:00:01.000Z"
    assert seen["expires_at"] == "2026-04-02T12:00:00.000Z"


def test_time_never_runs_backwards(player: Player) -> None:
    with time_machine.travel(NOON, tick=False) as clock:
        game = player.start(**MS_1)
        clock.shift(timedelta(seconds=20))
        game = player.play(game, "1a")
        clock.shift(timedelta(seconds=-15))
        game = player.play(game, "2b")
        assert game["clock"]["elapsed_ms"] == 20_000
    assert [op.at_ms for op in stored(game).playthrough.log] == [20_000, 20_000]


def test_a_batch_is_all_or_nothing_and_names_the_op(player: Player) -> None:
    game = player.start(**MS_1)
    answer = player.send(game, "1a", "2b", "2a")
    assert (answer.status_code, code(answer)) == (422, "illegal_move")
    problem = answer.json()
    (error,) = problem["errors"]
    assert (error["pointer"], error["code"]) == ("/ops/2", "cell_occupied")
    assert problem["version"] == 0
    assert player.get(f"/games/{game['id']}").json()["version"] == 0


def test_a_run_that_is_too_long_is_told_how_many_can_go(player: Player) -> None:
    run = ["5C", "4C", "3C"]
    rest = [card for card in random_cards() if card not in {*run, "6C"}]
    columns = [[*rest[:4], *run], [*rest[4:10], "6C"]]
    columns += [rest[10:17], rest[17:24], *(rest[24 + 6 * n : 30 + 6 * n] for n in range(4))]
    cards = [column[row] for row in range(7) for column in columns if row < len(column)]
    game = player.start("custom", custom={"cells": 1}, deal={"cards": cards})
    entry = {"from": "1", "to": "2", "n": 3, "max_run": 2, "reason": "run_too_long"}
    assert entry in game["blocked"]
    answer = player.send(game, "12")
    problem = answer.json()
    assert (answer.status_code, problem["errors"][0]["code"]) == (422, "run_too_long")
    assert problem["max_run"] == 2
    assert "2" in problem["errors"][0]["detail"]


def test_r02_a_repeated_batch_changes_nothing(player: Player) -> None:
    game = player.start(**MS_1)
    first = player.send(game, "1a", "2b")
    again = player.send(game, "1a", "2b")
    assert (first.status_code, again.status_code) == (200, 200)
    assert again.json()["version"] == 2
    longer = player.send(game, "1a", "2b", "3c")
    assert longer.json()["version"] == 3
    assert player.send(game, "1a").json()["version"] == 3
    assert player.send(game, "2b", "3c", "4d", version=1).json()["version"] == 4


def test_a_diverging_batch_gets_the_servers_tail(player: Player) -> None:
    game = player.start(**MS_1)
    player.play(game, "1a", "2b", "3c")
    answer = player.send(game, "1a", "4d")
    assert (answer.status_code, code(answer)) == (409, "version_conflict")
    problem = answer.json()
    assert problem["current_version"] == 3
    assert problem["common_version"] == 1
    assert problem["server_ops"] == ["2b", "3c"]
    assert player.get(f"/games/{game['id']}").json()["version"] == 3


def test_a_version_that_is_not_there_yet_is_a_conflict(player: Player) -> None:
    game = player.start(**MS_1)
    for version in (1, 10**30):
        answer = player.send(game, "1a", version=version)
        assert (code(answer), answer.json()["current_version"]) == ("version_conflict", 0)


@pytest.mark.parametrize(
    ("body", "status", "pointer"),
    [
        ({"ops": ["1a"]}, 422, "/base_version"),
        ({"base_version": 0}, 422, "/ops"),
        ({"base_version": 0, "ops": []}, 422, "/ops"),
        ({"base_version": 0, "ops": "1a"}, 422, "/ops"),
        ({"base_version": 0, "ops": {"0": "1a"}}, 422, "/ops"),
        ({"base_version": 0, "ops": [["1a", 48210]]}, 422, "/ops/0"),
        ({"base_version": 0, "ops": ["1a", 2]}, 422, "/ops/1"),
        ({"base_version": 0, "ops": ["1a", None]}, 422, "/ops/1"),
        ({"base_version": 0, "ops": ["1a", ""]}, 422, "/ops/1"),
        ({"base_version": 0, "ops": ["1a", " 2b"]}, 422, "/ops/1"),
        ({"base_version": 0, "ops": ["1a", "2b\n"]}, 422, "/ops/1"),
        ({"base_version": 0, "ops": ["1a", "2B" * 500]}, 422, "/ops/1"),
        ({"base_version": 0, "ops": ["1a", "261"]}, 422, "/ops/1"),
        ({"base_version": 0, "ops": ["1a", "\uff11a"]}, 422, "/ops/1"),
        ({"base_version": 0, "ops": ["1a", "\x00"]}, 422, "/ops/1"),
        ({"base_version": -1, "ops": ["1a"]}, 422, "/base_version"),
        ({"base_version": "0", "ops": ["1a"]}, 422, "/base_version"),
        ({"base_version": True, "ops": ["1a"]}, 422, "/base_version"),
        ({"base_version": 0.0, "ops": ["1a"]}, 422, "/base_version"),
        ({"base_version": None, "ops": ["1a"]}, 422, "/base_version"),
        ({"base_version": 0, "ops": ["1a"], "score": 9}, 422, "/score"),
        ({"base_version": 0, "ops": ["1a"] * 201}, 413, "/ops"),
        ([], 422, ""),
        ("1a", 422, ""),
    ],
)
def test_wrong_ops_name_their_place_and_change_nothing(
    player: Player, body: Any, status: int, pointer: str
) -> None:
    game = player.start(**MS_1)
    answer = player.post(f"/games/{game['id']}/ops", body)
    assert answer.status_code == status, answer.content
    assert code(answer) in {"validation_failed", "notation_invalid", "batch_too_large"}
    assert pointers(answer) == {pointer}
    assert stored(game).log == ""


def test_a_full_log_takes_no_more(player: Player) -> None:
    game = player.start(**MS_1)
    pairs = [Op(text, 0) for text in ("72", "z")] * (LOG_LIMIT // 2)
    Game.objects.filter(pk=game["id"]).update(log=log_text(pairs), version=LOG_LIMIT)
    answer = player.send(game, "72", version=LOG_LIMIT)
    assert (answer.status_code, code(answer)) == (409, "log_full")
    assert player.send(game, "72", version=0).status_code == 200


def test_a_finished_game_accepts_nothing_new(player: Player, stock: None) -> None:
    won = nearly_won(player)
    finished = player.play(won.game, *won.last)
    assert player.send(won.game, *won.last).json() == finished
    for ops in (["z"], ["1a"], ["x"], ["p"], [*won.last, "z"]):
        for version in (won.game["version"], finished["version"]):
            if ops == won.last and version == won.game["version"]:
                continue
            answer = player.send(finished, *ops, version=version)
            assert (answer.status_code, code(answer)) == (409, "game_finished")
    assert code(player.post(f"/games/{finished['id']}/resign")) == "game_finished"
    assert player.stats("easy")["played"] == 1


def test_ops_after_the_winning_one_refuse_the_whole_batch(player: Player, stock: None) -> None:
    won = nearly_won(player)
    answer = player.send(won.game, *won.last, "z")
    assert (answer.status_code, code(answer)) == (409, "game_finished")
    assert pointers(answer) == {"/ops/1"}
    assert player.get(f"/games/{won.game['id']}").json()["status"] == "active"


class TestResign:
    def test_resigning_is_a_loss_without_points(self, player: Player) -> None:
        game = player.start("hard")
        answer = player.post(f"/games/{game['id']}/resign")
        assert (answer.status_code, answer.json()["reason"]) == (200, "resigned")
        assert answer.json()["legal_moves"] == []
        assert not answer.json()["clock"]["running"]
        (result,) = player.get("/me/results").json()["items"]
        assert (result["won"], result["reason"], result["score"]) == (False, "resigned", None)
        assert (player.stats("hard")["lost"], player.stats("hard")["win_pct"]) == (1, 0.0)

    def test_resigning_again_changes_nothing(self, player: Player) -> None:
        game = player.start("hard")
        first = player.post(f"/games/{game['id']}/resign").json()
        assert player.post(f"/games/{game['id']}/resign").json() == first
        assert player.stats("hard")["lost"] == 1

    def test_where_only_auto_finish_is_missing_it_is_a_win(
        self, player: Player, stock: None
    ) -> None:
        with time_machine.travel(NOON, tick=False) as clock:
            game = player.start("easy")
            for move in line_of(game):
                clock.shift(timedelta(seconds=1))
                game = player.play(game, move)
                if game["auto_finish"]:
                    break
            player.play(game, "p")
            clock.shift(timedelta(days=1))
            won = player.post(f"/games/{game['id']}/resign").json()
            again = player.post(f"/games/{game['id']}/resign").json()
        assert (won["status"], won["reason"]) == ("won", None)
        assert won["clock"]["elapsed_ms"] == game["clock"]["elapsed_ms"]
        assert again == won
        assert player.stats("easy")["won"] == 1

    def test_a_game_that_the_player_finished_cannot_be_resigned(
        self, player: Player, stock: None
    ) -> None:
        with time_machine.travel(NOON, tick=False) as clock:
            game = player.start("easy")
            for move in line_of(game):
                if game["auto_finish"]:
                    break
                clock.shift(timedelta(seconds=1))
                game = player.play(game, move)
            assert player.play(game, "x")["status"] == "won"
            answer = player.post(f"/games/{game['id']}/resign")
        assert (answer.status_code, code(answer)) == (409, "game_finished")

    @pytest.mark.parametrize(
        ("body", "kind", "status"),
        [
            ('{"reason": "bored"}', "application/json", 422),
            ("{bad", "application/json", 400),
            ("[]", "application/json", 422),
            ("bye", "text/plain", 415),
        ],
    )
    def test_a_body_with_something_to_say_is_refused(
        self, player: Player, body: str, kind: str, status: int
    ) -> None:
        game = player.start()
        path = f"/api/v1/games/{game['id']}/resign"
        answer = player.client.post(path, body, content_type=kind)
        assert answer.status_code == status
        assert stored(game).status == "active"
        assert player.client.post(path, "{}", content_type="application/json").status_code == 200

    def test_a_replaced_game_cannot_be_resigned(self, player: Player) -> None:
        game = player.start("hard")
        player.start("hard", abandon_active=True)
        assert code(player.post(f"/games/{game['id']}/resign")) == "game_finished"


class TestReading:
    def test_another_players_game_is_not_there(self, player: Player, other: Player) -> None:
        game = player.start()
        missing = "00000000-0000-4000-8000-000000000000"
        for path in (f"/games/{game['id']}", f"/games/{missing}"):
            answer = other.get(path)
            assert (answer.status_code, code(answer)) == (404, "not_found")
        for path in (f"/games/{game['id']}/ops", f"/games/{missing}/ops"):
            assert code(other.post(path, {"base_version": 0, "ops": ["1a"]})) == "not_found"
        assert code(other.post(f"/games/{game['id']}/resign")) == "not_found"
        assert other.get("/games").json()["items"] == []
        assert stored(game).status == "active"

    def test_nobody_plays_without_a_token(self, player: Player) -> None:
        game = player.start()
        player.client.credentials()
        for answer in (
            player.get(f"/games/{game['id']}"),
            player.get("/games"),
            player.post("/games", {"variant": "bakers_game", "level": "hard"}),
            player.send(game, "1a"),
            player.post(f"/games/{game['id']}/resign"),
        ):
            assert (answer.status_code, code(answer)) == (401, "not_authenticated")
            assert answer["WWW-Authenticate"].startswith("Bearer")

    def test_an_unchanged_game_is_not_sent_again(self, player: Player) -> None:
        game = player.start(**MS_1)
        first = player.get(f"/games/{game['id']}")
        tag = first["ETag"]
        assert tag.startswith('W/"')
        unchanged = player.get(f"/games/{game['id']}", HTTP_IF_NONE_MATCH=tag)
        assert (unchanged.status_code, unchanged.content) == (304, b"")
        assert unchanged["ETag"] == tag
        refused = player.get(f"/games/{game['id']}", HTTP_IF_MATCH='"x"')
        assert (refused.status_code, code(refused)) == (412, "precondition_failed")
        russian = {"HTTP_IF_NONE_MATCH": tag, "HTTP_ACCEPT_LANGUAGE": "ru"}
        assert player.get(f"/games/{game['id']}", **russian).status_code == 200
        moved = player.send(game, "1a")
        assert moved["ETag"] != tag
        assert player.get(f"/games/{game['id']}", HTTP_IF_NONE_MATCH=tag).status_code == 200
        player.post(f"/games/{game['id']}/resign")
        assert player.get(f"/games/{game['id']}")["ETag"] != moved["ETag"]

    def test_games_are_listed_newest_first_by_variant_and_status(self, player: Player) -> None:
        games = [player.start(abandon_active=True) for _ in range(3)]
        listed = player.get("/games").json()["items"]
        assert [game["id"] for game in listed] == [game["id"] for game in reversed(games)]
        (active,) = player.get("/games?status=active&variant=bakers_game").json()["items"]
        assert active["id"] == games[2]["id"]
        assert set(active) == set(games[2])
        assert len(player.get("/games?status=lost").json()["items"]) == 2

    def test_an_unchanged_list_is_not_sent_again(self, player: Player) -> None:
        game = player.start()
        tag = player.get("/games")["ETag"]
        assert tag.startswith('W/"')
        assert player.get("/games", HTTP_IF_NONE_MATCH=tag).status_code == 304
        player.play(game, game["legal_moves"][0]["move"])
        assert player.get("/games", HTTP_IF_NONE_MATCH=tag).status_code == 200

    def test_a_page_with_cursors_is_not_sent_again(self, player: Player) -> None:
        for number in (1, 2, 3):
            game = player.start(deal={"scheme": "ms", "number": number})
            player.post(f"/games/{game['id']}/resign")
        page = player.get("/games?limit=1")
        assert page.json()["next_cursor"]
        tag = {"HTTP_IF_NONE_MATCH": page["ETag"]}
        assert player.get("/games?limit=1", **tag).status_code == 304

    def test_ids_are_read_in_either_case(self, player: Player) -> None:
        game = player.start(id=new_id().upper())
        upper = game["id"].upper()
        assert game["id"] == upper.lower()
        assert player.get(f"/games/{upper}").json()["id"] == game["id"]
        body = {"base_version": 0, "ops": [game["legal_moves"][0]["move"]]}
        assert player.post(f"/games/{upper}/ops", body).status_code == 200
        assert player.post(f"/games/{upper}/resign").status_code == 200

    def test_lists_are_paged_by_cursor(self, player: Player) -> None:
        games = [player.start(deal={"scheme": "ms", "number": n}) for n in range(1, 6)]
        seen, cursor = [], ""
        while True:
            page = player.get(f"/games?limit=2{cursor}").json()
            seen += [game["id"] for game in page["items"]]
            if page["next_cursor"] is None:
                break
            cursor = f"&cursor={page['next_cursor']}"
        assert seen == [game["id"] for game in reversed(games)]

    @pytest.mark.parametrize(
        ("query", "status"),
        [
            ("status=open", 422),
            ("status=", 422),
            ("status=bogus&status=active", 422),
            ("sort=score", 422),
            ("variant=chess", 422),
            ("limit=0", 422),
            ("limit=26", 422),
            ("limit=x", 422),
            ("cursor=x", 400),
        ],
    )
    def test_wrong_queries_name_the_parameter(
        self, player: Player, query: str, status: int
    ) -> None:
        answer = player.get(f"/games?{query}")
        assert answer.status_code == status
        if status == 422:
            assert pointers(answer) == {query.partition("=")[0]}


def test_refusals_speak_the_readers_language(player: Player) -> None:
    game = player.start(**MS_1)
    details = set()
    for language in ("en", "ru", "fr"):
        body = {"base_version": 0, "ops": ["12"]}
        answer = player.post(f"/games/{game['id']}/ops", body, HTTP_ACCEPT_LANGUAGE=language)
        assert answer["Content-Language"] == language
        assert answer.json()["errors"][0]["code"] == "wrong_rank"
        details.add(answer.json()["errors"][0]["detail"])
    assert len(details) == 3
