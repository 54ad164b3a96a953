"""The building games over HTTP: every level won and lost, and other programs' boards."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
import time_machine

from games.models import Deal
from games.rules import LAST_NUMBERS, RULES, VARIANTS, Deck, microsoft_deck
from games.services import start
from tests.games.conftest import Player, code, line_of, new_id, pointers, stock_up, stored
from tests.rules.test_solutions import FILES, solutions

NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)
BOTH = {"empty_columns": "any", "group_moves": True}
LEVELS = [
    pytest.param("bakers_game", "easy", None, "bakers-game-4-cells-1"),
    pytest.param("bakers_game", "medium", None, "bakers-game-4-cells-1"),
    pytest.param("bakers_game", "hard", None, "bakers-game-3-cells-1"),
    pytest.param("bakers_game", "custom", {"cells": 3}, "bakers-game-3-cells-1"),
    pytest.param("bakers_dozen", "easy", None, "bakers-dozen-any-fill-1"),
    pytest.param("bakers_dozen", "medium", None, "bakers-dozen-1"),
    pytest.param("bakers_dozen", "custom", {"group_moves": True}, "bakers-dozen-group-moves-1"),
    pytest.param("bakers_dozen", "custom", BOTH, "bakers-dozen-any-fill-group-moves-1"),
    pytest.param("good_measure", "easy", None, "good-measure-1"),
    pytest.param("good_measure", "medium", None, "good-measure-1"),
    pytest.param("spanish_patience", "medium", None, "spanish-patience-1"),
]
Serve = Callable[[Deck], None]


@pytest.fixture
def serve(monkeypatch: pytest.MonkeyPatch) -> Serve:
    """Let the next deals that are drawn be this deck."""
    return lambda deck: monkeypatch.setattr(start, "shuffled", lambda seed: deck)


def won_deal(rules_id: str) -> tuple[Deck, list[str]]:
    """A deck and a recorded line that wins it under these rules."""
    file = next(file for file, (each, _) in FILES.items() if each == rules_id)
    number, line = next(solutions(file))
    return microsoft_deck(number), line


def begin(player: Player, variant: str, level: str, custom: Any) -> dict[str, Any]:
    return player.start(level, variant=variant, **({"custom": custom} if custom else {}))


def columns(game: dict[str, Any]) -> list[str]:
    return [" ".join(pile["cards"]) for pile in game["piles"] if pile["kind"] == "column"]


def number(scheme: str, value: int, variant: str, level: str = "medium") -> dict[str, Any]:
    return {"variant": variant, "level": level, "deal": {"scheme": scheme, "number": value}}


def test_every_level_on_offer_is_played_here() -> None:
    here = {(each.values[0], each.values[1]) for each in LEVELS}
    family = [variant for variant in VARIANTS.values() if variant.family == "building"]
    assert here == {(variant.key, level) for variant in family for level in variant.levels}


@pytest.mark.parametrize(("variant", "level", "custom", "rules_id"), LEVELS)
def test_every_level_is_won(
    player: Player, serve: Serve, variant: str, level: str, custom: Any, rules_id: str
) -> None:
    deck, line = won_deal(rules_id)
    serve(deck)
    if level == "easy":
        stock_up(1, "easy", variant)
    with time_machine.travel(NOON, tick=False) as clock:
        game = begin(player, variant, level, custom)
        assert game["rules"] == stored(game).rules == rules_id
        at_the_start = sum(len(p["cards"]) for p in game["piles"] if p["kind"] == "foundation")
        line = line_of(game) if level == "easy" else line
        while game["status"] == "active":
            op = "x" if game["auto_finish"] else line[game["version"]]
            assert op == "x" or op in {each["move"] for each in game["legal_moves"]}
            clock.shift(timedelta(seconds=1))
            game = player.play(game, op)
    assert (game["status"], game["reason"], game["stuck"], game["dead"]) == (
        *("won", None, False, False),
    )
    assert game["legal_moves"] == game["blocked"] == []
    assert game["moves"] == game["version"] - 1
    assert at_the_start == (2 if variant == "good_measure" else 0)
    assert game["score"]["cards"] == 520 - 10 * at_the_start
    assert game["score"]["bonus"] == 600_000 // game["version"]
    assert [len(p["cards"]) for p in game["piles"] if p["kind"] == "foundation"] == [13] * 4
    (stats,) = player.get("/me/stats").json()["items"]
    assert (stats["variant"], stats["level"], stats["won"]) == (variant, level, 1)
    assert stats["best_score"] == game["score"]["total"]
    assert code(player.send(game, "z")) == "game_finished"


@pytest.mark.parametrize(("variant", "level", "custom", "rules_id"), LEVELS)
def test_every_level_is_lost(
    player: Player, serve: Serve, variant: str, level: str, custom: Any, rules_id: str
) -> None:
    serve(microsoft_deck(128))
    if level == "easy":
        stock_up(1, "easy", variant)
    game = begin(player, variant, level, custom)
    for _ in range(12):
        if not game["legal_moves"]:
            break
        # The last move is the worst one, or one of the worst.
        game = player.play(game, game["legal_moves"][-1]["move"])
    game = player.post(f"/games/{game['id']}/resign").json()
    assert (game["status"], game["reason"]) == ("lost", "resigned")
    assert player.stats(level)["lost"] == 1


def test_bd_09_a_game_that_is_stuck_can_be_undone(player: Player) -> None:
    game = player.start(**number("ms", 128, "bakers_dozen"))
    assert not game["stuck"]
    game = player.play(game, "AC", "4C")
    assert (game["stuck"], game["legal_moves"], game["can_undo"]) == (True, [], True)
    assert not player.play(game, "z", "z")["stuck"]


@pytest.mark.parametrize("value", [23555, 26372, 14748, 3849])
def test_bd_11_a_game_that_leads_nowhere_is_dead(player: Player, value: int) -> None:
    game = player.start(**number("ms", value, "bakers_dozen"))
    assert (game["dead"], game["stuck"]) == (True, False)
    assert player.play(game, game["legal_moves"][0]["move"])["dead"]


def test_bd_18_good_measure_starts_at_no_points(player: Player) -> None:
    game = player.start(**number("ms", 1, "good_measure"))
    assert game["score"]["total"] == game["score"]["cards"] == 0
    home = {p["id"]: p["cards"] for p in game["piles"] if p["kind"] == "foundation"}
    assert home == {"hC": [], "hD": ["AD"], "hH": [], "hS": ["AS"]}


def test_runs_are_shown_with_their_length_and_counts_are_played(player: Player) -> None:
    line = dict(solutions("bakers_dozen_any_fill_group_moves_solutions.tsv"))
    value, moves = next((n, moves) for n, moves in line.items() if any(m[2:] for m in moves))
    game = player.start(**number("ms", value, "bakers_dozen", "custom"), custom=BOTH)
    at = next(at for at, move in enumerate(moves) if move[2:])
    game = player.play(game, *moves[:at])
    count = "?123456789ABCD".index(moves[at][2])
    offered = {each["move"]: each for each in game["legal_moves"]}
    assert offered[moves[at]] == {
        "move": moves[at], "from": moves[at][0], "to": moves[at][1], "n": count
    }  # fmt: skip
    assert game["blocked"] == []
    before, after = columns(game), columns(player.play(game, moves[at]))
    lengths = [
        len(other.split()) - len(one.split()) for one, other in zip(before, after, strict=True)
    ]
    assert sorted(filter(None, lengths)) == [-count, count]


def test_foundations_of_spanish_patience_are_named(player: Player) -> None:
    value, moves = next(solutions("spanish_patience_solutions.tsv"))
    game = player.start(**number("ms", value, "spanish_patience"))
    at = next(at for at, move in enumerate(moves) if len(move) == 3)
    game = player.play(game, *moves[:at])
    move = moves[at]
    assert {"move": move, "from": move[0], "to": move[1:], "n": 1} in game["legal_moves"]
    answer = player.send(game, move[:2])
    assert (answer.status_code, code(answer)) == (422, "illegal_move")
    assert answer.json()["errors"][0]["code"] == "foundation_needed"
    game = player.play(game, move)
    top = next(pile["cards"] for pile in game["piles"] if pile["id"] == move[1:])
    assert len({card[1] for card in top}) == 2


@pytest.mark.parametrize(
    ("variant", "custom", "moves", "reason"),
    [
        ("bakers_dozen", None, ["AC", "C2"], "one_card_at_a_time"),
        ("bakers_dozen", None, ["1a"], "no_such_pile"),
        ("bakers_dozen", None, ["12"], "wrong_rank"),
        ("bakers_dozen", {"group_moves": True}, ["AC", "C24"], "count_not_allowed"),
        ("good_measure", None, ["h1"], "foundation_is_final"),
        ("spanish_patience", None, ["1hC"], "not_next_on_foundation"),
    ],
)
def test_a_refused_move_says_why(
    player: Player, variant: str, custom: Any, moves: list[str], reason: str
) -> None:
    chosen = {"custom": custom} if custom else {}
    level = "custom" if custom else "medium"
    game = player.start(**number("ms", 128, variant, level), **chosen)
    answer = player.send(game, *moves)
    assert (answer.status_code, code(answer)) == (422, "illegal_move")
    (error,) = answer.json()["errors"]
    assert (error["pointer"], error["code"]) == (f"/ops/{len(moves) - 1}", reason)


# Other programs' numbers


def test_bd_19_a_number_of_pysolfc_is_its_board(player: Player) -> None:
    game = player.start(**number("pysolfc", 1, "bakers_dozen"))
    assert columns(game)[:4] == ["6H JH 5C AD", "2H 2C 4C 5S", "9C 8H 3C 9S", "KC TH AH 6S"]
    assert (game["mode"], game["rules"]) == ("practice", "bakers-dozen-1")
    deal = stored(game).deal
    assert (deal.scheme, deal.number) == (None, None)


def test_bd_20_kings_stay_where_pysolfc_left_them(player: Player) -> None:
    game = player.start(**number("pysolfc", 2, "good_measure"))
    assert columns(game)[3] == "AS 9H KD TD 3S"
    assert game["rules"] == "good-measure-as-dealt-1"
    assert player.get(f"/games/{game['id']}").json()["piles"] == game["piles"]
    player.post(f"/games/{game['id']}/resign")
    again = {"deal": {"id": game["deal"]["id"]}}
    for level in ("easy", "medium"):
        known = player.start(level, variant="good_measure", **again)
        assert (known["piles"], known["rules"]) == (game["piles"], game["rules"])
    # Another game deals these cards by its own rules.
    other = player.start("medium", variant="bakers_dozen", **again)
    assert other["rules"] == "bakers-dozen-1"


@pytest.mark.parametrize(
    ("scheme", "value", "variant", "first"),
    [
        ("kpat", 1, "bakers_dozen", "JD QC TS 7D"),
        ("kpat", 1, "spanish_patience", "JD QC TS 7D"),
        ("kpat", 1, "bakers_game", "JD KD 2S 4C 3S 6D 6S"),
        ("pysolfc", 104, "spanish_patience", "4C JC 8S 7D"),
        ("pysolfc", 32_001, "bakers_game", "4C JC 7S QD 9D 6C 3S"),
        ("pysolfc", 32_001, "good_measure", "7C 7D AH 9C 7H"),
        ("pysolfc", 12_345_678_901_234_567_890, "bakers_dozen", "KD 2H QD TH"),
    ],
)
def test_first_columns_of_other_programs(
    player: Player, scheme: str, value: int, variant: str, first: str
) -> None:
    body = {**number(scheme, value, variant), "id": new_id()}
    created = player.post("/games", body)
    assert created.status_code == 201
    assert columns(created.json())[0] == first
    assert player.post("/games", body).status_code == 200
    assert Deal.objects.count() == 1


def test_a_variant_lists_the_numberings_that_have_it(player: Player) -> None:
    for item in player.get("/variants").json()["items"]:
        assert item["schemes"][0] == "ms"
        for scheme in LAST_NUMBERS:
            answer = player.post("/games", number(scheme, 7, item["key"]))
            assert answer.status_code == (201 if scheme in item["schemes"] else 422)


@pytest.mark.parametrize(
    ("scheme", "value", "variant", "pointer", "reason"),
    [
        ("kpat", 1, "good_measure", "/deal/scheme", "unknown_scheme"),
        ("ms", 2**33, "bakers_dozen", "/deal/number", "deal_number_out_of_range"),
        ("kpat", 2**31, "bakers_game", "/deal/number", "deal_number_out_of_range"),
        ("pysolfc", 10**20, "bakers_dozen", "/deal/number", "max_value"),
        ("pysolfc", 0, "bakers_dozen", "/deal/number", "min_value"),
        ("aisleriot", 1, "bakers_dozen", "/deal/scheme", "invalid_choice"),
    ],
)
def test_a_number_that_is_no_deal_of_the_game(
    player: Player, scheme: str, value: int, variant: str, pointer: str, reason: str
) -> None:
    answer = player.post("/games", number(scheme, value, variant))
    assert answer.status_code == 422
    (error,) = answer.json()["errors"]
    assert (error["pointer"], error["code"]) == (pointer, reason)
    assert code(answer) in ("board_invalid", "validation_failed")
    assert not Deal.objects.exists()


def test_the_range_of_a_scheme_is_told(player: Player) -> None:
    answer = player.post("/games", number("kpat", 2**31, "bakers_dozen")).json()
    assert (answer["first"], answer["last"]) == (1, 2**31 - 1)
    answer = player.post("/games", number("kpat", 1, "good_measure")).json()
    assert answer["known"] == "ms, pysolfc"


@pytest.mark.parametrize(
    ("custom", "rules_id"),
    [
        ({}, "bakers-dozen-1"),
        ({"empty_columns": "any"}, "bakers-dozen-any-fill-1"),
        ({"group_moves": True}, "bakers-dozen-group-moves-1"),
        (BOTH, "bakers-dozen-any-fill-group-moves-1"),
    ],
)
def test_switches_of_bakers_dozen(player: Player, custom: dict[str, Any], rules_id: str) -> None:
    game = player.start("custom", variant="bakers_dozen", custom=custom)
    assert game["rules"] == rules_id
    assert game["custom"] == {"empty_columns": "none", "group_moves": False} | custom
    assert rules_id in RULES


@pytest.mark.parametrize(
    ("custom", "pointer"),
    [
        ({"empty_columns": "kings"}, "/custom/empty_columns"),
        ({"group_moves": 1}, "/custom/group_moves"),
        ({"group_moves": "true"}, "/custom/group_moves"),
        ({"cells": 4}, "/custom/cells"),
    ],
)
def test_a_switch_takes_the_values_it_lists(
    player: Player, custom: dict[str, Any], pointer: str
) -> None:
    body = {"variant": "bakers_dozen", "level": "custom", "custom": custom}
    answer = player.post("/games", body)
    assert (answer.status_code, pointers(answer)) == (422, {pointer})
