"""The game as every answer carries it."""

import json
from collections.abc import Iterable
from datetime import datetime
from hashlib import sha256
from typing import Any

from django.utils.translation import get_language

from games.models import Game
from games.rules import view_of


def game_etag(game: Game) -> str:
    """A weak tag of all that changes a game's document but the running clock."""
    assisted = "a" if game.assisted else "u"
    return f'W/"{game.version}-{game.status}-{assisted}-{get_language()}"'


def games_etag(games: Iterable[Game]) -> str:
    """A weak tag of a list of games, in its order."""
    tags = " ".join(f"{game.pk} {game_etag(game)}" for game in games)
    return f'W/"{sha256(tags.encode()).hexdigest()[:32]}"'


def documents_etag(documents: Any) -> str:
    """A weak tag of documents without a running clock."""
    text = json.dumps(documents, default=str)
    return f'W/"{sha256(text.encode()).hexdigest()[:32]}"'


def game_document(game: Game, now: datetime) -> dict[str, Any]:
    """The game at a moment: its table, its sums, and what of it is stored."""
    as_of = game.finished_at or now
    table = view_of(game.playthrough, game.since_deal(as_of), is_over=game.is_over)
    table["clock"]["as_of"] = as_of
    return {
        "id": str(game.pk),
        "variant": game.variant,
        "level": game.level,
        "rules": game.rules,
        "custom": game.custom,
        "mode": game.mode,
        "status": game.status,
        "reason": game.reason,
        "version": game.version,
        **table,
        "assisted": game.assisted,
        "deal": {"id": str(game.deal_id), "commitment": game.deal.commitment},
        "created_at": game.created_at,
        "expires_at": game.expires_at,
    }
