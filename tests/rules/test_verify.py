"""`python -m games.rules.verify`: true files pass, and a change of anything in them is found."""

import json
import subprocess
import sys
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from games.rules import (
    RULES,
    Playthrough,
    Rules,
    deck_text,
    moves_played,
    parse_deck,
    replay_text,
    shuffled,
    standard_move,
    verify,
)
from tests.games.conftest import STOCK_ROWS

ROOT = Path(__file__).parents[2]
RULES_ID = "bakers-game-4-cells-1"
DECK, LINE = STOCK_ROWS[0]
SALT = "5a" * 32
COMMITMENT = "sha256:" + sha256((DECK + SALT).encode()).hexdigest()


def won_game() -> Playthrough:
    game = Playthrough(RULES[RULES_ID], parse_deck(DECK))
    for number, text in enumerate(["1a", "z", *LINE.split()]):
        game = game.append(game.version, [text], 900 * number)
    assert game.is_won
    return game


def fairness() -> dict[str, Any]:
    return {"kind": "fairness", "commitment": COMMITMENT, "deck": DECK, "salt": SALT}


def certificate() -> dict[str, Any]:
    moves = [standard_move(move) for move in moves_played(won_game())]
    return {**fairness(), "kind": "certificate", "rules": RULES_ID, "moves": moves}


def replay() -> dict[str, Any]:
    game = won_game()
    ended_at_ms = game.log[-1].at_ms
    return {
        "kind": "replay",
        "rules": RULES_ID,
        "mode": "casual",
        "status": "won",
        "deal": {"commitment": COMMITMENT, "deck": DECK, "salt": SALT},
        "board": str(game.line[0]),
        "ops": [{"op": op.text, "at_ms": op.at_ms} for op in game.log],
        "moves": certificate()["moves"],
        "ended_at_ms": ended_at_ms,
        "result": {
            "score": {"total": game.score(ended_at_ms).total},
            "elapsed_ms": game.elapsed_ms(ended_at_ms),
            "moves": game.moves,
            "undos": game.undos,
        },
    }


def text() -> str:
    facts = {"Rules": RULES_ID, "Outcome": "won"}
    return replay_text(won_game(), {**facts, "Commitment": COMMITMENT, "Deck": DECK, "Salt": SALT})


def verdict(content: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> tuple[int, str]:
    file = tmp_path / "file"
    file.write_text(content)
    return verify.main([str(file)]), capsys.readouterr().out


@pytest.mark.parametrize("made", [fairness, certificate, replay], ids=lambda made: made.__name__)
def test_what_is_true_passes(made: Callable[[], Any], tmp_path: Path, capsys: Any) -> None:
    status, out = verdict(json.dumps(made()), tmp_path, capsys)
    assert status == 0
    assert out.startswith("ok: ")


def test_a_true_text_passes(tmp_path: Path, capsys: Any) -> None:
    assert verdict(text(), tmp_path, capsys)[0] == 0


def swapped(deck: str) -> str:
    return deck[2:4] + deck[:2] + deck[4:]


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
    (replay, lambda told: told.update(mode="daily", ended_at_ms=10_000_000)),
    (replay, lambda told: told["result"]["score"].update(total=1)),
    (replay, lambda told: told["result"].update(moves=1)),
    (replay, lambda told: told["result"].update(undos=0)),
    (replay, lambda told: told["deal"].update(salt=None)),
    (replay, lambda told: told["deal"].update(deck=swapped(DECK))),
]


@pytest.mark.parametrize(("made", "lie"), LIES)
def test_every_lie_is_found(made: Any, lie: Any, tmp_path: Path, capsys: Any) -> None:
    told = made()
    before = json.dumps(told)
    lie(told)
    # The clock of a game that was won stands, so a later end alone is no lie.
    if told.get("mode") == "daily":
        told["ops"].pop()
    assert json.dumps(told) != before
    status, out = verdict(json.dumps(told), tmp_path, capsys)
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
    ],
)
def test_every_lie_of_a_text_is_found(old: str, new: str, tmp_path: Path, capsys: Any) -> None:
    assert old in text()
    assert verdict(text().replace(old, new, 1), tmp_path, capsys)[0] == 1
    *_, last = text().split()
    assert verdict(text()[: text().rindex(last)], tmp_path, capsys)[0] == 1


@pytest.mark.parametrize("rules", ["baroness-5-piles-1", "thirteens-1", "spanish-patience-1"])
def test_games_of_every_family_are_read(rules: str, tmp_path: Path, capsys: Any) -> None:
    game = _some_moves(RULES[rules])
    deck = deck_text(game.deck)
    told = {
        **replay(),
        "rules": rules,
        "status": "lost",
        "deal": {
            "commitment": "sha256:" + sha256((deck + SALT).encode()).hexdigest(),
            "deck": deck,
            "salt": SALT,
        },
        "board": str(game.line[0]),
        "ops": [{"op": op.text, "at_ms": op.at_ms} for op in game.log],
        "moves": [standard_move(move) for move in moves_played(game)],
    }
    told["result"] = {
        "score": {"total": game.score(told["ended_at_ms"]).total},
        "elapsed_ms": game.elapsed_ms(told["ended_at_ms"]),
        "moves": game.moves,
        "undos": 0,
    }
    assert verdict(json.dumps(told), tmp_path, capsys)[0] == 0


def _some_moves(rules: Rules) -> Playthrough:
    game = Playthrough(rules, shuffled(b"some"))
    while game.version < 8 and game.position.legal_moves:
        game = game.append(game.version, [str(game.position.legal_moves[0])], 10)
    return game


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
