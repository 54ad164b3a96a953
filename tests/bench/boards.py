"""Boards with a million entries: a page, one's own rank and what is around it, in database time.

`make bench` fills a tenth of that; `python -m tests.bench.boards --entries 10000000` ten times as
many.
"""

import argparse
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from random import Random
from statistics import median, quantiles
from time import perf_counter
from typing import Any

import django

if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    django.setup()

from django.db import connection

from accounts.keysets import compare_rows
from stats.boards import parse_board
from stats.models import BoardEntry, GameResult
from stats.selectors.boards import (
    ORDER,
    board_size,
    count_entries,
    entries_around,
    listed_entries,
    place_of,
    ranks_and_size,
)
from tests.bench.requests import own_database

ENTRIES = 1_000_000
TURNS = 60
PAGE = 25
# Wins of three kinds: with a bonus for speed, without one (few scores, so many ties), and streaks.
SCORE = "best_score:bakers_game:medium"
TIED = "best_score:thirteens:medium"
TIME = "best_time:bakers_game:medium"
STREAK = "best_streak:bakers_game:medium"

# Times from 20 s on with a long tail, the median at about four minutes.
_FIGURES = """
CREATE TEMPORARY TABLE figures AS
SELECT id AS player_id, (20000 + 220000 * exp(0.9 * sqrt(-2 * ln(1 - random()))
                         * cos(2 * pi() * random())))::bigint AS time_ms,
       (70 + 60 * random())::int AS moves,
       now() - random() * interval '300 days' AS finished_at,
       floor(-4 * ln(1 - random()))::int + 1 AS streak
FROM accounts_user
"""
_USERS = """
INSERT INTO accounts_user (id, password, is_superuser, is_guest, display_name, locale, visibility,
                           is_active, is_staff, created_at, updated_at)
SELECT gen_random_uuid(), '!', false, false, '', 'en', 'public', true, false, now(), now()
FROM generate_series(1, %s)
"""
_ENTRIES = """
INSERT INTO stats_boardentry (board, player_id, game_id, bucket, first, second, third, finished_at,
                              score, time_ms, moves, undos, streak, is_held, by_guest, is_withheld)
SELECT %s, player_id, %s, {bucket}, {first}, {second}, {third}, finished_at,
       {figures}, false, false, false
FROM (SELECT *, {score} AS score FROM figures) AS figures
"""
_CARDS = "greatest(0, 520 - 30 * (time_ms / 30000 * random())::int)"
_BY_SCORE = {
    "bucket": "(-score::bigint << 20) + least(time_ms >> 12, (1 << 20) - 1)",
    "first": "-score",
    "second": "time_ms",
    "third": "moves",
    "figures": "score, time_ms, moves, 0, NULL::int",
}
_KINDS: dict[str, dict[str, str]] = {
    SCORE: _BY_SCORE | {"score": f"{_CARDS} + 600000 / (time_ms / 1000)::int"},
    TIED: _BY_SCORE | {"score": _CARDS},
    TIME: {
        "score": "500",
        "bucket": "(time_ms >> 8) << 17",
        "first": "time_ms",
        "second": "moves",
        "third": "0",
        "figures": "score, time_ms, moves, 0, NULL::int",
    },
    STREAK: {
        "score": "0",
        "bucket": "-streak::bigint << 21",
        "first": "-streak",
        "second": "0",
        "third": "0",
        "figures": "NULL::int, NULL::bigint, NULL::int, NULL::int, streak",
    },
}
_COUNTS = """
INSERT INTO stats_boardcount (board, scale, bucket, entries)
SELECT board, scale, bucket >> (25 * scale), count(*)
FROM stats_boardentry CROSS JOIN (VALUES (0), (1)) AS each(scale)
WHERE is_listed GROUP BY 1, 2, 3
"""


def fill(entries: int, keys: list[str]) -> None:
    """Fill boards in bulk; the counts, which a trigger keeps one by one, are then made at once."""
    game_id = _any_game()
    with connection.cursor() as cursor:
        cursor.execute(_USERS, [entries - 1])
        cursor.execute(_FIGURES)
        cursor.execute("ALTER TABLE stats_boardentry DISABLE TRIGGER entry_counted")
        for key in keys:
            cursor.execute(_ENTRIES.format(**_KINDS[key]), [key, game_id])
        cursor.execute(_COUNTS)
        cursor.execute("ALTER TABLE stats_boardentry ENABLE TRIGGER entry_counted")
        cursor.execute("VACUUM ANALYZE")


