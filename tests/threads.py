"""Calls made at the same time, by real threads on connections of their own."""

from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import Any

from django.db import connection


def at_once(calls: Iterable[Callable[[], Any]]) -> list[Any]:
    """Run calls in threads of their own, let go together, and give back what they returned.

    What a call raises is raised here, once all have ended.
    """
    calls = list(calls)
    gate = Barrier(len(calls))

    def run(call: Callable[[], Any]) -> Any:
        try:
            connection.ensure_connection()
            gate.wait(timeout=30)
            return call()
        finally:
            connection.close()

    with ThreadPoolExecutor(len(calls)) as pool:
        return list(pool.map(run, calls))
