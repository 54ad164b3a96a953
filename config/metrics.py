"""What Prometheus reads: the counts of all processes that belong together, as one."""

import os
import threading
from collections.abc import Callable, Iterable
from hmac import compare_digest
from pathlib import Path
from socketserver import ThreadingMixIn
from typing import Any
from wsgiref.simple_server import WSGIRequestHandler, WSGIServer, make_server

from billiard.process import current_process
from prometheus_client import REGISTRY, CollectorRegistry, Metric, generate_latest, values
from prometheus_client.exposition import CONTENT_TYPE_LATEST
from prometheus_client.multiprocess import MultiProcessCollector
from prometheus_client.registry import Collector


def count_together() -> None:
    """Keep the counts of this process where the others of its folder can read them.

    Before the first counter is made. Without a folder a process counts for itself.
    """
    folder = os.environ.get("PROMETHEUS_MULTIPROC_DIR")
    values.ValueClass = values.MultiProcessValue(_place) if folder else values.MutexValue


def _place() -> str:
    """The name of this process's counts; one that takes another's place in a pool goes on there.

    Named after processes, the files of a pool that renews them would become ever more.
    """
    index = getattr(current_process(), "index", None)
    return str(os.getpid()) if index is None else f"{os.getppid()}-{index}"


class _Together(Collector):
    """The sums over the files of a folder."""

    def __init__(self, folder: str) -> None:
        self.folder = Path(folder)

    def collect(self) -> Iterable[Metric]:
        """Read all files but those that a process died in before it wrote anything."""
        files = [str(file) for file in self.folder.glob("*.db") if file.stat().st_size]
        yield from MultiProcessCollector.merge(files, accumulate=True)


def exposition(*more: Collector) -> bytes:
    """All counts in Prometheus' text format, with what further collectors add."""
    registry = CollectorRegistry()
    folder = os.environ.get("PROMETHEUS_MULTIPROC_DIR")
    registry.register(_Together(folder) if folder else REGISTRY)
    for each in more:
        registry.register(each)
    return generate_latest(registry)


def may_read(authorization: str, token: str) -> bool:
    """Whether a request's `Authorization` has the token; nothing will do where none is set."""
    given = authorization.encode("utf-8", "surrogateescape")
    return bool(token) and compare_digest(given, f"Bearer {token}".encode())


class _Server(ThreadingMixIn, WSGIServer):
    daemon_threads = True


class _Quiet(WSGIRequestHandler):
    timeout = 10

    def log_message(self, *_: Any) -> None:
        """Say nothing of requests."""


def serve(host: str, port: int, token: str) -> None:
    """Offer the counts of a worker at a port of its own, in a thread of its first process.

    It reads files and no rows: its processes are forked while this thread may hold a lock.
    """

    def answer(request: dict[str, Any], start_response: Callable[..., Any]) -> list[bytes]:
        if not may_read(request.get("HTTP_AUTHORIZATION", ""), token):
            start_response("404 Not Found", [("Content-Type", "text/plain")])
            return [b""]
        start_response("200 OK", [("Content-Type", CONTENT_TYPE_LATEST)])
        return [exposition()]

    server = make_server(host, port, answer, server_class=_Server, handler_class=_Quiet)
    threading.Thread(target=server.serve_forever, daemon=True).start()
