"""Starting games: levels, slots, repeated requests, and what is refused."""

import re
from hashlib import sha256

import pytest

from games.models import Deal, Game
from games.rules import deck_text, microsoft_deck
from tests.games.conftest import (
    Player,
    code,
    line_of,
    nearly_won,
    new_id,
    pointers,
    random_cards,
    stock_up,
    stored,
)

DOCUMENT = {
    "id", "variant", "level", "rules", "custom", "mode", "status", "reason", "version", "piles",
    "legal_moves", "blocked", "auto_finish", "can_undo", "undo_reveals", "stuck", "dead", "paused",
    "assisted", "moves", "undos", "score", "clock", "deal", "created_at", "expires_at",
}  # fmt: skip


def test_a_new_game_is_the_document_of_the_design(player: Player) -> None:
    game = player.start("medium")
    assert set(game) == DOCUMENT
    assert game["rules"] == "bakers-game-4-cells-1"
    assert (game["mode"], game["status"], game["reason"]) == ("casual", "active", None)
    assert (game["version"], game["moves"], game["undos"]) == (0, 0, 0)
    ids = [pile["id"] for pile in game["piles"]]
    assert ids == [*"12345678", *"abcd", "hC", "hD", "hH", "hS"]
    assert [len(pile["cards"]) for pile in game["piles"]] == [7] * 4 + [6] * 4 + [0] * 8
    assert set(game["score"]) == {"total", "cards", "time_charge", "bonus", "scoring_version"}
    assert set(game["clock"]) == {"elapsed_ms", "running", "as_of"}
    assert set(game["deal"]) == {"id", "commitment"}
    instant = r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z"
    for moment in (game["created_at"], game["expires_at"], game["clock"]["as_of"]):
        assert re.fullmatch(instant, moment)


def test_the_answer_says_where_the_game_is(player: Player) -> None:
    answer = player.post("/games", {"variant": "bakers_game", "level": "hard"})
    assert answer.status_code == 201
    game = answer.json()
    assert answer["Location"].endswith(f"/api/v1/games/{game['id']}")
    assert sum(pile["kind"] == "cell" for pile in game["piles"]) == 3


def test_the_commitment_fixes_deck_and_salt(player: Player) -> None:
    game = player.start()
    deal = stored(game).deal
    promised = sha256((deal.deck + deal.salt).encode()).hexdigest()
    assert game["deal"]["commitment"] == f"sha256:{promised}"
    assert re.fullmatch(r"[0-9a-f]{64}", deal.salt)
    assert deal.salt not in player.get(f"/games/{game['id']}").content.decode()


def test_two_games_are_never_dealt_alike(player: Player, other: Player) -> None:
    assert player.start()["piles"] != other.start()["piles"]
    assert Deal.objects.values("salt").distinct().count() == 2


def test_custom_switches_make_the_rules(player: Player) -> None:
    custom = {"cells": 10, "columns": 5, "empty_columns": "kings"}
    game = player.start("custom", custom=custom)
    assert game["rules"] == "bakers-game-10-cells-5-columns-kings-1"
    assert game["custom"] == custom
    assert [pile["id"] for pile in game["piles"]] == [*"12345abcdefgijk", "hC", "hD", "hH", "hS"]


def test_switches_that_are_not_named_have_their_defaults(player: Player) -> None:
    game = player.start("custom", custom={"cells": 1})
    assert game["custom"] == {"cells": 1, "columns": 8, "empty_columns": "any"}


@pytest.mark.parametrize(
    ("custom", "pointer"),
    [
        ({"cells": 0}, "/custom/cells"),
        ({"cells": 11}, "/custom/cells"),
        ({"cells": True}, "/custom/cells"),
        ({"cells": 4.0}, "/custom/cells"),
        ({"cells": "4"}, "/custom/cells"),
        ({"cells": None}, "/custom/cells"),
        ({"cells": [4]}, "/custom/cells"),
        ({"columns": 3}, "/custom/columns"),
        ({"columns": 11}, "/custom/columns"),
        ({"empty_columns": "none"}, "/custom/empty_columns"),
        ({"empty_columns": ["any"]}, "/custom/empty_columns"),
        ({"emptyColumns": "any"}, "/custom/emptyColumns"),
        ("cells", "/custom"),
        (None, "/custom"),
    ],
)
def test_a_wrong_switch_is_named(player: Player, custom: object, pointer: str) -> None:
    body = {"variant": "bakers_game", "level": "custom", "custom": custom}
    answer = player.post("/games", body)
    assert (answer.status_code, code(answer)) == (422, "validation_failed")
    assert pointers(answer) == {pointer}
    assert not Game.objects.exists()


