"""What nobody comes back to: sweeps that end it, late or twice with the same outcome."""

import logging
from datetime import datetime, timedelta
from uuid import UUID

from django.db import transaction
from django.db.models import Exists, OuterRef, QuerySet

from accounts.models import User
from games.models import IDLE_DAYS, Game
from games.services.play import end_overdue

UNUSED_GUEST_DAYS = 7
# How many rows one call takes on, so that a worker is never busy with it for long.
MOST_GAMES = 1000
MOST_GUESTS = 500

logger = logging.getLogger("patience.games")


def expire_idle_games(now: datetime, *, most: int = MOST_GAMES) -> int:
    """End games that were left alone for 30 days, at most so many; tells how many were ended.

    A counted game becomes a loss at its level, or a win where only auto-finish was missing.
    """
    idle_since = now - timedelta(days=IDLE_DAYS)
    idle = Game.objects.filter(status="active", closes_at__isnull=True, last_op_at__lte=idle_since)
    return _end(idle.order_by("last_op_at"), most)


def close_dailies(now: datetime, *, most: int = MOST_GAMES) -> int:
    """End the attempts at dailies that can be won no more; tells how many were ended."""
    closing = Game.objects.filter(status="active", mode="daily", closes_at__lte=now)
    return _end(closing.order_by("closes_at"), most)


def remove_unused_guests(now: datetime, *, most: int = MOST_GUESTS) -> int:
    """Remove guests who began 7 days ago and have no game; tells how many were removed."""
    begun = now - timedelta(days=UNUSED_GUEST_DAYS)
    games = Game.objects.filter(player=OuterRef("pk"))
    unused = User.objects.filter(~Exists(games), is_guest=True, created_at__lte=begun)
    with transaction.atomic():
        # Who signs up meanwhile has changed this row, and is then no guest any more.
        locked = unused.select_for_update(skip_locked=True, of=("self",)).order_by("created_at")
        chosen = list(locked.values_list("pk", flat=True)[:most])
        User.objects.filter(pk__in=chosen).delete()
    return len(chosen)


def _end(overdue: QuerySet[Game], most: int) -> int:
    return sum(
        _end_one(overdue, game_id) for game_id in overdue.values_list("pk", flat=True)[:most]
    )


def _end_one(overdue: QuerySet[Game], game_id: UUID) -> bool:
    """End one game in its own transaction, if it is still overdue and nobody is at it."""
    locked = overdue.select_for_update(skip_locked=True, of=("self",)).select_related("deal")
    with transaction.atomic():
        game = locked.filter(pk=game_id).first()
        if game is None:
            return False
        try:
            return end_overdue(game)
        except (ValueError, LookupError):
            # A log that its rules cannot replay must not keep all others from their end.
            logger.exception("game %s cannot be ended", game_id)
            return False