def _any_game() -> Any:
    from accounts.models import User
    from games.models import Deal, Game

    deal = Deal.objects.create(deck="x" * 104, salt="0" * 64)
    player = User.objects.create_user("somebody@example.org")
    return Game.objects.create(player=player, deal=deal, mode=Game.Mode.PRACTICE, request={}).pk


def _require_places_of_the_service(key: str, sample: list[BoardEntry]) -> None:
    """The SQL above must put entries where the service would."""
    board = parse_board(key)
    assert board is not None
    for entry in sample:
        won = GameResult(score=entry.score, time_ms=entry.time_ms or 0, moves=entry.moves or 0)
        assert board.place_of(won, entry.streak or 0) == place_of(entry)


Statement = tuple[str, Any]


@contextmanager
def _watched() -> Iterator[tuple[list[float], list[Statement]]]:
    """What each statement takes until its answer is there, and the statements."""
    seconds: list[float] = []
    statements: list[Statement] = []

    def timed(execute: Any, sql: str, params: Any, *call: Any) -> Any:
        start = perf_counter()
        try:
            return execute(sql, params, *call)
        finally:
            seconds.append(perf_counter() - start)
            statements.append((sql, params))

    with connection.execute_wrapper(timed):
        yield seconds, statements


def _server_ms(statement: Statement) -> float:
    """What the server says that planning and executing a statement takes."""
    sql, params = statement
    with connection.cursor() as cursor:
        cursor.execute(f"EXPLAIN (ANALYZE, TIMING OFF, SUMMARY, FORMAT JSON) {sql}", params)
        (plan,) = cursor.fetchone()[0]
    return plan["Planning Time"] + plan["Execution Time"]


def _page_after(entry: BoardEntry | None, key: str) -> None:
    shown = listed_entries(key)
    if entry is not None:
        after = [getattr(entry, name) for name in ORDER]
        shown = shown.filter(compare_rows(ORDER, "gt", after))
    rows = list(shown.order_by(*ORDER)[: PAGE + 1])
    ranks_and_size(key, rows[:PAGE])


def _count_all_before(entry: BoardEntry) -> None:
    before = [getattr(entry, name) for name in ORDER[:4]]
    listed_entries(entry.board).filter(compare_rows(ORDER[:4], "lt", before)).count()


def measure(key: str) -> None:
    """Print what reading one board costs, at its top, in its middle and at its end."""
    size = board_size(key)
    in_order = listed_entries(key).order_by(*ORDER)
    middle = list(in_order[size // 2 - 50 * TURNS : size // 2 + 50 * TURNS : 100])
    end = list(in_order.reverse()[30:1000:20])
    _require_places_of_the_service(key, [*middle, *end])
    assert count_entries(key, [place_of(middle[0])]).before[0] <= size
    print(f"{key}, {size:,} entries")
    _print("page at the top", lambda _: _page_after(None, key), middle)
    _print("page in the middle", lambda entry: _page_after(entry, key), middle)
    _print("page near the end", lambda entry: _page_after(entry, key), end)
    _print("own rank, middle", lambda entry: count_entries(key, [place_of(entry)]), middle)
    _print("own rank, end", lambda entry: count_entries(key, [place_of(entry)]), end)
    _print("around me, middle", lambda entry: entries_around(entry, 11), middle)
    _print("(rank by counting)", _count_all_before, Random(1).sample(middle, 5))


def _print(name: str, call: Callable[[BoardEntry], Any], entries: list[BoardEntry]) -> None:
    call(entries[0])
    answered, served = [], []
    for entry in entries:
        with _watched() as (seconds, statements):
            call(entry)
        answered.append(sum(seconds) * 1e3)
        served.append(sum(map(_server_ms, statements)))
    print(
        f"  {name:20} database median {median(served):7.2f} ms   p95 {_p95(served):7.2f} ms   "
        f"until the answer is here median {median(answered):7.2f} ms   p95 {_p95(answered):7.2f} ms"
    )


def _p95(values: list[float]) -> float:
    return quantiles(values, n=20)[-1]


def run(entries: int = ENTRIES, keys: list[str] | None = None) -> None:
    """Fill a database of the benchmark's own and measure."""
    keys = keys or list(_KINDS)
    with own_database():
        start = perf_counter()
        fill(entries, keys)
        print(f"filled in {perf_counter() - start:.0f} s")
        for key in keys:
            measure(key)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--entries", type=int, default=ENTRIES, help="on each board")
    parser.add_argument("--board", action="append", choices=list(_KINDS), help="only this one")
    options = parser.parse_args()
    run(options.entries, options.board)
