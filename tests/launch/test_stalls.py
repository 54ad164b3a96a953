"""Clients that stop in the middle keep nobody else waiting for long."""

import socket
import threading
import time
from pathlib import Path

import pytest

from config.launch.punctual import READ_SECONDS
from config.launch.server import STALL_SECONDS
from tests.servers import Client, Server

STALLS = {
    "in the head": b"GET /health/live HT",
    "in the body": b"POST /api/v1/guests HTTP/1.1\r\nHost: localhost\r\n"
    b"Content-Type: application/json\r\nContent-Length: 100\r\n\r\n{",
    "before anything": b"",
}


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("where", STALLS)
def test_stalled_clients_are_dropped(where: str) -> None:
    with Server() as server:
        stalled = [socket.create_connection(("127.0.0.1", server.port)) for _ in range(12)]
        try:
            for connection in stalled:
                connection.sendall(STALLS[where])
            time.sleep(0.5)
            asked = time.monotonic()
            status, _ = Client(server.port).call("GET", "/health/live")
            assert status == 200
            # Eight threads serve; the other four clients take their turn of as long again.
            assert time.monotonic() - asked < 2 * STALL_SECONDS + 2
        finally:
            for connection in stalled:
                connection.close()


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("where", ["in the head", "in the body"])
def test_clients_that_trickle_are_dropped(where: str, tmp_path: Path) -> None:
    """Each byte comes in time, and the request does not."""
    log = tmp_path / "log"
    with Server(log=log) as server:
        slow = [socket.create_connection(("127.0.0.1", server.port)) for _ in range(8)]
        is_over = threading.Event()
        for connection in slow:
            connection.sendall(STALLS[where])
        thread = threading.Thread(target=trickle, args=(slow, is_over), daemon=True)
        thread.start()
        try:
            time.sleep(0.5)
            asked = time.monotonic()
            status, _ = Client(server.port).call("GET", "/health/live")
            assert status == 200
            assert time.monotonic() - asked < READ_SECONDS + 2
        finally:
            is_over.set()
            thread.join()
            for connection in slow:
                connection.close()
    # Who wants to fill the log needs no more than to be slow.
    assert "Socket error" not in log.read_text()


def trickle(slow: list[socket.socket], is_over: threading.Event) -> None:
    while not is_over.wait(0.3):
        for connection in slow:
            try:
                connection.sendall(b"x")
            except OSError:
                continue
