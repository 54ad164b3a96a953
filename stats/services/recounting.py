"""Counting a player's level anew from the ledger, after something of it was decided."""

from accounts.models import User
from stats.models import TALLY_FIELDS, BoardEntry, GameResult, Totals
from stats.selectors.ledger import judged
from stats.services.entries import best_entries, boards_of, keep_the_better
from stats.services.results import lock_totals
from stats.totals import fold


def lock_level(result: GameResult) -> tuple[User, Totals]:
    """The player and the totals that a result counts in, locked until the transaction ends.

    In the order in which a game that ends locks them.
    """
    totals = lock_totals(player_id=result.player_id, variant=result.variant, level=result.level)
    return User.objects.select_for_update(no_key=True).get(pk=result.player_id), totals


def recount(player: User, totals: Totals) -> None:
    """Make the totals and the entries of one level what the ledger says; both are locked."""
    results = judged(GameResult.objects.filter(player=player))
    of_level = list(results.filter(variant=totals.variant, level=totals.level).order_by("pk"))
    totals.tally = fold(of_level)
    totals.save(update_fields=TALLY_FIELDS)
    keys = {board.key for result in of_level if result.is_ranked for board in boards_of(result)}
    BoardEntry.objects.filter(player=player, board__in=keys).delete()
    keep_the_better(best_entries(player, of_level))