@pytest.mark.parametrize(
    ("body", "pointer"),
    [
        ({"level": "easy"}, "/variant"),
        ({"variant": "bakers_game"}, "/level"),
        ({"variant": "chess", "level": "easy"}, "/variant"),
        ({"variant": 7, "level": "easy"}, "/variant"),
        ({"variant": "bakers_game", "level": "extreme"}, "/level"),
        ({"variant": "bakers_game", "level": "easy", "custom": {}}, "/custom"),
        ({"variant": "bakers_game", "level": "hard", "id": "7"}, "/id"),
        ({"variant": "bakers_game", "level": "hard", "id": 7}, "/id"),
        ({"variant": "bakers_game", "level": "hard", "id": f"{{{new_id()}}}"}, "/id"),
        ({"variant": "bakers_game", "level": "hard", "id": f"urn:uuid:{new_id()}"}, "/id"),
        ({"variant": "bakers_game", "level": "hard", "id": new_id().replace("-", "")}, "/id"),
        ({"variant": "bakers_game", "level": "hard", "id": f"{new_id()}\n"}, "/id"),
        ({"variant": "bakers_game", "level": "hard", "id": "\uff11" * 36}, "/id"),
        ({"variant": "bakers_game", "level": "hard", "abandon_active": "yes"}, "/abandon_active"),
        ({"variant": "bakers_game", "level": "hard", "deal": 1}, "/deal"),
        ({"variant": "bakers_game", "level": "hard", "deal": {}}, "/deal"),
        ({"variant": "bakers_game", "level": "hard", "deal": {"number": 1}}, "/deal"),
        ({"variant": "bakers_game", "level": "hard", "deal": {"seed": 1}}, "/deal/seed"),
        ({"variant": "bakers_game", "level": "hard", "score": 9999}, "/score"),
    ],
)
def test_a_wrong_request_names_its_field(player: Player, body: dict, pointer: str) -> None:
    answer = player.post("/games", body)
    assert (answer.status_code, code(answer)) == (422, "validation_failed")
    assert pointers(answer) == {pointer}
    assert not Game.objects.exists()
    assert not Deal.objects.exists()


def test_the_same_request_again_is_the_same_game(player: Player) -> None:
    body = {"variant": "bakers_game", "level": "medium", "id": new_id()}
    first, second = player.post("/games", body), player.post("/games", body)
    assert (first.status_code, second.status_code) == (201, 200)
    assert first.json()["id"] == second.json()["id"] == body["id"]
    assert Game.objects.count() == Deal.objects.count() == 1


def test_abandon_active_is_not_compared_when_a_request_is_repeated(player: Player) -> None:
    body = {"variant": "bakers_game", "level": "medium", "id": new_id()}
    player.post("/games", body)
    assert player.post("/games", {**body, "abandon_active": True}).status_code == 200
    assert player.stats("medium") == {}


def test_a_repeated_request_finds_the_game_even_when_it_is_over(player: Player) -> None:
    body = {"variant": "bakers_game", "level": "medium", "id": new_id()}
    game = player.post("/games", body).json()
    player.post(f"/games/{game['id']}/resign")
    again = player.post("/games", body)
    assert (again.status_code, again.json()["status"]) == (200, "lost")


@pytest.mark.parametrize("change", [{"level": "hard"}, {"deal": {"scheme": "ms", "number": 1}}])
def test_the_same_id_for_another_request_is_refused(player: Player, change: dict) -> None:
    body = {"variant": "bakers_game", "level": "medium", "id": new_id()}
    player.post("/games", body)
    answer = player.post("/games", {**body, **change})
    assert (answer.status_code, code(answer), pointers(answer)) == (409, "id_reused", {"/id"})
    assert Game.objects.count() == 1


