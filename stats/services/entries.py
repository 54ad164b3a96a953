"""Writing boards: a new result's entries, and what becomes of them with their player."""

import json
from collections.abc import Iterable, Iterator, Sequence
from datetime import date, datetime
from typing import Any

from django.core.serializers.json import DjangoJSONEncoder
from django.db import connection
from django.db.models import Exists, OuterRef, Q, Value

from accounts.models import User, Visibility
from stats.boards import Board, boards_for, daily_board
from stats.models import BoardEntry, GameResult
from stats.totals import Tally, add

# A better result takes the place of the player's earlier one on a board, an equal one does not:
# who was there first stays first.
_KEEP_THE_BETTER = """
INSERT INTO stats_boardentry (
    board, player_id, game_id, bucket, first, second, third, finished_at,
    score, time_ms, moves, undos, streak, closes_at, is_held, by_guest, is_withheld
)
SELECT
    board, player_id, game_id, bucket, first, second, third, finished_at,
    score, time_ms, moves, undos, streak, closes_at, is_held, by_guest, is_withheld
FROM jsonb_populate_recordset(NULL::stats_boardentry, %s)
ON CONFLICT (player_id, board, is_held) DO UPDATE SET
    game_id = EXCLUDED.game_id,
    bucket = EXCLUDED.bucket,
    first = EXCLUDED.first,
    second = EXCLUDED.second,
    third = EXCLUDED.third,
    finished_at = EXCLUDED.finished_at,
    score = EXCLUDED.score,
    time_ms = EXCLUDED.time_ms,
    moves = EXCLUDED.moves,
    undos = EXCLUDED.undos,
    streak = EXCLUDED.streak,
    by_guest = EXCLUDED.by_guest,
    is_withheld = EXCLUDED.is_withheld
WHERE (EXCLUDED.first, EXCLUDED.second, EXCLUDED.third)
    < (stats_boardentry.first, stats_boardentry.second, stats_boardentry.third)
"""


def lock_for_boards(result: GameResult) -> User:
    """Lock the player's row until the commit, and doubt a line that is on the board already.

    Whoever writes entries locks it first, so what an entry says of its player cannot change
    unseen meanwhile.
    """
    locked = User.objects.select_for_update(of=("self",), no_key=True)
    has_line: Any = _with_its_line(result) if result.line_key else Value(False)
    player = locked.annotate(is_line_known=has_line).get(pk=result.player_id)
    if player.is_line_known:
        result.doubts = [*result.doubts, "known_line"]
    return player


def _with_its_line(result: GameResult) -> Exists:
    """Whether somebody else's entry on the daily's board was won by the same line.

    Only what is listed counts: else a line could be spoilt for others by a guest, or by a result
    that was rejected itself.
    """
    assert result.daily is not None
    listed = BoardEntry.objects.filter(
        player=OuterRef("player"),
        board=daily_board(result.daily, result.variant).key,
        game_id=OuterRef("game_id"),
        is_listed=True,
    )
    same_line = GameResult.objects.exclude(line_key="").filter(
        Exists(listed), variant=result.variant, daily=result.daily, line_key=result.line_key
    )
    return Exists(same_line.exclude(player=OuterRef("pk")))


def enter(result: GameResult, *, tally: Tally, player: User) -> None:
    """Put a ranked win on the boards where it is its player's best, with one statement.

    `tally` is what the player's results at this level come to with this one.
    """
    keep_the_better(list(entries_of(result, tally, player)))


def keep_the_better(entries: Sequence[BoardEntry]) -> None:
    """Write entries, each unless its player's earlier one on that board is as good.

    The caller has locked the players, and gives one entry a player, board and state at most.
    """
    columns = [field.attname for field in BoardEntry._meta.concrete_fields if not field.primary_key]
    rows = [
        {name: getattr(entry, name) for name in columns if name != "is_listed"} for entry in entries
    ]
    with connection.cursor() as cursor:
        cursor.execute(_KEEP_THE_BETTER, [json.dumps(rows, cls=_ExactEncoder)])


