"""Whatever a caller sends or is told in confidence, the log has nothing of it, at any level."""

import http.client
import json
import re
import socket
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.db import connection
from drf_spectacular.generators import SchemaGenerator

from games.models import Deal
from tests.games.conftest import Player, nearly_won, stock_up
from tests.security.smtp import MailServer
from tests.servers import Server

PASSWORD, WRONG, NEW = "pw-Very-Secret-1", "pw-Wrong-Secret-2", "pw-Fresh-Secret-3"
ANNA, UNREACHABLE, STAFF = "anna@mail.example.org", "gone@mail.example.org", "staff@example.org"
METRICS, KEY = "metrics-token-0123456789", "key-of-this-test-0123456789"
# What is to be found if the log is at fault: an address by its local part and host.
KEPT_SECRET = [PASSWORD, WRONG, NEW, METRICS, KEY]
KEPT_SECRET += ["anna@", "gone@", "staff@", "guessed-code", "priv8"]
AUTH = "/api/auth/app/v1"


class Talk:
    """Requests of somebody, with all that is secret in them remembered."""

    def __init__(self, port: int) -> None:
        self.port, self.token = port, ""
        self.secrets: set[str] = set()

    def send(
        self, method: str, path: str, body: Any = None, headers: dict[str, str] | None = None
    ) -> tuple[int, Any]:
        sent = json.dumps(body) if body is not None and not isinstance(body, bytes) else body
        head = {"Content-Type": "application/json", **(headers or {})}
        if self.token:
            head.setdefault("Authorization", f"Bearer {self.token}")
        line = http.client.HTTPConnection("127.0.0.1", self.port, timeout=30)
        line.request(method, path, sent, head)
        answer = line.getresponse()
        content = answer.read()
        for name, value in answer.getheaders():
            if name.lower() == "set-cookie":
                self.secrets.add(value.partition("=")[2].partition(";")[0])
        try:
            told = json.loads(content)
        except ValueError:
            told = {}
        if isinstance(told, dict):
            token = (told.get("meta") or {}).get("session_token") or told.get("token")
            if token:
                self.secrets.add(token)
                self.token = token
        return answer.status, told

    def auth(self, method: str, path: str, **body: Any) -> int:
        return self.send(method, f"{AUTH}/{path}", body or None)[0]


def code_in(message: str) -> str:
    (code,) = re.findall(r"^([A-Z0-9]{3,}-?[A-Z0-9]{3,})$", message, re.MULTILINE)
    return str(code)


def accounts(talk: Talk, mails: MailServer) -> None:
    """Everything that has to do with signing in, right and wrong."""
    talk.send("POST", "/api/v1/guests", {"client": "browser"})
    talk.auth("POST", "auth/signup", email=ANNA, password=PASSWORD)
    talk.auth("POST", "auth/email/verify", key="guessed-code")
    talk.secrets.add(code_in(mails.taken[-1]))
    assert talk.auth("POST", "auth/email/verify", key=code_in(mails.taken[-1])) == 200
    signed_in, talk.token = talk.token, ""
    assert talk.auth("POST", "auth/login", email=ANNA, password=WRONG) == 400
    assert talk.auth("POST", "auth/signup", email=UNREACHABLE, password=PASSWORD) == 503
    talk.token = ""
    talk.auth("POST", "auth/password/request", email=ANNA)
    talk.secrets.add(code_in(mails.taken[-1]))
    talk.auth("POST", "auth/password/reset", key="guessed-code", password=NEW)
    talk.auth("POST", "auth/password/reset", key=code_in(mails.taken[-1]), password=NEW)
    talk.token = ""
    talk.auth("POST", "auth/login", email=ANNA, password=NEW)
    talk.auth("POST", "account/email", email=UNREACHABLE)
    talk.auth("POST", "account/password/change", current_password=WRONG, new_password=PASSWORD)
    talk.send("DELETE", "/api/v1/me", {"password": WRONG})
    talk.send("GET", "/api/v1/me", headers={"Authorization": f"Bearer {signed_in}"})
    form = f"username={STAFF}&password={WRONG}".encode()
    kind = {"Content-Type": "application/x-www-form-urlencoded"}
    talk.send("POST", f"/admin/login/?next={WRONG}", form, kind)
    talk.send("GET", "/metrics", headers={"Authorization": f"Bearer {METRICS}"})
    talk.send("GET", "/metrics", headers={"Authorization": f"Bearer {METRICS}x"})


