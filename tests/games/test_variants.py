"""The games on offer: levels, switches, texts, notation and scoring."""

import pytest
from rest_framework.test import APIClient

from games.rules import COMMANDS, RULES, VARIANTS, Move, down_any_suit, down_in_suit
from tests.games.conftest import code


@pytest.fixture
def client() -> APIClient:
    return APIClient()


def test_variants_are_open_to_everybody(client: APIClient) -> None:
    answer = client.get("/api/v1/variants")
    assert answer.status_code == 200
    assert [item["key"] for item in answer.json()["items"]] == list(VARIANTS)
    for item in answer.json()["items"]:
        assert client.get(f"/api/v1/variants/{item['key']}").json() == item


def test_levels_name_their_rules(client: APIClient) -> None:
    item = client.get("/api/v1/variants/bakers_game").json()
    levels = {level["key"]: (level["rules"], level["proven"]) for level in item["levels"]}
    assert levels == {
        "easy": ("bakers-game-4-cells-1", True),
        "medium": ("bakers-game-4-cells-1", False),
        "hard": ("bakers-game-3-cells-1", False),
        "custom": (None, False),
    }
    assert all(rules is None or rules in RULES for rules, _ in levels.values())
    switches = {switch["name"]: switch["values"] for switch in item["switches"]}
    assert switches == {
        "cells": list(range(1, 11)),
        "columns": list(range(4, 11)),
        "empty_columns": ["any", "kings"],
    }


def test_every_choice_of_switches_is_offered_as_said() -> None:
    for variant in VARIANTS.values():
        for settings, rules in variant.customs.items():
            names = [switch.name for switch in variant.switches]
            assert variant.custom_rules(dict(zip(names, settings, strict=True))) is rules
            assert RULES[rules.id] is rules


@pytest.mark.parametrize("key", VARIANTS)
def test_rules_are_told_in_three_languages(client: APIClient, key: str) -> None:
    texts = set()
    for language in ("en", "ru", "fr"):
        answer = client.get(f"/api/v1/variants/{key}", HTTP_ACCEPT_LANGUAGE=language)
        assert answer["Content-Language"] == language
        assert "Accept-Language" in answer["Vary"]
        texts.add((answer.json()["name"], *answer.json()["rules_text"]))
    assert len(texts) == 3
    assert len({text for told in texts for text in told}) == 3 * len(next(iter(texts)))


@pytest.mark.parametrize("key", VARIANTS)
def test_the_notation_told_is_the_notation_read(client: APIClient, key: str) -> None:
    for entry in client.get(f"/api/v1/variants/{key}").json()["notation"]:
        assert entry["op"] in COMMANDS or str(Move.parse(entry["op"])) == entry["op"]


def test_the_notation_told_is_that_of_the_game(client: APIClient) -> None:
    told = {
        key: [entry["op"] for entry in client.get(f"/api/v1/variants/{key}").json()["notation"]]
        for key in ("baroness", "thirteens")
    }
    assert told["baroness"] == ["n", "3", "25", "33", "2>5", *"zpr"]
    assert told["thirteens"] == ["3", "2A", *"zpr"]


def test_switches_of_baroness(client: APIClient) -> None:
    item = client.get("/api/v1/variants/baroness").json()
    switches = {each["name"]: (each["values"], each["default"]) for each in item["switches"]}
    off_or_on = ([False, True], False)
    assert switches == {
        "piles": ([5, 6, 7], 5),
        **dict.fromkeys(("kings_first", "spaces", "pair_beneath", "forced_discards"), off_or_on),
        "grace": (["extra_piles", "first_piles"], "extra_piles"),
    }
    assert len(VARIANTS["baroness"].customs) == 96


def test_scoring_vectors_hold(client: APIClient) -> None:
    scoring = client.get("/api/v1/variants/bakers_game").json()["scoring"]
    totals = [vector["score"]["total"] for vector in scoring["vectors"]]
    # Two cards over a tick; an undone card does not pay twice; the same after a tick; and wins.
    assert totals == [10, 10, 0, 10_460, 2_728, 1_111, 600_520]


