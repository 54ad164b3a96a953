"""A session that is revoked on another device is over with the answer that says so."""

import threading
import time

import pytest
from django.conf import settings

from accounts.models import Session
from accounts.services import start_session
from tests.games.by_hand import full
from tests.games.conftest import stock_up
from tests.servers import Client, Server

THREADS = 4
BEFORE = "a password of before"
PLENTY = ",".join(f"{name}=1000000/minute" for name in settings.RATE_LIMITS)


class Stream(threading.Thread):
    """Calls without a pause, and notes when each request began and what it was answered."""

    def __init__(self, port: int, token: str, calls: list[tuple[str, str, object]]) -> None:
        super().__init__(daemon=True)
        self.client, self.calls = Client(port, token), calls
        self.seen: list[tuple[float, int]] = []
        self.is_over = False

    def run(self) -> None:
        while not self.is_over:
            for method, path, body in self.calls:
                began = time.monotonic()
                status, _ = self.client.call(method, f"/api/v1{path}", body)
                self.seen.append((began, status))


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("how", ["revoked on another device", "a new password", "signed out"])
def test_no_request_that_begins_later_is_answered(how: str) -> None:
    stock_up()
    player = full()
    player.user.set_password(BEFORE)
    player.user.save()
    player.token = start_session(user=player.user).session_key
    player.client = player.new_client()
    game = player.start("easy")
    calls: list[tuple[str, str, object]] = [
        ("GET", "/me", None),
        ("GET", f"/games/{game['id']}", None),
        ("POST", f"/games/{game['id']}/ops", {"base_version": 0, "ops": ["p"]}),
    ]
    with Server(RATE_LIMITS=PLENTY) as server:
        stolen, mine = (sign_in(server.port, str(player.user.email)) for _ in range(2))
        here = Client(server.port, mine)
        streams = [Stream(server.port, stolen, calls) for _ in range(THREADS)]
        for stream in streams:
            stream.start()
        while min(len(stream.seen) for stream in streams) < 5:
            time.sleep(0.01)
        revoke(how, here, Client(server.port, stolen))
        answered = time.monotonic()
        kept = 401 if how == "a new password" else 200
        assert here.call("GET", "/api/v1/me")[0] == kept
        time.sleep(0.5)
        for stream in streams:
            stream.is_over = True
        for stream in streams:
            stream.join(10)
    for stream in streams:
        before = [status for began, status in stream.seen if began < answered]
        after = [status for began, status in stream.seen if began > answered]
        assert before[0] == 200
        assert len(after) > 5
        assert set(after) == {401}
    # Nothing that ran meanwhile has brought it back.
    assert not Session.objects.filter(session_key=stolen).exists() or how == "a new password"


def sign_in(port: int, email: str) -> str:
    words = {"email": email, "password": BEFORE}
    status, told = Client(port).call("POST", "/api/auth/app/v1/auth/login", words)
    assert status == 200
    return str(told["meta"]["session_token"])


def revoke(how: str, here: Client, there: Client) -> None:
    app = "/api/auth/app/v1"
    if how == "signed out":
        assert there.call("DELETE", f"{app}/auth/session")[0] == 401
        return
    if how == "a new password":
        words = {"current_password": BEFORE, "new_password": "one of afterwards"}
        assert here.call("POST", f"{app}/account/password/change", words)[0] == 200
        return
    _, listed = here.call("GET", f"{app}/auth/sessions")
    others = [each["id"] for each in listed["data"] if not each["is_current"]]
    assert here.call("DELETE", f"{app}/auth/sessions", {"sessions": others})[0] == 200
