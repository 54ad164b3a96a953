"""Files as `games.rules.verify` reads them, all true; a test makes them lie."""

from datetime import UTC, datetime, timedelta
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from games.rules import (
    RULES,
    SCORING_VERSION,
    Playthrough,
    Rules,
    deck_text,
    film_of,
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
    return {
        **fairness(),
        "kind": "certificate",
        "variant": "bakers_game",
        "level": "easy",
        "rules": RULES_ID,
        "board": str(won_game().line[0]),
        "moves": moves,
    }


def told(game: Playthrough, ended_at_ms: int) -> dict[str, Any]:
    """A replay's result."""
    score = game.score(ended_at_ms)
    return {
        "score": {
            "total": score.total,
            "cards": score.cards,
            "time_charge": score.time_charge,
            "bonus": score.bonus,
            "scoring_version": SCORING_VERSION,
        },
        "elapsed_ms": game.elapsed_ms(ended_at_ms),
        "moves": game.moves,
        "undos": game.undos,
    }


def instant(at_ms: int) -> str:
    """So long after a deal that was shown at a time."""
    at = datetime(2026, 11, 30, 23, 59, 59, tzinfo=UTC) + timedelta(milliseconds=at_ms)
    return at.isoformat(timespec="milliseconds").replace("+00:00", "Z")


def film(game: Playthrough) -> dict[str, Any]:
    """A replay's deal and ops."""
    piles, changes = film_of(game)
    ops = zip(game.log, changes, strict=True)
    return {
        "board": str(game.line[0]),
        "piles": piles,
        "ops": [{"op": op.text, "at_ms": op.at_ms, "changes": changed} for op, changed in ops],
    }


def replay() -> dict[str, Any]:
    game = won_game()
    ended_at_ms = game.log[-1].at_ms
    return {
        "kind": "replay",
        "variant": "bakers_game",
        "level": "easy",
        "rules": RULES_ID,
        "custom": None,
        "mode": "casual",
        "status": "won",
        "reason": None,
        "assisted": False,
        "deal": {"commitment": COMMITMENT, "deck": DECK, "salt": SALT},
        **film(game),
        "moves": certificate()["moves"],
        "created_at": instant(0),
        "finished_at": instant(ended_at_ms),
        "ended_at_ms": ended_at_ms,
        "result": told(game, ended_at_ms),
    }


def text() -> str:
    facts = {"Rules": RULES_ID, "Outcome": "won"}
    return replay_text(won_game(), {**facts, "Commitment": COMMITMENT, "Deck": DECK, "Salt": SALT})


def verdict(content: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> tuple[int, str]:
    file = tmp_path / "file"
    file.write_text(content)
    return verify.main([str(file)]), capsys.readouterr().out


def lost_replay(game: Playthrough, variant: str, level: str) -> dict[str, Any]:
    """The replay of a game that was given up."""
    deck = deck_text(game.deck)
    return {
        **replay(),
        "variant": variant,
        "level": level,
        "rules": game.rules.id,
        "status": "lost",
        "reason": "resigned",
        "deal": {
            "commitment": "sha256:" + sha256((deck + SALT).encode()).hexdigest(),
            "deck": deck,
            "salt": SALT,
        },
        **film(game),
        "moves": [standard_move(move) for move in moves_played(game)],
        "result": told(game, replay()["ended_at_ms"]),
    }


def some_moves(rules: Rules) -> Playthrough:
    game = Playthrough(rules, shuffled(b"some"))
    while game.version < 8 and game.position.legal_moves:
        game = game.append(game.version, [str(game.position.legal_moves[0])], 10)
    return game
