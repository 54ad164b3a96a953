"""Reading what a player's daily streaks are made of."""

from collections import defaultdict
from uuid import UUID

from stats.models import GameResult
from stats.streaks import Outcome


def daily_outcomes(*, player_id: UUID) -> dict[str, list[Outcome]]:
    """How the player's attempts at dailies ended, by variant, day by day."""
    results = GameResult.objects.filter(player_id=player_id, daily__isnull=False)
    rows = results.order_by("variant", "daily").values_list(
        "variant", "daily", "won", "finished_at"
    )
    by_variant: defaultdict[str, list[Outcome]] = defaultdict(list)
    for variant, day, won, at in rows:
        assert day is not None
        by_variant[variant].append(Outcome(day, won, at))
    return dict(by_variant)
