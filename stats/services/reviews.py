"""Deciding about doubtful results, and making the boards right again afterwards."""

from django.db import transaction

from accounts.models import User
from stats.models import BoardEntry, Decision, GameResult, Totals
from stats.selectors.ledger import judged
from stats.services.entries import best_entries, boards_of, keep_the_better
from stats.services.results import lock_totals
from stats.totals import fold


def decide(
    result: GameResult, *, accepted: bool, reason: str, appeal: str = "", by: User | None = None
) -> Decision:
    """Accept or reject a doubtful result and bring the boards in line with that.

    An accepted one is listed; a rejected one leaves, and what its player has beside it takes its
    place. Its part in the player's own statistics stays. May be decided again.
    """
    with transaction.atomic():
        totals = lock_totals(player_id=result.player_id, variant=result.variant, level=result.level)
        player = User.objects.select_for_update(no_key=True).get(pk=result.player_id)
        decision = Decision.objects.create(
            result_id=result.pk, accepted=accepted, reason=reason, appeal=appeal, decided_by=by
        )
        _rebuild(player, totals)
    return decision


def _rebuild(player: User, totals: Totals) -> None:
    """Make a player's entries of one level anew from the ledger."""
    results = judged(GameResult.objects.filter(player=player))
    of_level = list(results.filter(variant=totals.variant, level=totals.level).order_by("pk"))
    tally = fold(of_level)
    totals.ranked_streak, totals.pending_streak = tally.ranked_streak, tally.pending_streak
    totals.save(update_fields=["ranked_streak", "pending_streak"])
    keys = {board.key for result in of_level if result.is_ranked for board in boards_of(result)}
    former = BoardEntry.objects.filter(player=player, board__in=keys)
    former.delete()
    keep_the_better(best_entries(player, of_level))
