"""Replays and what proves a deal, as answers carry them."""

from typing import Any

from accounts.models import User
from accounts.names import public_player
from games.models import Deal, Game
from games.rules import SCORING_VERSION, film_of, moves_played, replay_text, standard_move


def revealed_deal(deal: Deal) -> dict[str, Any]:
    """A deal with all that its commitment is made of."""
    return {
        "id": str(deal.pk),
        "commitment": deal.commitment,
        "deck": deal.deck,
        "salt": deal.salt,
    }


def replay_document(game: Game, *, slug: str | None, player: User | None) -> dict[str, Any]:
    """A finished game as a whole, told to its player or, with the player as seen, to others."""
    assert game.finished_at is not None
    played = game.playthrough
    ended_at_ms = game.since_deal(game.finished_at)
    score = played.score(ended_at_ms)
    piles, changes = film_of(played)
    ops = [
        {"op": op.text, "at_ms": op.at_ms, "changes": changed}
        for op, changed in zip(played.log, changes, strict=True)
    ]
    return {
        "kind": "replay",
        "id": str(game.pk),
        "variant": game.variant,
        "level": game.level,
        "rules": game.rules,
        "custom": game.custom,
        "mode": game.mode,
        "status": game.status,
        "reason": game.reason,
        "assisted": game.assisted,
        "player": public_player(player) if player else None,
        "deal": revealed_deal(game.deal),
        "board": str(played.line[0]),
        "piles": piles,
        "ops": ops,
        "moves": [standard_move(move) for move in moves_played(played)],
        "result": {
            "score": {
                "total": score.total,
                "cards": score.cards,
                "time_charge": score.time_charge,
                "bonus": score.bonus,
                "scoring_version": SCORING_VERSION,
            },
            "elapsed_ms": played.elapsed_ms(ended_at_ms),
            "moves": played.moves,
            "undos": played.undos,
        },
        "created_at": game.created_at,
        "finished_at": game.finished_at,
        "ended_at_ms": ended_at_ms,
        "slug": slug,
    }


def replay_as_text(game: Game) -> str:
    """The same to read: what it was as comments, the board, and the moves."""
    assert game.finished_at is not None
    played = game.playthrough
    ended_at_ms = game.since_deal(game.finished_at)
    facts = {
        "Rules": game.rules,
        "Outcome": game.status,
        "Moves": played.moves,
        "Milliseconds": played.elapsed_ms(ended_at_ms),
        "Score": played.score(ended_at_ms).total,
        "Commitment": game.deal.commitment,
        "Deck": game.deal.deck,
        "Salt": game.deal.salt,
    }
    return replay_text(played, facts)
