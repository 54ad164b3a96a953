"""Locks by name, kept by PostgreSQL: for work that only one should do at a time."""

from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import sha256

from django.db import connection


def wait_in_line(name: str) -> None:
    """Take the lock of this name until the transaction ends, after whoever has it."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock(%s)", [_key(name)])


@contextmanager
def held_alone(name: str) -> Iterator[bool]:
    """Take the lock of this name, unless another connection has it; the value says whether.

    It belongs to the connection and not to a transaction, so that none is open for as long as the
    work takes; if the process dies, PostgreSQL frees it. The work itself must be safe without it:
    it only keeps two from doing the same.
    """
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_try_advisory_lock(%s)", [_key(name)])
        (is_held,) = cursor.fetchone()
    try:
        yield is_held
    finally:
        if is_held:
            with connection.cursor() as cursor:
                cursor.execute("SELECT pg_advisory_unlock(%s)", [_key(name)])


def _key(name: str) -> int:
    return int.from_bytes(sha256(name.encode()).digest()[:8], "big", signed=True)