def test_an_id_of_another_player_is_refused_and_tells_nothing(
    player: Player, other: Player
) -> None:
    body = {"variant": "bakers_game", "level": "medium", "id": new_id()}
    player.post("/games", body)
    answer = other.post("/games", body)
    assert code(answer) == "id_reused"
    assert "piles" not in answer.json()


def test_a_second_game_of_the_variant_is_refused_until_it_may_give_up_the_first(
    player: Player,
) -> None:
    game = player.start("medium")
    game = player.play(game, game["legal_moves"][0]["move"])
    answer = player.post("/games", {"variant": "bakers_game", "level": "hard"})
    assert (answer.status_code, code(answer)) == (409, "active_game_exists")
    assert answer.json()["active_game"] == {"id": game["id"], "level": "medium", "version": 1}
    assert player.get(f"/games/{game['id']}").json()["status"] == "active"


def test_bg_31_the_game_given_up_is_a_loss_at_its_own_level(player: Player) -> None:
    first = player.start("medium")
    second = player.start("hard", abandon_active=True)
    old = player.get(f"/games/{first['id']}").json()
    assert (old["status"], old["reason"], old["expires_at"]) == ("lost", "replaced", None)
    assert second["status"] == "active"
    assert (player.stats("medium")["lost"], player.stats("hard")) == (1, {})


def test_a_game_that_only_needs_auto_finish_is_won_when_it_is_replaced(
    player: Player, stock: None
) -> None:
    game = player.start("easy")
    for move in line_of(game):
        game = player.play(game, move)
        if game["auto_finish"]:
            break
    player.start("hard", abandon_active=True)
    old = player.get(f"/games/{game['id']}").json()
    assert (old["status"], old["reason"]) == ("won", None)
    assert old["clock"]["elapsed_ms"] <= game["clock"]["elapsed_ms"]
    assert (player.stats("easy")["won"], player.stats("easy")["lost"]) == (1, 0)


def test_after_a_finished_game_nothing_has_to_be_given_up(player: Player, stock: None) -> None:
    won = nearly_won(player)
    player.play(won.game, *won.last)
    player.start("easy")
    assert player.stats("easy")["current_streak"] == 1


def test_players_do_not_share_slots(player: Player, other: Player) -> None:
    player.start()
    other.start()
    assert Game.objects.filter(status="active").count() == 2


