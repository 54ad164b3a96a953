"""Reading boards: pages in order, ranks by counting, and what stands around a player."""

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from uuid import UUID

from django.db import connection
from django.db.models import QuerySet, Sum

from accounts.keysets import compare_rows
from accounts.models import User
from stats.boards import COARSER, Place
from stats.models import BoardCount, BoardEntry

# The whole key of an entry, all of it ascending, none of it null, the player's id to be unique.
ORDER = ("bucket", "first", "second", "third", "finished_at", "player_id")

# Whole groups of buckets before the place's, whole buckets before it in its group, and single
# entries before it in its bucket: some hundreds of rows are read on a board of millions.
# The last ones by one range of the index for each column: a comparison of rows would not end
# before all entries that share the first column are read, half a board where streaks are short.
_COUNT = f"""
SELECT
    (SELECT coalesce(sum(entries), 0) FROM stats_boardcount
     WHERE board = %(board)s AND scale = 1 AND bucket < place.bucket >> {COARSER})
  + (SELECT coalesce(sum(entries), 0) FROM stats_boardcount
     WHERE board = %(board)s AND scale = 0
     AND bucket >= (place.bucket >> {COARSER}) << {COARSER} AND bucket < place.bucket)
  + (SELECT count(*) FROM stats_boardentry AS entry
     WHERE entry.board = %(board)s AND entry.is_listed AND entry.bucket = place.bucket
     AND entry.first < place.first)
  + (SELECT count(*) FROM stats_boardentry AS entry
     WHERE entry.board = %(board)s AND entry.is_listed AND entry.bucket = place.bucket
     AND entry.first = place.first AND entry.second < place.second)
  + (SELECT count(*) FROM stats_boardentry AS entry
     WHERE entry.board = %(board)s AND entry.is_listed AND entry.bucket = place.bucket
     AND entry.first = place.first AND entry.second = place.second AND entry.third < place.third)
    AS before,
    (SELECT coalesce(sum(entries), 0) FROM stats_boardcount WHERE board = %(board)s AND scale = 1)
    AS size
FROM ROWS FROM (
    jsonb_to_recordset(%(places)s) AS (bucket bigint, first bigint, second bigint, third bigint)
) WITH ORDINALITY AS place(bucket, first, second, third, n)
ORDER BY n
"""  # noqa: S608 - put together of constants


# Of a player a row shows the name alone, and knows whether there still is one.
_SEEN = {"id", "display_name", "erased_at"}
_UNSEEN = [f"player__{field.name}" for field in User._meta.fields if field.name not in _SEEN]


def listed_entries(board: str) -> QuerySet[BoardEntry]:
    """What the public sees of a board, with the players, in no order yet."""
    listed = BoardEntry.objects.filter(board=board, is_listed=True).select_related("player")
    return listed.defer(*_UNSEEN)


def board_size(board: str) -> int:
    """How many entries are listed."""
    counts = BoardCount.objects.filter(board=board, scale=1)
    return int(counts.aggregate(size=Sum("entries"))["size"] or 0)


def place_of(entry: BoardEntry) -> Place:
    """Where an entry stands."""
    return Place(entry.bucket, entry.first, entry.second, entry.third)


@dataclass(frozen=True)
class Counted:
    """How many listed entries stand before each place that was asked for, and on the board."""

    before: list[int]
    size: int


def count_entries(board: str, places: Sequence[Place]) -> Counted:
    """Count before each of these places, equal ones not counted, and all, in one statement."""
    if not places:
        return Counted([], board_size(board))
    with connection.cursor() as cursor:
        asked = json.dumps([asdict(place) for place in places])
        cursor.execute(_COUNT, {"board": board, "places": asked})
        rows = cursor.fetchall()
    return Counted([int(before) for before, _ in rows], int(rows[0][1]))


def ranks_and_size(board: str, entries: Sequence[BoardEntry]) -> tuple[list[int], int]:
    """The ranks of listed entries that stand next to each other, 1, 2, 2, 4, and the board's size.

    Two of them are counted: that of the first entry, which may share it with entries before, and
    that of the first one that differs. From there on each place is one further.
    """
    places = [place_of(entry) for entry in entries]
    second = next((at for at, place in enumerate(places) if place != places[0]), len(places))
    counted = count_entries(board, [places[at] for at in (0, second) if at < len(places)])
    ranks = [1 + counted.before[0]] * second if places else []
    for at in range(second, len(places)):
        if places[at] != places[at - 1]:
            ranks.append(1 + counted.before[1] + at - second)
        else:
            ranks.append(ranks[-1])
    return ranks, counted.size


def own_entries(board: str, player_id: UUID) -> tuple[BoardEntry | None, BoardEntry | None]:
    """The player's entry that stands, and the one that waits for a review."""
    own = BoardEntry.objects.filter(board=board, player_id=player_id).select_related("player")
    by_state = {entry.is_held: entry for entry in own}
    return by_state.get(False), by_state.get(True)


def entries_around(own: BoardEntry, limit: int) -> list[BoardEntry]:
    """So many entries with the player's own in the middle, or nearer to an end of the board.

    The own one is among them whether or not it is listed; all others are.
    """
    key = [getattr(own, name) for name in ORDER]
    others = listed_entries(own.board).exclude(pk=own.pk)
    backwards = [f"-{name}" for name in ORDER]
    before = list(others.filter(compare_rows(ORDER, "lt", key)).order_by(*backwards)[: limit - 1])
    after = list(others.filter(compare_rows(ORDER, "gt", key)).order_by(*ORDER)[: limit - 1])
    half = (limit - 1) // 2
    taken = min(len(before), max(half, limit - 1 - len(after)))
    return [*before[:taken][::-1], own, *after[: limit - 1 - taken]]
