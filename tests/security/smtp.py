"""A mail server that keeps what it takes, and refuses what it is told to."""

import socketserver
import threading
from types import TracebackType


class _Talk(socketserver.StreamRequestHandler):
    server: "MailServer"

    def handle(self) -> None:
        self.say("220 here")
        while line := self.rfile.readline():
            word = line[:4].decode().upper()
            if word == "RCPT" and self.server.refused in line.decode():
                self.say("550 5.1.1 nobody of that name")
            elif word == "DATA":
                self.say("354 go on")
                self.server.taken.append(self.read_message())
                self.say("250 taken")
            elif word == "QUIT":
                self.say("221 bye")
                return
            else:
                self.say("250 well")

    def read_message(self) -> str:
        lines: list[str] = []
        while (line := self.rfile.readline().decode()) and line != ".\r\n":
            lines.append(line.rstrip("\r\n"))
        return "\n".join(lines)

    def say(self, text: str) -> None:
        self.wfile.write(f"{text}\r\n".encode())


class MailServer(socketserver.ThreadingTCPServer):
    """Listens as long as the context lasts; `taken` has the messages."""

    daemon_threads = True

    def __init__(self, *, refused: str) -> None:
        super().__init__(("127.0.0.1", 0), _Talk)
        self.refused = refused
        self.taken: list[str] = []

    @property
    def environment(self) -> dict[str, str]:
        return {
            "EMAIL_HOST": "127.0.0.1",
            "EMAIL_PORT": str(self.server_address[1]),
            "EMAIL_USE_TLS": "false",
        }

    def __enter__(self) -> "MailServer":
        threading.Thread(target=self.serve_forever, daemon=True).start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        value: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.shutdown()
        self.server_close()