class TestPractice:
    def test_a_game_by_number_is_practice_and_has_that_deal(self, player: Player) -> None:
        game = player.start("medium", deal={"scheme": "ms", "number": 1})
        assert game["mode"] == "practice"
        assert [pile["cards"][-1] for pile in game["piles"][:8]] == (
            ["6S", "9C", "2H", "6H", "6C", "3D", "8C", "TC"]
        )
        assert stored(game).deal.deck == deck_text(microsoft_deck(1))

    def test_numbers_beyond_32_bits_are_deals_too(self, player: Player) -> None:
        game = player.start(deal={"scheme": "ms", "number": 2**33 - 1})
        assert stored(game).deal.number == 2**33 - 1

    def test_a_game_by_cards_has_no_number(self, player: Player) -> None:
        cards = random_cards()
        game = player.start("hard", deal={"cards": cards})
        deal = stored(game).deal
        assert (deal.deck, deal.scheme, deal.number) == ("".join(cards), None, None)

    def test_a_deal_of_a_finished_game_can_be_practised(self, player: Player) -> None:
        game = player.start()
        again = {"variant": "bakers_game", "level": "hard", "deal": {"id": game["deal"]["id"]}}
        assert code(player.post("/games", again)) == "not_found"
        player.post(f"/games/{game['id']}/resign")
        practice = player.post("/games", again).json()
        assert (practice["mode"], practice["deal"]) == ("practice", game["deal"])

    def test_a_deal_of_another_player_is_not_found(self, player: Player, other: Player) -> None:
        game = other.start()
        other.post(f"/games/{game['id']}/resign")
        body = {"variant": "bakers_game", "level": "hard", "deal": {"id": game["deal"]["id"]}}
        answer = player.post("/games", body)
        assert (answer.status_code, pointers(answer)) == (404, {"/deal/id"})

    def test_practice_takes_no_slot_and_costs_nothing_to_leave(self, player: Player) -> None:
        counted = player.start()
        practice = player.start(deal={"scheme": "ms", "number": 7})
        player.post(f"/games/{practice['id']}/resign")
        assert player.get(f"/games/{practice['id']}").json()["status"] == "lost"
        assert player.get(f"/games/{counted['id']}").json()["status"] == "active"
        assert player.get("/me/stats").json()["items"] == []
        assert player.get("/me/results").json()["items"] == []

    def test_a_practice_win_is_not_counted(self, player: Player, stock: None) -> None:
        won = nearly_won(player)
        player.play(won.game, *won.last)
        practice = player.start("easy", deal={"id": won.game["deal"]["id"]})
        assert player.play(practice, *won.line)["status"] == "won"
        assert player.stats("easy")["played"] == 1

    def test_at_most_twenty_are_open(self, player: Player) -> None:
        games = [player.start(deal={"scheme": "ms", "number": n}) for n in range(1, 21)]
        body = {"variant": "bakers_game", "level": "hard", "deal": {"scheme": "ms", "number": 1}}
        assert code(player.post("/games", body)) == "too_many_practice_games"
        player.post(f"/games/{games[0]['id']}/resign")
        assert player.post("/games", body).status_code == 201

    @pytest.mark.parametrize(
        ("deal", "pointer"),
        [
            ({"scheme": "ms", "number": 0}, "/deal/number"),
            ({"scheme": "ms", "number": 2**33}, "/deal/number"),
            ({"scheme": "ms", "number": "1"}, "/deal/number"),
            ({"scheme": "ms", "number": 1.5}, "/deal/number"),
            ({"scheme": "green_felt", "number": 1}, "/deal/scheme"),
            ({"scheme": "ms"}, "/deal"),
            ({"id": new_id(), "scheme": "ms", "number": 1}, "/deal"),
            ({"id": "x"}, "/deal/id"),
            ({"cards": []}, "/deal/cards"),
            ({"cards": "AC" * 52}, "/deal/cards"),
            ({"cards": ["AC"] * 52}, "/deal/cards/1"),
            ({"cards": [*random_cards()[:51], "1X"]}, "/deal/cards/51"),
            ({"cards": [*random_cards()[:51], 7]}, "/deal/cards/51"),
            ({"cards": random_cards()[:51]}, "/deal/cards"),
            ({"cards": [*random_cards(), "AC"]}, "/deal/cards"),
            ({"board": "AC\0"}, "/deal/board"),
            ({"cards": [*random_cards()[:51], "\0"]}, "/deal/cards/51"),
            ({"\0": 1}, "/deal"),
        ],
    )
    def test_a_wrong_deal_is_named(self, player: Player, deal: object, pointer: str) -> None:
        answer = player.post("/games", {"variant": "bakers_game", "level": "hard", "deal": deal})
        assert answer.status_code == 422
        assert pointers(answer) == {pointer}
        assert not Deal.objects.exists()


class TestEasy:
    def test_an_easy_game_comes_from_the_stock(self, player: Player, stock: None) -> None:
        game = player.start("easy")
        assert stored(game).deal.stock.served_at is not None

    def test_no_deal_is_served_twice_to_the_same_player(self, player: Player) -> None:
        stock_up(5)
        deals = {player.start("easy", abandon_active=True)["deal"]["id"] for _ in range(5)}
        assert len(deals) == 5
        body = {"variant": "bakers_game", "level": "easy", "abandon_active": True}
        answer = player.post("/games", body)
        assert (answer.status_code, code(answer)) == (503, "pool_empty")
        assert int(answer["Retry-After"]) > 0

    def test_an_empty_stock_leaves_the_open_game_as_it_is(self, player: Player) -> None:
        game = player.start("medium")
        body = {"variant": "bakers_game", "level": "easy", "abandon_active": True}
        assert code(player.post("/games", body)) == "pool_empty"
        assert player.get(f"/games/{game['id']}").json()["status"] == "active"
        assert player.stats("medium") == {}

    def test_a_player_without_fresh_deals_gets_one_that_only_others_saw(
        self, player: Player, other: Player
    ) -> None:
        stock_up(1)
        first, second = player.start("easy"), other.start("easy")
        assert first["deal"]["id"] == second["deal"]["id"]
