"""What is too long, too much or no HTTP at all is refused at once, and others are served on."""

import socket

import pytest

from tests.servers import Client, Server

HEAD = "Host: 127.0.0.1\r\nConnection: close\r\n"
BROKEN = {
    "a long field": f"GET /health/live HTTP/1.1\r\n{HEAD}X: {'x' * 100_000}\r\n\r\n",
    "a long name": f"GET /health/live HTTP/1.1\r\n{HEAD}{'x' * 100_000}: x\r\n\r\n",
    "many fields": f"GET /health/live HTTP/1.1\r\n{HEAD}"
    + "".join(f"X-{number}: x\r\n" for number in range(1000))
    + "\r\n",
    "many cookies": f"GET / HTTP/1.1\r\n{HEAD}Cookie: {'a=b; ' * 20_000}\r\n\r\n",
    "a long address": f"GET /{'x' * 100_000} HTTP/1.1\r\n{HEAD}\r\n",
    "a long token": f"GET /api/v1/me HTTP/1.1\r\n{HEAD}Authorization: Bearer {'x' * 100_000}"
    "\r\n\r\n",
    "two lengths": f"POST /api/v1/guests HTTP/1.1\r\n{HEAD}Content-Length: 2\r\nContent-Length: 5"
    "\r\n\r\n{}GET ",
    "a length and pieces": f"POST /api/v1/guests HTTP/1.1\r\n{HEAD}Content-Length: 5\r\n"
    "Transfer-Encoding: chunked\r\n\r\n0\r\n\r\nGET / HTTP/1.1\r\n\r\n",
    "a folded field": f"GET /health/live HTTP/1.1\r\n{HEAD}X: a\r\n b\r\n\r\n",
    "a name with an underscore": f"GET /api/v1/me HTTP/1.1\r\n{HEAD}X_Forwarded_For: 1.1.1.1"
    "\r\n\r\n",
    "two hosts": "GET /health/live HTTP/1.1\r\nHost: 127.0.0.1\r\nHost: evil.example\r\n\r\n",
    "a whole address": f"GET http://evil.example/ HTTP/1.1\r\n{HEAD}\r\n",
    "another protocol": "\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n",
}


@pytest.mark.django_db(transaction=True)
def test_what_is_no_request_is_refused_and_others_are_served() -> None:
    with Server() as server:
        for what, text in BROKEN.items():
            status = refusal(server.port, text)
            # The host of a whole address says nothing here: there is no proxy.
            assert 400 <= status < 500 or (what, status) == ("a whole address", 200), (what, status)
            assert Client(server.port).call("GET", "/api/v1/variants")[0] == 200, what


def refusal(port: int, text: str) -> int:
    """The status of the one answer; a broken connection is one too, and counts as 400."""
    with socket.create_connection(("127.0.0.1", port), timeout=10) as line:
        answer = b""
        try:
            line.sendall(text.encode("latin-1"))
            line.shutdown(socket.SHUT_WR)
            while piece := line.recv(65536):
                answer += piece
        except ConnectionError:
            pass
    assert answer.count(b"HTTP/1.1 ") <= 1, answer  # Nothing was smuggled in as a second request.
    assert b"evil.example" not in answer
    assert b"Traceback" not in answer
    return int(answer.split()[1]) if answer else 400
