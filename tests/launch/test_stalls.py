"""Clients that stop in the middle keep nobody else waiting for long."""

import socket
import time

import pytest

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
