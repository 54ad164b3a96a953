"""Comparing the boards with the ledger that they are made from, and their counts with them."""

import heapq
from collections.abc import Iterable, Iterator
from itertools import groupby
from operator import attrgetter

from django.db import connection

from accounts.models import User
from stats.models import BoardEntry, GameResult
from stats.selectors.ledger import judged
from stats.services.entries import best_entries

_WRONG_COUNTS = """
SELECT board, scale, number, sum(there), sum(counted) FROM (
    SELECT board, scale, bucket >> (25 * scale) AS number, 1 AS there, 0 AS counted
    FROM stats_boardentry CROSS JOIN (VALUES (0), (1)) AS each(scale)
    WHERE is_listed
    UNION ALL SELECT board, scale, bucket, 0, entries FROM stats_boardcount
) AS both_sides
GROUP BY board, scale, number HAVING sum(there) <> sum(counted)
"""


def entries_that_differ() -> Iterator[str]:
    """Describe every entry that is not what the ledger says, or that is missing.

    Exact only inside one snapshot, like the comparison of the totals.
    """
    ledger = judged(GameResult.objects.order_by("player_id", "variant", "level", "id"))
    results = ledger.iterator(chunk_size=2000)
    entries = BoardEntry.objects.order_by("player_id").iterator(chunk_size=2000)
    of_player = attrgetter("player_id")
    rows: Iterable[GameResult | BoardEntry] = heapq.merge(results, entries, key=of_player)
    players = User.objects.order_by("pk").iterator(chunk_size=2000)
    for player_id, of_one_player in groupby(rows, key=of_player):
        player = next(each for each in players if each.pk == player_id)
        yield from _differences(player, list(of_one_player))


def wrong_counts() -> list[str]:
    """Describe every bucket whose count is not the number of entries listed in it."""
    with connection.cursor() as cursor:
        cursor.execute(_WRONG_COUNTS)
        return [
            f"{board}, bucket {number} at scale {scale}: {there} entries, {counted} counted"
            for board, scale, number, there, counted in cursor.fetchall()
        ]


def _differences(player: User, rows: list[GameResult | BoardEntry]) -> Iterator[str]:
    results = [row for row in rows if isinstance(row, GameResult)]
    levels = groupby(results, key=attrgetter("variant", "level"))
    wanted = {_told(entry) for _, of_level in levels for entry in best_entries(player, of_level)}
    found = {_told(row) for row in rows if isinstance(row, BoardEntry)}
    yield from (f"missing: {told}" for told in sorted(wanted - found))
    yield from (f"not from the ledger: {told}" for told in sorted(found - wanted))


def _told(entry: BoardEntry) -> str:
    flags = {"held": entry.is_held, "by a guest": entry.by_guest, "withheld": entry.is_withheld}
    told = "".join(f", {name}" for name, is_so in flags.items() if is_so)
    place = (entry.bucket, entry.first, entry.second, entry.third)
    return f"{entry.board} of {entry.player_id}{told}: game {entry.game_id} at {place}"