def every_operation(talk: Talk, game_id: str) -> None:
    """Each operation with a body that is none of its own, and with secrets in its query."""
    schema = SchemaGenerator().get_schema(request=None, public=True)
    bodies = [{"password": WRONG, "email": ANNA, "ops": ["priv8"]}, b'{"password": "priv8', None]
    for path, item in schema["paths"].items():
        place = re.sub(r"\{game_id\}", game_id, path)
        place = re.sub(r"\{\w+\}", "00000000-0000-4000-8000-000000000000", place)
        for method in {"get", "post", "put", "patch", "delete"} & set(item):
            for body in bodies:
                query = f"?cursor=priv8&token={talk.token}"
                status, _ = talk.send(method.upper(), place + query, body)
                assert status < 500 or status == 503, (method, path)


def broken(port: int, token: str) -> None:
    """What the web server cannot read."""
    head = f"Host: 127.0.0.1\r\nAuthorization: Bearer {token}\r\n"
    for text in (
        f"GET /api/v1/games?cursor=priv8 HTTP/9.9\r\n{head}\r\n",
        f"GET /api/v1/games?cursor=priv8&token={token}\r\n{head}\r\n",
        f"GET /api/v1/me HTTP/1.1\r\nHost: x\r\nAuthorization : Bearer {token}\r\n\r\n",
        f"GET /api/v1/me HTTP/1.1\r\nHost: x\r\nAuthorization Bearer {token}\r\n\r\n",
        f"GET /api/v1/me HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer {token}\x00\r\n\r\n",
        f"GET /api/v1/me HTTP/1.1\r\n{head}X: {'priv8' * 3000}\r\n\r\n",
        f"GET /{token * 400} HTTP/1.1\r\n{head}\r\n",
        f"POST /api/v1/guests HTTP/1.1\r\n{head}Transfer-Encoding: priv8\r\n\r\n",
        f"POST /api/v1/guests HTTP/1.1\r\n{head}Content-Length: priv8\r\n\r\n",
    ):
        with socket.create_connection(("127.0.0.1", port), timeout=10) as line:
            line.sendall(text.encode())
            assert line.recv(1000)[:9] in {b"HTTP/1.1 ", b"HTTP/1.0 "}


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("style", ["json", "console"])
def test_nothing_confidential_is_logged(tmp_path: Path, style: str) -> None:
    log = tmp_path / "log"
    stock_up()
    plenty = ",".join(f"{name}=1000000/minute" for name in settings.RATE_LIMITS)
    with (
        MailServer(refused="gone@") as mails,
        Server(
            log=log,
            LOG_FORMAT=style,
            LOG_LEVEL="DEBUG",
            RATE_LIMITS=plenty,
            METRICS_TOKEN=METRICS,
            SECRET_KEY=KEY,
            **mails.environment,
        ) as server,
    ):
        talk = Talk(server.port)
        accounts(talk, mails)
        player = Player()
        won = nearly_won(player)
        player.play(won.game, *won.last)
        game = player.start()
        talk.token = player.token
        every_operation(talk, game["id"])
        broken(server.port, player.token)
    written = log.read_text()
    decks = {text for deal in Deal.objects.all() for text in (deal.deck, deal.salt)}
    place = connection.settings_dict
    secrets = {*KEPT_SECRET, *talk.secrets, player.token, *decks}
    secrets |= {place["PASSWORD"]} - {""}
    assert len(secrets) > 15
    assert "SMTPRecipientsRefused" in written
    assert "Invalid HTTP request line" in written
    assert len(written.splitlines()) > 100
    for secret in secrets:
        lines = [line for line in written.splitlines() if secret in line]
        assert not lines, (secret, lines[:2])


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("style", ["json", "console"])
def test_no_request_writes_a_line_of_its_own(tmp_path: Path, style: str) -> None:
    log = tmp_path / "log"
    with Server(log=log, LOG_FORMAT=style, LOG_LEVEL="DEBUG") as server:
        talk = Talk(server.port)
        for text in ("%0a", "%0d%0a", "%1b[2J", "%e2%80%a8", "%c2%85", "%00"):
            talk.send("GET", f"/api/v1/none{text}FORGED%20line")
            talk.send("GET", f"/none{text}FORGED%20line")
            talk.send("POST", f"/admin/none{text}FORGED%20line")
            talk.send("GET", "/", headers={"Host": "evil", "X-Request-ID": f"{text}FORGED" * 3})
    lines = log.read_bytes().decode().removesuffix("\n").split("\n")
    assert any("FORGED" in line for line in lines)
    assert "\x1b[2J" not in log.read_text()
    for line in lines:
        assert not line.startswith("FORGED")
        if style == "json":
            assert json.loads(line)["event"]