def entries_of(result: GameResult, tally: Tally, player: User) -> Iterator[BoardEntry]:
    """The entries that a result would be, not stored: one a board, of a streak up to two.

    The public one is as long as the results that stand make it. With those that wait for a review
    it would be longer; so long it is held, whether or not this very result waits.
    """
    for board in boards_of(result):
        if board.kind != "best_streak":
            yield _entry(board, result, player, is_held=result.is_held)
            continue
        if not result.is_held:
            yield _entry(board, result, player, is_held=False, streak=tally.ranked_streak)
        if tally.pending_streak:
            whole = tally.ranked_streak + tally.pending_streak
            yield _entry(board, result, player, is_held=True, streak=whole)


def _entry(
    board: Board, result: GameResult, player: User, *, is_held: bool, streak: int = 0
) -> BoardEntry:
    place = board.place_of(result, streak)
    entry = BoardEntry(
        board=board.key,
        player=player,
        game_id=result.game_id,
        bucket=place.bucket,
        first=place.first,
        second=place.second,
        third=place.third,
        finished_at=result.finished_at,
        closes_at=board.closes_at,
        is_held=is_held,
        by_guest=is_by_guest(player, board.closes_at),
        is_withheld=is_withheld(player),
    )
    if board.kind == "best_streak":
        entry.streak = streak
    else:
        entry.score, entry.time_ms = result.score, result.time_ms
        entry.moves, entry.undos = result.moves, result.undos
    return entry


def best_entries(player: User, results: Iterable[GameResult]) -> list[BoardEntry]:
    """The player's best result on each board, and the best of those that wait for a review.

    `results` are all of the player's at one level, judged and in the order of the ledger.
    """
    tally = Tally()
    best: dict[tuple[str, bool], BoardEntry] = {}
    for result in results:
        tally = add(tally, result)
        if not result.is_on_boards:
            continue
        for entry in entries_of(result, tally, player):
            earlier = best.get((entry.board, entry.is_held))
            if earlier is None or _order(entry) < _order(earlier):
                best[entry.board, entry.is_held] = entry
    return list(best.values())


def boards_of(result: GameResult) -> list[Board]:
    """All boards that a ranked result may come on."""
    return boards_for(result.variant, result.level, result.finished_at, result.daily)


def _order(entry: BoardEntry) -> tuple[int, int, int]:
    return entry.first, entry.second, entry.third


def is_withheld(player: User) -> bool:
    """Whether a player is on no public board: suspended, or does not want to be seen.

    The erased, none of whom is active, stay as they were: one who was suspended is kept private.
    """
    is_suspended = not player.is_active and player.erased_at is None
    return is_suspended or player.visibility == Visibility.PRIVATE


def is_by_guest(player: User, closes_at: datetime | None) -> bool:
    """Whether a player was a guest all the time until a board closed, or still is one."""
    if player.is_guest or closes_at is None or player.confirmed_at is None:
        return player.is_guest
    return player.confirmed_at >= closes_at


def follow_player(player: User) -> None:
    """Bring a player's entries in line with the player, in the transaction that changed them.

    The player's row is locked by that change. A guest's entries are listed once the account is
    confirmed, on boards that were open then. Those of an erased player stay as they were.

    What is written here is what `is_withheld` and `is_by_guest` say.
    """
    entries = BoardEntry.objects.filter(player=player)
    withheld = is_withheld(player)
    entries.exclude(is_withheld=withheld).update(is_withheld=withheld)
    if player.confirmed_at is not None:
        was_open = Q(closes_at__isnull=True) | Q(closes_at__gt=player.confirmed_at)
        entries.filter(was_open, by_guest=True).update(by_guest=False)


class _ExactEncoder(DjangoJSONEncoder):
    """Instants to the microsecond, as the database keeps them."""

    def default(self, o: Any) -> Any:
        return o.isoformat() if isinstance(o, date) else super().default(o)
