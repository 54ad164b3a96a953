"""Work that one process does at a time: locks that PostgreSQL releases when their holder dies."""

from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import sha256

from django.db import connection


@contextmanager
def alone(name: str) -> Iterator[bool]:
    """Say whether this process may do the work of this name now; no other may until the end.

    The lock belongs to the connection and is gone with it, whatever killed the process, so nobody
    waits for a dead one. It is no part of a transaction and is best taken outside of one.
    """
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_try_advisory_lock(%s)", [lock_number(name)])
        (is_held,) = cursor.fetchone() or (False,)
    try:
        yield is_held
    finally:
        # A lost connection has no locks left, and a new one is not made to give some back.
        if is_held and connection.connection is not None and not connection.connection.closed:
            with connection.cursor() as cursor:
                cursor.execute("SELECT pg_advisory_unlock(%s)", [lock_number(name)])


def wait_in_line(name: str) -> None:
    """Be the only one at the work of this name until the transaction ends, after all before."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock(%s)", [lock_number(name)])


def lock_number(name: str) -> int:
    """The number that PostgreSQL knows the lock of this name by."""
    return int.from_bytes(sha256(name.encode()).digest()[:8], signed=True)
