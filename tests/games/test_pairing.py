"""Baroness and Thirteens over HTTP: every level won and lost, spaces, grace cards, undone lays."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
import time_machine

from games.rules import RULES, VARIANTS, Deck, shuffled
from games.services import start
from tests.games.conftest import Player, code, line_of, pointers, stock_up, stored
from tests.rules.test_baroness_cases import W, all_discarded

NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)
LUCKY = {"kings_first": True, "pair_beneath": True}
CUSTOM = {"piles": 5, "spaces": False, "forced_discards": False, "grace": "extra_piles", **LUCKY}
LEVELS = [
    pytest.param("baroness", "easy", None, 52, id="easy"),
    pytest.param("baroness", "medium", None, 52, id="medium"),
    pytest.param("baroness", "hard", None, 52, id="hard"),
    pytest.param("baroness", "custom", LUCKY, 48, id="custom"),
    pytest.param("thirteens", "medium", None, 52, id="thirteens"),
]
Serve = Callable[[Deck], None]


@pytest.fixture
def serve(monkeypatch: pytest.MonkeyPatch) -> Serve:
    """Let the next deals that are drawn be this deck."""
    return lambda deck: monkeypatch.setattr(start, "shuffled", lambda seed: deck)


def tapped_deck(rules_id: str, *, wins: bool) -> Deck:
    """The first deck of a list that is won, or not, by taking every discard as it is offered."""
    rules = RULES[rules_id]
    for number in range(1_000):
        deck = shuffled(number.to_bytes(2, "big"))
        position = all_discarded(rules.lay_out(deck))
        while position.legal_moves:
            position = all_discarded(position.play(position.legal_moves[0]))
        if position.is_won == wins:
            return deck
    raise AssertionError


def tap(game: dict[str, Any]) -> str:
    """The first discard that is offered, else laying."""
    offered = game["legal_moves"]
    discards = [each for each in offered if each["from"] != "stock" and ">" not in each["move"]]
    return (discards or offered)[0]["move"]


def begin(player: Player, variant: str, level: str, custom: Any) -> dict[str, Any]:
    body = {"variant": variant} | ({"custom": custom} if custom else {})
    return player.start(level, **body)


def test_every_level_on_offer_is_played_here() -> None:
    here = {(each.values[0], each.values[1]) for each in LEVELS}
    family = [variant for variant in VARIANTS.values() if variant.family == "pairing"]
    assert here == {(variant.key, level) for variant in family for level in variant.levels}


@pytest.mark.parametrize(("variant", "level", "custom", "cards"), LEVELS)
def test_every_level_is_won(
    player: Player, serve: Serve, variant: str, level: str, custom: Any, cards: int
) -> None:
    serve(tapped_deck("thirteens-1", wins=True) if variant == "thirteens" else W)
    stock_up(1, "easy", "baroness")
    with time_machine.travel(NOON, tick=False) as clock:
        game = begin(player, variant, level, custom)
        assert game["rules"] == stored(game).rules
        line = line_of(game) if level == "easy" else None
        seconds = 0
        while game["status"] == "active":
            move = line[game["version"]] if line else tap(game)
            assert move in {each["move"] for each in game["legal_moves"]}
            clock.shift(timedelta(seconds=1))
            seconds += 1
            game = player.play(game, move)
    assert (game["status"], game["reason"], game["stuck"]) == ("won", None, False)
    assert game["legal_moves"] == []
    assert (game["version"], game["moves"]) == (seconds, seconds)
    assert game["score"]["cards"] == 10 * cards
    assert game["score"]["bonus"] == (0 if variant == "thirteens" else 200_000 // seconds)
    piles = {pile["id"]: pile for pile in game["piles"]}
    assert (piles["stock"]["count"], len(piles["discard"]["cards"])) == (0, 52)
    (stats,) = player.get("/me/stats").json()["items"]
    assert (stats["variant"], stats["level"], stats["won"], stats["lost"]) == (
        *(variant, level), 1, 0
    )  # fmt: skip
    assert (stats["best_score"], stats["best_streak"]) == (game["score"]["total"], 1)
    assert code(player.send(game, "z")) == "game_finished"


@pytest.mark.parametrize(("variant", "level", "custom", "cards"), LEVELS)
def test_every_level_is_lost(
    player: Player, serve: Serve, variant: str, level: str, custom: Any, cards: int
) -> None:
    rules = VARIANTS[variant].levels[level].rules or VARIANTS[variant].custom_rules(CUSTOM)
    serve(tapped_deck(rules.id, wins=False))
    stock_up(1, "easy", "baroness")
    game = begin(player, variant, level, custom)
    if level == "easy":
        # What is proven is lost for certain only by laying everything on everything.
        game = player.play(game, *["n"] * 10)
    while not game["stuck"]:
        game = player.play(game, tap(game))
    assert (game["status"], game["legal_moves"], game["dead"]) == ("active", [], False)
    assert game["can_undo"]
    game = player.post(f"/games/{game['id']}/resign").json()
    assert (game["status"], game["reason"]) == ("lost", "resigned")
    stats = player.stats(level)
    assert stats["lost"] == 1
    (result,) = player.get("/me/results").json()["items"]
    assert (result["game_id"], result["score"]) == (game["id"], None)
    assert not any(pile["id"] == "stock" and "cards" in pile for pile in game["piles"])


def test_a_game_shows_what_lies_open_and_counts_the_stock(player: Player, serve: Serve) -> None:
    serve(W)
    game = player.start("medium", variant="baroness")
    assert game["piles"] == [
        {"id": "1", "kind": "column", "cards": ["KC"]},
        {"id": "2", "kind": "column", "cards": ["AC"]},
        {"id": "3", "kind": "column", "cards": ["QC"]},
        {"id": "4", "kind": "column", "cards": ["2C"]},
        {"id": "5", "kind": "column", "cards": ["JC"]},
        {"id": "6", "kind": "grace", "cards": []},
        {"id": "7", "kind": "grace", "cards": []},
        {"id": "stock", "kind": "stock", "count": 47},
        {"id": "discard", "kind": "discard", "cards": []},
    ]
    assert game["legal_moves"] == [
        {"move": "1", "from": "1", "to": "discard", "n": 1},
        {"move": "23", "from": "2", "to": "3", "n": 2},
        {"move": "23", "from": "3", "to": "2", "n": 2},
        {"move": "45", "from": "4", "to": "5", "n": 2},
        {"move": "45", "from": "5", "to": "4", "n": 2},
        {"move": "n", "from": "stock", "to": None, "n": 5},
    ]
    assert (game["blocked"], game["auto_finish"], game["dead"]) == ([], False, False)
    game = player.play(game, "1", "23")
    assert game["piles"][-1]["cards"] == ["KC", "AC", "QC"]
    assert game["score"]["cards"] == 30


@pytest.mark.parametrize(
    ("custom", "op", "reason"),
    [
        ({}, "2", "not_a_king"),
        ({}, "32", "lower_place_first"),
        ({}, "24", "wrong_total"),
        ({}, "22", "same_pile"),
        ({}, "8", "no_such_pile"),
        ({}, "26", "source_empty"),
        ({}, "264", "count_not_allowed"),
        ({}, "2>3", "spaces_stay_empty"),
        ({}, "2h", "no_such_pile"),
        ({}, "x", "auto_finish_not_ready"),
        ({"pair_beneath": True}, "22", "nothing_beneath"),
        ({"spaces": True}, "2>3", "space_occupied"),
        ({"spaces": True}, "2>6", "grace_is_no_space"),
        ({"forced_discards": True}, "n", "discards_left"),
    ],
)
def test_a_refusal_says_why(
    player: Player, serve: Serve, custom: dict[str, bool], op: str, reason: str
) -> None:
    serve(W)
    game = player.start("custom", variant="baroness", custom=custom)
    details = set()
    for language in ("en", "ru", "fr"):
        answer = player.post(
            f"/games/{game['id']}/ops",
            {"base_version": 0, "ops": [op]},
            HTTP_ACCEPT_LANGUAGE=language,
        )
        assert (answer.status_code, code(answer)) == (422, "illegal_move")
        assert pointers(answer) == {"/ops/0"}
        (error,) = answer.json()["errors"]
        assert error["code"] == reason
        details.add(answer.json()["detail"])
    assert len(details) == 3


def test_ba_11_and_ba_19_other_refusals(player: Player, serve: Serve) -> None:
    serve(W)
    game = player.play(player.start("medium", variant="baroness"), *["n"] * 10)
    (error,) = player.send(game, "n").json()["errors"]
    assert error["code"] == "stock_empty"
    game = player.start("medium", variant="thirteens")
    (error,) = player.send(game, "n").json()["errors"]
    assert error["code"] == "refills_by_itself"


@pytest.mark.parametrize(
    ("custom", "pointer"),
    [
        ({"piles": 4}, "/custom/piles"),
        ({"piles": "5"}, "/custom/piles"),
        ({"piles": True}, "/custom/piles"),
        ({"spaces": 1}, "/custom/spaces"),
        ({"spaces": "true"}, "/custom/spaces"),
        ({"grace": "with_last_row"}, "/custom/grace"),
        ({"cells": 4}, "/custom/cells"),
        ({"kingsFirst": True}, "/custom/kingsFirst"),
    ],
)
def test_a_switch_takes_the_values_it_lists(
    player: Player, custom: dict[str, Any], pointer: str
) -> None:
    body = {"variant": "baroness", "level": "custom", "custom": custom}
    answer = player.post("/games", body)
    assert (answer.status_code, code(answer)) == (422, "validation_failed")
    assert pointers(answer) == {pointer}


def test_all_switches_at_once(player: Player) -> None:
    switches = {
        "piles": 7,
        "grace": "first_piles",
        **dict.fromkeys(("kings_first", "spaces", "pair_beneath", "forced_discards"), True),
    }
    game = player.start("custom", variant="baroness", custom=switches)
    rules = "baroness-7-piles-kings-first-spaces-beneath-forced-first-piles-1"
    assert (game["rules"], game["custom"]) == (rules, switches)
    assert [pile["id"] for pile in game["piles"]] == [*"1234567", "stock", "discard"]


@pytest.mark.parametrize("variant", ["baroness", "thirteens"])
def test_numbers_of_kpat_are_refused_for_it_has_no_such_game(player: Player, variant: str) -> None:
    body = {"variant": variant, "level": "medium", "deal": {"scheme": "kpat", "number": 1}}
    answer = player.post("/games", body)
    assert (answer.status_code, code(answer)) == (422, "board_invalid")
    assert pointers(answer) == {"/deal/scheme"}


def test_numbers_of_pysolfc_are_dealt_in_order(player: Player) -> None:
    game = player.start("medium", variant="baroness", deal={"scheme": "pysolfc", "number": 32_001})
    shown = [pile["cards"] for pile in game["piles"] if pile["kind"] == "column"]
    assert shown == [["4C"], ["AC"], ["JD"], ["8H"], ["5S"]]
    assert (stored(game).deal.scheme, stored(game).deal.number) == (None, None)


def test_microsofts_numbers_are_dealt_in_order(player: Player) -> None:
    game = player.start("medium", variant="baroness", deal={"scheme": "ms", "number": 1})
    assert game["mode"] == "practice"
    shown = [pile["cards"] for pile in game["piles"] if pile["kind"] == "column"]
    assert shown == [["JD"], ["2D"], ["9H"], ["JC"], ["5D"]]


# Undone lays


def test_ba_21_an_undone_lay_comes_again_and_marks_the_game(player: Player) -> None:
    game = player.start("medium", variant="baroness")
    assert not game["undo_reveals"]
    laid = player.play(game, "n")
    assert (laid["undo_reveals"], laid["assisted"]) == (True, False)
    undone = player.play(laid, "z")
    assert undone["piles"] == game["piles"]
    assert (undone["undo_reveals"], undone["assisted"]) == (False, True)
    assert player.get(f"/games/{game['id']}").json()["assisted"]
    again = player.play(undone, "n")
    assert again["piles"] == laid["piles"]
    assert again["assisted"]
    assert stored(game).assisted


def test_an_undone_discard_that_showed_nothing_marks_nothing(player: Player, serve: Serve) -> None:
    serve(W)
    game = player.play(player.start("medium", variant="baroness"), "1")
    assert not game["undo_reveals"]
    assert not player.play(game, "z", "45", "z")["assisted"]


def test_in_thirteens_an_undone_discard_marks_the_game(player: Player, serve: Serve) -> None:
    serve(tapped_deck("thirteens-1", wins=True))
    game = player.start("medium", variant="thirteens")
    game = player.play(game, tap(game))
    assert game["undo_reveals"]
    assert player.play(game, "z")["assisted"]


def test_an_assisted_win_counts_and_sets_no_best(player: Player, serve: Serve) -> None:
    serve(W)
    game = player.play(player.start("medium", variant="baroness"), "n", "z")
    while game["status"] == "active":
        game = player.play(game, tap(game))
    assert (game["status"], game["assisted"]) == ("won", True)
    stats = player.stats("medium")
    assert (stats["won"], stats["win_pct"]) == (1, 100.0)
    assert (stats["current_streak"], stats["best_score"]) == (0, None)
    assert stats["assisted"]["best_score"] == game["score"]["total"]
    (result,) = player.get("/me/results").json()["items"]
    assert result["assisted"]


def test_the_mark_comes_with_the_batch_that_wins(player: Player, serve: Serve) -> None:
    serve(W)
    game = player.start("medium", variant="baroness")
    ops, position = ["n", "z"], RULES[game["rules"]].lay_out(W)
    while not position.is_won:
        discards = [move for move in position.legal_moves if move.source != "n"]
        move = (discards or position.legal_moves)[0]
        ops.append(str(move))
        position = position.play(move)
    game = player.play(game, *ops)
    assert (game["status"], game["assisted"]) == ("won", True)
    assert player.stats("medium")["best_score"] is None


def test_one_slot_a_variant(player: Player) -> None:
    first = player.start("medium", variant="baroness")
    player.start("medium", variant="thirteens")
    answer = player.post("/games", {"variant": "baroness", "level": "hard"})
    assert (answer.status_code, code(answer)) == (409, "active_game_exists")
    player.start("hard", variant="baroness", abandon_active=True)
    assert player.get(f"/games/{first['id']}").json()["reason"] == "replaced"
