"""Gunicorn's worker of threads, in which no client takes all day over one request."""

from __future__ import annotations

import errno
import time
from typing import Any

from gunicorn.http import get_parser
from gunicorn.http.unreader import SocketUnreader
from gunicorn.workers.gthread import TConn, ThreadWorker

# From the first byte of a request to the last one of its body. A byte now and then would never
# stall, and as many clients as there are threads could keep everybody else out with that.
READ_SECONDS = 10


class PunctualWorker(ThreadWorker):
    """Reads each request by a deadline."""

    def handle(self, conn: TConn) -> Any:
        """Serve one request of a connection; gunicorn calls it anew for the next one."""
        # Where TLS ends here, gunicorn makes the parser itself, of the socket that it wraps.
        if conn.parser is None and not self.cfg.is_ssl:
            conn.parser = get_parser(self.cfg, conn.sock, conn.client)
            conn.parser.unreader = _PunctualUnreader(conn.sock)
        unreader = getattr(conn.parser, "unreader", None)
        if isinstance(unreader, _PunctualUnreader):
            unreader.end = time.monotonic() + READ_SECONDS
        return super().handle(conn)


class _PunctualUnreader(SocketUnreader):
    """Reads a socket until the deadline; then, and when it stalls, the client counts as gone."""

    end = float("inf")

    def chunk(self, size_hint: int | None = None) -> bytes:
        """The next bytes. Gunicorn takes no notice of who has gone, and closes the connection."""
        if time.monotonic() > self.end:
            raise ConnectionResetError(errno.ECONNRESET, "The request took too long.")
        try:
            return bytes(super().chunk(size_hint))
        except BlockingIOError:
            raise ConnectionResetError(errno.ECONNRESET, "The request stalled.") from None
