"""The games on offer: levels, switches, texts, notation and scoring."""

import pytest
from rest_framework.test import APIClient

from games.rules import COMMANDS, RULES, VARIANTS, Move
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


def test_rules_are_told_in_three_languages(client: APIClient) -> None:
    texts = set()
    for language in ("en", "ru", "fr"):
        answer = client.get("/api/v1/variants/bakers_game", HTTP_ACCEPT_LANGUAGE=language)
        assert answer["Content-Language"] == language
        assert "Accept-Language" in answer["Vary"]
        texts.add((answer.json()["name"], *answer.json()["rules_text"]))
    assert len(texts) == 3
    assert len({text for told in texts for text in told}) == 3 * len(next(iter(texts)))


def test_the_notation_told_is_the_notation_read(client: APIClient) -> None:
    for entry in client.get("/api/v1/variants/bakers_game").json()["notation"]:
        assert entry["op"] in COMMANDS or str(Move.parse(entry["op"])) == entry["op"]


def test_scoring_vectors_hold(client: APIClient) -> None:
    scoring = client.get("/api/v1/variants/bakers_game").json()["scoring"]
    totals = [vector["score"]["total"] for vector in scoring["vectors"]]
    # Two cards over a tick; an undone card does not pay twice; the same after a tick; and wins.
    assert totals == [10, 10, 0, 10_460, 2_728, 1_111, 600_520]


def test_unknown_variants_are_not_found(client: APIClient) -> None:
    answer = client.get("/api/v1/variants/chess")
    assert (answer.status_code, code(answer)) == (404, "not_found")


def test_the_catalogue_is_not_sent_twice(client: APIClient) -> None:
    first = client.get("/api/v1/variants")
    again = client.get("/api/v1/variants", HTTP_IF_NONE_MATCH=first["ETag"])
    assert again.status_code == 304
