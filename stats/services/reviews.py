"""Deciding about doubtful results, and making the boards right again afterwards."""

from django.db import transaction

from accounts.models import User
from stats.models import Decision, GameResult
from stats.services.recounting import lock_level, recount


def decide(
    result: GameResult, *, accepted: bool, reason: str, appeal: str = "", by: User | None = None
) -> Decision:
    """Accept or reject a doubtful result and bring the boards in line with that.

    An accepted one is listed; a rejected one leaves, and what its player has beside it takes its
    place. Its part in the player's own statistics stays. May be decided again.
    """
    with transaction.atomic():
        player, totals = lock_level(result)
        decision = Decision.objects.create(
            result_id=result.pk, accepted=accepted, reason=reason, appeal=appeal, decided_by=by
        )
        recount(player, totals)
    return decision
