"""Correcting the ledger without changing it, and all that is counted from it."""

from django.db import transaction

from accounts.models import User
from stats.models import Correction, GameResult
from stats.services.recounting import lock_level, recount


def correct(
    result: GameResult, *, annulled: bool, reason: str, by: User | None = None
) -> Correction:
    """Have a result count for nothing, or count again; totals, streaks and boards follow at once.

    They become what they would be had the game never ended, so a best may shrink by it. Only a
    day of the dailies stays attempted: there is one attempt, and it was made.
    """
    with transaction.atomic():
        player, totals = lock_level(result)
        correction = Correction.objects.create(
            result_id=result.pk, annulled=annulled, reason=reason, corrected_by=by
        )
        recount(player, totals)
    return correction
