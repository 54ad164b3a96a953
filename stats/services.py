"""Recording a result: the ledger row and the totals, as one with the caller's transaction."""

from uuid import UUID

from django.db import IntegrityError, connection
from django.db.transaction import TransactionManagementError

from stats.models import TALLY_FIELDS, GameResult, Totals
from stats.totals import add


class ResultAlreadyRecorded(Exception):
    """The ledger has a result of this game; the caller's transaction can only roll back."""

    def __init__(self, game_id: UUID) -> None:
        super().__init__(f"game {game_id} has a result already")
        self.game_id = game_id


def record_result(result: GameResult) -> GameResult:
    """Count a finished game once: its ledger row and its totals are committed together.

    The result is a row that is not stored yet. The caller holds the transaction that ends the
    game, so that there is never a finished game without its result. Raises
    `ResultAlreadyRecorded` for a game that was counted before.
    """
    # Outside of a transaction the lock would be gone before the row is written.
    if not connection.in_atomic_block:
        raise TransactionManagementError("record_result belongs in the game's transaction")
    totals = _lock_totals(player_id=result.player_id, variant=result.variant, level=result.level)
    _append(result)
    totals.tally = add(totals.tally, result)
    totals.save(update_fields=TALLY_FIELDS)
    return result


def _lock_totals(*, player_id: UUID, variant: str, level: str) -> Totals:
    # Of two first results at a level the second waits at the insert until the first commits,
    # then finds the row there; so the select always has a row to lock. Both statements see
    # what others committed meanwhile, as PostgreSQL's default isolation has it.
    key = {"player_id": player_id, "variant": variant, "level": level}
    Totals.objects.bulk_create([Totals(**key)], ignore_conflicts=True)
    return Totals.objects.select_for_update(no_key=True).get(**key)


def _append(result: GameResult) -> None:
    # The caller's conditional update of the game lets one caller through; should a second one
    # ever get here, this constraint is the fence, and nothing of that caller's work remains.
    try:
        result.save(force_insert=True)
    except IntegrityError as error:
        if "result_game_once" in str(error):
            raise ResultAlreadyRecorded(result.game_id) from error
        raise
