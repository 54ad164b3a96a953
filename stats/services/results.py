"""Recording a result: ledger, totals and boards, as one with the caller's transaction."""

from uuid import UUID

from django.db import IntegrityError, connection
from django.db.transaction import TransactionManagementError

from stats.models import TALLY_FIELDS, GameResult, Totals
from stats.services.entries import enter, lock_for_boards
from stats.totals import add

# One statement that makes the row of a first result and locks it, or locks the one that is there:
# of two first results the second waits here until the first commits.
_LOCK_TOTALS = """
INSERT INTO stats_totals (player_id, variant, level) VALUES (%s, %s, %s)
ON CONFLICT (player_id, variant, level) DO UPDATE SET level = EXCLUDED.level
RETURNING *
"""


class ResultAlreadyRecorded(Exception):
    """The ledger has a result of this game; the caller's transaction can only roll back."""

    def __init__(self, game_id: UUID) -> None:
        super().__init__(f"game {game_id} has a result already")
        self.game_id = game_id


def record_result(result: GameResult) -> GameResult:
    """Count a finished game once: its ledger row, totals and entries are committed together.

    The result is a row that is not stored yet. The caller holds the transaction that ends the
    game, so that there is never a finished game without its result. Raises
    `ResultAlreadyRecorded` for a game that was counted before.
    """
    # Outside of a transaction the lock would be gone before the row is written.
    if not connection.in_atomic_block:
        raise TransactionManagementError("record_result belongs in the game's transaction")
    totals = lock_totals(player_id=result.player_id, variant=result.variant, level=result.level)
    player = lock_for_boards(result) if result.is_ranked else None
    _append(result)
    totals.tally = add(totals.tally, result)
    totals.save(update_fields=TALLY_FIELDS)
    if player is not None:
        enter(result, tally=totals.tally, player=player)
    return result


def lock_totals(*, player_id: UUID, variant: str, level: str) -> Totals:
    """The player's totals of a level, locked until the transaction ends; made if need be."""
    (totals,) = Totals.objects.raw(_LOCK_TOTALS, [player_id, variant, level])
    return totals


def _append(result: GameResult) -> None:
    # The caller's conditional update of the game lets one caller through; should a second one
    # ever get here, this constraint is the fence, and nothing of that caller's work remains.
    try:
        result.save(force_insert=True)
    except IntegrityError as error:
        if "result_game_once" in str(error):
            raise ResultAlreadyRecorded(result.game_id) from error
        raise
