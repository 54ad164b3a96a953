"""A browser, a server it talks to, and players whose games it opens."""

import os
import shutil
import time
from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from django.db import connection
from django.utils import timezone
from playwright.sync_api import Browser, BrowserContext, expect, sync_playwright

from accounts.models import User
from tests.games.conftest import Player
from tests.servers import Server
from tests.web.account import PASSWORD
from tests.web.mailbox import Mailbox, mail_server
from tests.web.screen import SIZES, Screen

NUMBERS = count(1)
CHROMIUM = shutil.which("chromium")
# Until something is so that should be at once: machines that test may have much to do.
expect.set_options(timeout=15_000)
# No sandbox, since containers have none; and nothing that calls home.
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--disable-background-networking"]
PLENTY = ",".join(f"{name}=100000/minute" for name in ("ops", "games", "reads", "guests"))


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """Chromium, started once."""
    if CHROMIUM is None:
        pytest.skip("Chromium is not installed")
    # Playwright keeps an event loop running in this thread, in which Django refuses queries.
    os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield chromium
        chromium.close()
    del os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"]


@pytest.fixture(scope="session")
def mailbox() -> Iterator[Mailbox]:
    """What the server mails."""
    with mail_server() as box:
        yield box


@pytest.fixture(scope="session")
def site(
    browser: Browser, mailbox: Mailbox, django_db_setup: None, django_db_blocker: Any
) -> Iterator[Server]:
    """The server, started once for all tests; they empty its database after them."""
    # Browsers have addresses of their own, so that none has used up what is allowed to all.
    proxied = {"TRUSTED_PROXY_COUNT": "1"}
    post = {"EMAIL_HOST": "127.0.0.1", "EMAIL_PORT": str(mailbox.port), "EMAIL_USE_TLS": "false"}
    with django_db_blocker.unblock(), Server(RATE_LIMITS=PLENTY, **proxied, **post) as server:
        yield server


@pytest.fixture
def open_screen(
    browser: Browser, site: Server, transactional_db: None, request: pytest.FixtureRequest
) -> Iterator[Callable[..., Screen]]:
    """Open a browser of a size and language, as nobody or as a player."""
    contexts: list[BrowserContext] = []
    screens: list[Screen] = []

    def open_one(
        size: str, player: Player | None = None, language: str = "en", **options: Any
    ) -> Screen:
        width, height, has_touch = SIZES[size]
        options.setdefault("service_workers", "block")  # It would hide requests from the tests.
        address = next(NUMBERS)
        headers = {"X-Forwarded-For": f"10.0.{address // 250}.{address % 250 + 1}"}
        context = browser.new_context(
            extra_http_headers=headers,
            viewport={"width": width, "height": height},
            has_touch=has_touch,
            locale=language,
            base_url=f"http://127.0.0.1:{site.port}",
            **options,
        )
        contexts.append(context)
        if player:
            cookie = {"name": "sessionid", "value": player.token or ""}
            context.add_cookies([{**cookie, "domain": "127.0.0.1", "path": "/"}])
        screen = Screen(context, context.new_page(), player)
        screens.append(screen)
        return screen

    yield open_one
    if folder := os.environ.get("SCREENSHOTS"):
        for at, screen in enumerate(screens):
            name = request.node.name.replace("/", "-")
            screen.page.screenshot(path=Path(folder) / f"{name}-{at}.png")
    problems = [problem for screen in screens for problem in screen.problems]
    for context in contexts:
        context.set_offline(True)  # What pages ask for as they are left would come too late.
        context.close()
    _await_rest()
    assert not problems


def _await_rest() -> None:
    """Wait until the server has done what closed pages asked for; the database is emptied next."""
    busy = "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND "
    busy += "pid <> pg_backend_pid() AND state <> 'idle' AND backend_type = 'client backend'"
    rests = 0
    for _ in range(200):
        with connection.cursor() as cursor:
            cursor.execute(busy)
            rests = rests + 1 if cursor.fetchone() == (0,) else 0
        if rests == 3:
            return
        time.sleep(0.02)


@pytest.fixture
def player(transactional_db: None) -> Player:
    """A guest."""
    return Player()


@pytest.fixture
def address() -> str:
    """An address that nobody has used; the server counts tries by address."""
    return f"player{next(NUMBERS)}@example.org"


@pytest.fixture
def member(transactional_db: None, address: str) -> User:
    """Somebody who has an account."""
    user = User.objects.create_user(address, PASSWORD, last_login=timezone.now())
    user.emailaddress_set.create(email=address, verified=True, primary=True)  # type: ignore[attr-defined]
    return user
