"""Locks by name, for long work that one worker at a time should do."""

from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import sha256

from django.db import connection


@contextmanager
def held_alone(name: str) -> Iterator[bool]:
    """Take the lock of this name, unless another connection has it; the value says whether.

    It belongs to the connection and not to a transaction, so that none is open for as long as the
    work takes; if the process dies, PostgreSQL frees it. The work itself must be safe without it:
    it only keeps two from doing the same.
    """
    key = int.from_bytes(sha256(name.encode()).digest()[:8], "big", signed=True)
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_try_advisory_lock(%s)", [key])
        (is_held,) = cursor.fetchone()
    try:
        yield is_held
    finally:
        if is_held:
            with connection.cursor() as cursor:
                cursor.execute("SELECT pg_advisory_unlock(%s)", [key])
