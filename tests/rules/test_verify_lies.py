"""`python -m games.rules.verify`: a change of anything in a true file is found."""

import json
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from tests.rules.told import (
    DECK,
    SALT,
    certificate,
    fairness,
    instant,
    replay,
    text,
    verdict,
)


def swapped(deck: str) -> str:
    return deck[2:4] + deck[:2] + deck[4:]


def promised(told: dict[str, Any], deck: str) -> None:
    """Whoever tells the deck had it so when the commitment was made."""
    digest = sha256(f"{deck}{SALT}".encode()).hexdigest()
    told.update(deck=deck, commitment=f"sha256:{digest}")


LIES: list[tuple[Callable[[], dict[str, Any]], Callable[[dict[str, Any]], Any]]] = [
    (fairness, lambda told: told.update(deck=swapped(DECK))),
    (fairness, lambda told: told.update(salt="5b" + SALT[2:])),
    (fairness, lambda told: told.update(commitment="sha256:" + "0" * 64)),
    (fairness, lambda told: told.update(deck=None, salt=None)),
    (fairness, lambda told: told.update(kind="fair")),
    (fairness, lambda told: told.pop("commitment")),
    (certificate, lambda told: told["moves"].pop()),
    (certificate, lambda told: told["moves"].insert(0, "11")),
    (certificate, lambda told: told.update(deck=swapped(DECK))),
    (certificate, lambda told: told.update(salt=SALT[2:])),
    (certificate, lambda told: told.update(rules="bakers-game-3-cells-1")),
    (certificate, lambda told: told.update(rules="none-1")),
    (replay, lambda told: told["ops"].pop()),
    (replay, lambda told: told["ops"].insert(2, {"op": "1a", "at_ms": 1})),
    (replay, lambda told: told["ops"][0].update(op="zz")),
    (replay, lambda told: told["ops"][-1].update(at_ms=10_000_000)),
    (replay, lambda told: told["moves"].pop()),
    (replay, lambda told: told.update(board=told["board"].replace("C", "D", 1))),
    (replay, lambda told: told.update(status="lost")),
    (replay, lambda told: told.update(mode="other")),
    (replay, lambda told: told["result"]["score"].update(total=1)),
    (replay, lambda told: told["piles"][0]["cards"].reverse()),
    (replay, lambda told: told["piles"].pop()),
    (replay, lambda told: told.pop("piles")),
    (replay, lambda told: told["ops"][2]["changes"].pop()),
    (replay, lambda told: told["ops"][2]["changes"][0].update(keep=0)),
    (replay, lambda told: told["ops"][2].pop("changes")),
    (replay, lambda told: told["ops"][2]["changes"].append({"id": "1", "keep": 0, "cards": []})),
    (replay, lambda told: told["result"].update(moves=1)),
    (replay, lambda told: told["result"].update(undos=0)),
    (replay, lambda told: told["deal"].update(salt=None)),
    (replay, lambda told: told["deal"].update(deck=swapped(DECK))),
    # Where the deck ends is part of the promise, and so is that it is a deck.
    (fairness, lambda told: told.update(deck=DECK + SALT[:4], salt=SALT[4:])),
    (fairness, lambda told: told.update(deck=DECK[:100], salt=DECK[100:] + SALT)),
    (fairness, lambda told: promised(told, "AC" * 52)),
    (fairness, lambda told: promised(told, DECK.lower())),
    (fairness, lambda told: promised(told, "")),
    (certificate, lambda told: promised(told, DECK + "KS")),
    (certificate, lambda told: told.update(board="nonsense")),
    (certificate, lambda told: told.update(level="hard")),
    (certificate, lambda told: told.update(variant="bakers_dozen")),
    (certificate, lambda told: told["moves"].append(told["moves"][-1])),
    (certificate, lambda told: told.update(moves=[1])),
    (certificate, lambda told: told.update(moves={"1a": 1})),
    (replay, lambda told: told.update(variant="baroness")),
    (replay, lambda told: told.update(level="hard")),
    (replay, lambda told: told.update(level="custom", custom={"cells": 3})),
    (replay, lambda told: told.update(reason="resigned")),
    (replay, lambda told: told.update(custom={"cells": 4})),
    (replay, lambda told: told.update(custom={})),
    (replay, lambda told: told.update(ended_at_ms=0)),
    (replay, lambda told: told.update(ended_at_ms=True)),
    (replay, lambda told: told.update(created_at=instant(-1000))),
    (replay, lambda told: told.update(finished_at=instant(1_000_000))),
    (replay, lambda told: told["ops"][3].update(at_ms=900)),
    (replay, lambda told: told["ops"][3].update(at_ms=-5)),
    (replay, lambda told: told["ops"][0].update(at_ms=float("nan"))),
    (replay, lambda told: told["ops"][0].update(at_ms=float("inf"))),
    (replay, lambda told: told["ops"][0].update(at_ms=900.0)),
    (replay, lambda told: told["ops"].append({"op": "z", "at_ms": 10**6})),
    (replay, lambda told: told["ops"].append({"op": "p", "at_ms": 10**6})),
    (replay, lambda told: told["result"]["score"].update(bonus=1)),
    (replay, lambda told: told["result"]["score"].update(cards=10**6)),
    (replay, lambda told: told["result"]["score"].update(scoring_version=9)),
    (replay, lambda told: told["result"].pop("elapsed_ms")),
]


@pytest.mark.parametrize(("made", "lie"), LIES)
def test_every_lie_is_found(made: Any, lie: Any, tmp_path: Path, capsys: Any) -> None:
    true = made()
    before = json.dumps(true)
    lie(true)
    assert json.dumps(true) != before
    status, out = verdict(json.dumps(true), tmp_path, capsys)
    assert status == 1
    assert out.startswith("NOT TRUE: ")


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("Outcome: won", "Outcome: lost"),
        ("Deck: " + DECK, "Deck: " + swapped(DECK)),
        ("Salt: 5a", "Salt: 5b"),
        ("# Rules", "# Rule"),
        ("Foundations: C-0", "Foundations: C-A"),
        ("Outcome: won", "Outcome: won\n# Outcome: lost"),
        ("Outcome: won", "Outcome: drawn"),
    ],
)
def test_every_lie_of_a_text_is_found(old: str, new: str, tmp_path: Path, capsys: Any) -> None:
    assert old in text()
    assert verdict(text().replace(old, new, 1), tmp_path, capsys)[0] == 1
    *_, last = text().split()
    assert verdict(text()[: text().rindex(last)], tmp_path, capsys)[0] == 1


NO_TRUTH = [
    "",
    "null",
    "5",
    "[]",
    '"replay"',
    "{}",
    "[" * 100_000,
    "1" * 5000,
    '{"kind": ["fairness"]}',
    '{"kind": "replay", "deal": "x"}',
    json.dumps(fairness())[:-1] + ', "deck": "' + DECK + '"}',
    "# Patience replay",
]


@pytest.mark.parametrize("content", NO_TRUTH, ids=range(len(NO_TRUTH)))
def test_what_is_no_file_of_ours_is_not_true(content: str, tmp_path: Path, capsys: Any) -> None:
    status, out = verdict(content, tmp_path, capsys)
    assert status == 1
    assert out.startswith("NOT TRUE: ")
