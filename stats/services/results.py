"""Recording a result: ledger, totals and boards, as one with the caller's transaction."""

from uuid import UUID

from django.db import IntegrityError, connection
from django.db.transaction import TransactionManagementError

from accounts.locks import lock_number
from stats.models import TALLY_FIELDS, GameResult, Totals
from stats.services.entries import enter, lock_for_boards
from stats.totals import add

# One statement that makes the row of a first result and locks it, or locks the one that is there:
# of two first results the second waits here until the first commits.
_LOCK_TOTALS = """
INSERT INTO stats_totals (player_id, variant, level) SELECT %s, %s, %s {after}
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
    totals = _lock_totals_of(result)
    player = lock_for_boards(result) if result.is_ranked else None
    _append(result)
    totals.tally = add(totals.tally, result)
    totals.save(update_fields=TALLY_FIELDS)
    if player is not None:
        enter(result, tally=totals.tally, player=player)
    return result


def lock_totals(*, player_id: UUID, variant: str, level: str) -> Totals:
    """The player's totals of a level, locked until the transaction ends; made if need be."""
    named = [player_id, variant, level]
    (totals,) = Totals.objects.raw(_LOCK_TOTALS.format(after=""), named)
    return totals


def _lock_totals_of(result: GameResult) -> Totals:
    """The same, after all who are about to win a daily by the same line.

    Who waits here looks at the board when the one before has committed, so of many at once one
    is listed without doubt. The line is locked before the totals, and by nobody who has locked
    any totals or player, so nobody waits in a circle.
    """
    if not result.line_key:
        return lock_totals(player_id=result.player_id, variant=result.variant, level=result.level)
    named = [result.player_id, result.variant, result.level]
    line = lock_number(f"line {result.variant} {result.daily} {result.line_key}")
    after_others = _LOCK_TOTALS.format(after="FROM pg_advisory_xact_lock(%s)")
    (totals,) = Totals.objects.raw(after_others, [*named, line])
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