def test_a_game_of_luck_pays_no_bonus(client: APIClient) -> None:
    dividends = {
        item["key"]: item["scoring"]["bonus_dividend"]
        for item in client.get("/api/v1/variants").json()["items"]
    }
    assert (dividends["bakers_game"], dividends["baroness"]) == (600_000, 200_000)
    assert dividends["thirteens"] == 0
    scoring = client.get("/api/v1/variants/thirteens").json()["scoring"]
    assert [vector["score"]["total"] for vector in scoring["vectors"]] == [
        10,
        10,
        0,
        460,
        280,
        0,
        520,
    ]


def test_unknown_variants_are_not_found(client: APIClient) -> None:
    answer = client.get("/api/v1/variants/chess")
    assert (answer.status_code, code(answer)) == (404, "not_found")


def test_the_catalogue_is_not_sent_twice(client: APIClient) -> None:
    first = client.get("/api/v1/variants")
    again = client.get("/api/v1/variants", HTTP_IF_NONE_MATCH=first["ETag"])
    assert again.status_code == 304


# Words that stand in the rules exactly when some rules of the variant have this value.
WORDS = {
    ("empty_columns", "any"): "An empty column takes any card.",
    ("empty_columns", "kings"): "An empty column takes kings only.",
    ("empty_columns", "none"): "An empty column stays empty.",
    ("runs", "never"): "Cards move one at a time.",
    ("runs", "always"): "as one move, however many they are",
    ("runs", "by_free_places"): "one more than there are empty cells",
    ("kings", "slide"): "the kings of every column slide to its base",
    ("first_aces", 2): "The first two aces of the deck start on their foundations",
    ("foundations", "suit"): "A foundation takes the cards of its suit in order",
    ("foundations", "alternating_colour"): "red on black and black on red",
    ("fits", down_in_suit): "a nine of spades on the ten of spades",
    ("fits", down_any_suit): "a nine on any ten",
    ("cells", 3): "Hard: 3 cells.",
    ("cells", 4): "There are 4 cells.",
    ("columns", 8): "into 8 columns.",
    ("columns", 10): "into 10 columns.",
    ("columns", 13): "into 13 columns.",
}
BUILDING = [key for key, variant in VARIANTS.items() if variant.family == "building"]


@pytest.mark.parametrize("key", BUILDING)
def test_f_10_the_rules_told_are_the_rules_played(client: APIClient, key: str) -> None:
    variant = VARIANTS[key]
    told = " ".join(client.get(f"/api/v1/variants/{key}").json()["rules_text"])
    played = [level.rules for level in variant.levels.values() if level.rules]
    for (parameter, value), words in WORDS.items():
        is_number = parameter in ("cells", "columns")
        known = played if is_number else [*played, *variant.customs.values()]
        has_value = any(getattr(rules, parameter) == value for rules in known)
        assert (words in told) == has_value, (parameter, value)


@pytest.mark.parametrize("key", BUILDING)
def test_f_10_every_choice_of_a_custom_level_is_told(client: APIClient, key: str) -> None:
    item = client.get(f"/api/v1/variants/{key}").json()
    custom = [text for text in item["rules_text"] if text.startswith("Custom")]
    for switch in item["switches"]:
        numbers = [value for value in switch["values"] if type(value) is int]
        if numbers:
            span = f"Custom: {numbers[0]}-{numbers[-1]} {switch['name']}."
            assert span in custom
    assert len(custom) == len(item["switches"])


@pytest.mark.parametrize(
    ("key", "ops"),
    [
        ("bakers_game", ["26", "264", "6a", "a3", "4h"]),
        ("bakers_dozen", ["26", "264", "2B", "4h"]),
        ("good_measure", ["26", "2B", "4h"]),
        ("spanish_patience", ["26", "2B", "4h", "3hS"]),
    ],
)
def test_f_10_the_notation_told_is_that_of_the_building_games(
    client: APIClient, key: str, ops: list[str]
) -> None:
    told = [entry["op"] for entry in client.get(f"/api/v1/variants/{key}").json()["notation"]]
    assert told == [*ops, *"zprx"]
