"""Reading what a player's daily streaks are made of."""

from collections import defaultdict
from uuid import UUID

from stats.models import GameResult
from stats.selectors.ledger import judged
from stats.streaks import Outcome


def daily_outcomes(*, player_id: UUID) -> dict[str, list[Outcome]]:
    """How the player's attempts at dailies ended, by variant, day by day.

    One that was annulled is an attempt still, and no win.
    """
    results = judged(GameResult.objects.filter(player_id=player_id, daily__isnull=False))
    by_variant: defaultdict[str, list[Outcome]] = defaultdict(list)
    for each in results.order_by("variant", "daily"):
        assert each.daily is not None
        is_won = each.won and not each.is_annulled
        by_variant[each.variant].append(Outcome(each.daily, is_won, each.finished_at))
    return dict(by_variant)
