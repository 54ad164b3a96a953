"""Players, and results to record for them."""

from datetime import UTC, datetime
from uuid import uuid4

import pytest
from django.contrib.auth import get_user_model
from django.db import transaction

from stats.models import GameResult
from stats.services.results import record_result


def new_player():
    return get_user_model().objects.create_guest()


def figures(player, *, won=True, **changed):
    """The arguments of `record_result` for an ordinary win, or loss, of the player."""
    return {
        "game_id": uuid4(),
        "player_id": player.pk,
        "variant": "bakers_game",
        "level": "medium",
        "won": won,
        "reason": None if won else "resigned",
        "assisted": False,
        "score": 5_000 if won else None,
        "time_ms": 180_000,
        "moves": 95,
        "undos": 4,
        "scoring_version": 1,
        "finished_at": datetime(2026, 11, 29, 10, 0, 48, 210_000, tzinfo=UTC),
    } | changed


def record(player, **changed):
    """Record a result in a transaction of its own."""
    with transaction.atomic():
        return record_result(GameResult(**figures(player, **changed)))


@pytest.fixture
def other_player(db):
    return new_player()
