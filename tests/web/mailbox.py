"""A mail server that keeps what the service sends, so that tests can read the codes."""

import email
import re
import socketserver
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from email.message import Message
from email.policy import default


class _Session(socketserver.StreamRequestHandler):
    """One conversation, as short as the protocol lets it be."""

    def handle(self) -> None:
        self._say("220 here")
        for line in self.rfile:
            command = line[:4].upper()
            if command == b"DATA":
                self._say("354 go on")
                self._keep()
            self._say("221 bye" if command == b"QUIT" else "250 yes")
            if command == b"QUIT":
                return

    def _say(self, text: str) -> None:
        self.wfile.write(text.encode() + b"\r\n")

    def _keep(self) -> None:
        lines = iter(self.rfile.readline, b".\r\n")
        message = email.message_from_bytes(b"".join(lines), policy=default)
        self.server.mailbox.messages.append(message)  # type: ignore[attr-defined]


class Mailbox:
    """All mails, the latest last."""

    def __init__(self) -> None:
        self.messages: list[Message] = []
        self.server = socketserver.ThreadingTCPServer(("127.0.0.1", 0), _Session)
        self.server.mailbox = self  # type: ignore[attr-defined]
        self.port = self.server.server_address[1]

    def code(self, address: str, after: int = 0) -> str:
        """The code in the latest mail to an address, of which there are more than `after`."""
        for _ in range(80):
            mails = [each for each in self.messages if each["To"] == address]
            if len(mails) > after:
                text = mails[-1].get_content()  # type: ignore[attr-defined]
                (code,) = re.findall(r"^([A-Z0-9]{3,}-[A-Z0-9]{3,})\s*$", text, re.MULTILINE)
                return str(code)
            time.sleep(0.1)
        raise AssertionError(f"no mail to {address}")


@contextmanager
def mail_server() -> Iterator[Mailbox]:
    """Serve until the block ends."""
    mailbox = Mailbox()
    thread = threading.Thread(target=mailbox.server.serve_forever, daemon=True)
    thread.start()
    yield mailbox
    mailbox.server.shutdown()
    mailbox.server.server_close()
