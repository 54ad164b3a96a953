"""`python -m games.rules.verify`: true files pass."""

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from games.rules import (
    RULES,
    verify,
)
from tests.rules.told import (
    ROOT,
    certificate,
    fairness,
    lost_replay,
    replay,
    some_moves,
    text,
    verdict,
)


@pytest.mark.parametrize("made", [fairness, certificate, replay], ids=lambda made: made.__name__)
def test_what_is_true_passes(made: Callable[[], Any], tmp_path: Path, capsys: Any) -> None:
    status, out = verdict(json.dumps(made()), tmp_path, capsys)
    assert status == 0
    assert out.startswith("ok: ")


def test_a_true_text_passes(tmp_path: Path, capsys: Any) -> None:
    assert verdict(text(), tmp_path, capsys)[0] == 0


def test_what_a_text_has_not_is_not_said_to_be_true(tmp_path: Path, capsys: Any) -> None:
    told = text().replace("# Rules", "# Score: 9999999\n# Rules", 1)
    status, out = verdict(told, tmp_path, capsys)
    assert status == 0
    assert "time and score can be checked in the JSON alone" in out


def test_a_file_may_begin_with_a_byte_order_mark(tmp_path: Path, capsys: Any) -> None:
    assert verdict("\ufeff" + json.dumps(fairness()), tmp_path, capsys)[0] == 0


def test_an_undo_that_revealed_cards_is_help(tmp_path: Path, capsys: Any) -> None:
    game = some_moves(RULES["baroness-5-piles-1"])
    game = game.append(game.version, ["z"] * game.version, 10)
    assert game.undid_reveal
    for assisted, status in ((True, 0), (False, 1)):
        lost = {**lost_replay(game, "baroness", "medium"), "assisted": assisted}
        assert verdict(json.dumps(lost), tmp_path, capsys)[0] == status


@pytest.mark.parametrize(
    ("rules", "variant", "level"),
    [
        ("baroness-5-piles-1", "baroness", "medium"),
        ("thirteens-1", "thirteens", "medium"),
        ("spanish-patience-1", "spanish_patience", "medium"),
        ("good-measure-as-dealt-1", "good_measure", "easy"),
    ],
)
def test_games_of_every_family_are_read(
    rules: str, variant: str, level: str, tmp_path: Path, capsys: Any
) -> None:
    lost = lost_replay(some_moves(RULES[rules]), variant, level)
    assert verdict(json.dumps(lost), tmp_path, capsys)[0] == 0


def test_a_custom_level_is_read(tmp_path: Path, capsys: Any) -> None:
    game = some_moves(RULES["bakers-game-7-cells-9-columns-1"])
    lost = lost_replay(game, "bakers_game", "custom")
    switches = {"cells": 7, "columns": 9, "empty_columns": "any"}
    for custom, status in ((switches, 0), (switches | {"cells": 6}, 1), (None, 1)):
        lost["custom"] = custom
        assert verdict(json.dumps(lost), tmp_path, capsys)[0] == status


def test_it_needs_nothing_but_python_and_is_short(tmp_path: Path) -> None:
    file = ROOT / "games" / "rules" / "verify.py"
    assert len(file.read_text().splitlines()) < 150
    saved = tmp_path / "certificate.json"
    saved.write_text(json.dumps(certificate()))
    # -S: without the site packages Django and NumPy cannot be found.
    done = subprocess.run(
        [sys.executable, "-S", "-m", "games.rules.verify", str(saved)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.count("ok: ") == 2


def test_it_says_how_it_is_used(tmp_path: Path, capsys: Any) -> None:
    assert verify.main([]) == 2
    assert "usage" in capsys.readouterr().err
    assert verify.main([str(tmp_path / "none")]) == 2
    assert verdict("no JSON", tmp_path, capsys)[0] == 1
