"""W48: the client as an app: manifest, offline page, updates, and the way to end its worker."""

import http.client
import json
import struct
import threading
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest
from django.conf import settings
from django.test import Client, override_settings
from playwright.sync_api import Page, expect

from config.http import client
from config.pages.frame import TABLE
from games.models import Game
from tests.games.conftest import Player
from tests.servers import Server
from tests.web.positions import reach
from tests.web.screen import Screen

Open = Callable[..., Screen]
LANGUAGES = [code for code, _ in settings.LANGUAGES]
READY = "async () => { await navigator.serviceWorker.ready; return true; }"
CONTROLLED = "() => navigator.serviceWorker.controller?.state === 'activated'"
KEPT = """async () => {
  const open = async (name) => (await caches.open(name)).keys();
  const all = await Promise.all((await caches.keys()).map(open));
  return all.flat().map((each) => new URL(each.url).pathname);
}"""


@pytest.mark.parametrize("language", LANGUAGES)
def test_w48_the_manifest_is_whole_in_every_language(language: str) -> None:
    answer = Client().get(f"/manifest/{language}.webmanifest")
    assert answer["Content-Type"] == "application/manifest+json"
    app = json.loads(answer.content)
    assert (app["id"], app["start_url"], app["scope"]) == ("/", "/", "/")
    assert (app["lang"], app["display"]) == (language, "standalone")
    assert "orientation" not in app
    assert {each["name"] for each in app["shortcuts"]} >= {
        {"en": "Baker's Game", "ru": "Игра Бейкера", "fr": "Jeu de Baker"}[language]
    }
    sizes = [(each["sizes"], each.get("purpose", "any")) for each in app["icons"]]
    assert sizes == [("192x192", "any"), ("512x512", "any"), ("512x512", "maskable")]
    for icon in app["icons"]:
        picture = b"".join(Client().get(icon["src"]).streaming_content)  # type: ignore[attr-defined]
        assert picture.startswith(b"\x89PNG")
        width, height = struct.unpack(">II", picture[16:24])
        assert f"{width}x{height}" == icon["sizes"]


@pytest.mark.django_db
def test_w48_no_other_language_has_one() -> None:
    assert Client().get("/manifest/de.webmanifest").status_code == 404
    assert Client().get("/offline/de").status_code == 404


@pytest.mark.django_db
def test_w48_the_worker_keeps_files_that_exist_and_no_answer_of_the_service() -> None:
    answer = Client().get("/sw.js")
    assert answer["Cache-Control"] == "no-cache"
    assert answer["Content-Security-Policy"] == "default-src 'none'; connect-src 'self'"
    (files,) = [line for line in answer.content.decode().splitlines() if "FILES =" in line]
    kept = json.loads(files.removeprefix("const FILES = ").removesuffix(";"))
    assert {f"{client.address()}{name}.js" for name in TABLE} <= set(kept)
    assert not [each for each in kept if each.startswith("/api/")]
    for address in kept:
        assert Client().get(address).status_code == 200, address


@pytest.mark.parametrize("language", LANGUAGES)
def test_w48_without_a_network_a_page_says_so(open_screen: Open, language: str) -> None:
    screen = open_screen("A", language=language, service_workers="allow")
    screen.expected = ("Failed to load resource",)
    page = screen.page
    page.goto("/")
    page.wait_for_function(CONTROLLED)
    assert not [each for each in page.evaluate(KEPT) if each.startswith("/api/")]
    screen.context.set_offline(True)
    page.goto("/stats")
    title = {"en": "No connection.", "ru": "Нет связи.", "fr": "Hors ligne."}[language]
    expect(page.locator("main")).to_contain_text(title)
    screen.context.set_offline(False)
    page.locator("main a").click()
    expect(page.get_by_role("heading", level=1)).not_to_have_text("Patience")


class Front:
    """A server before the server, at which another service worker can be had."""

    def __init__(self, port: int) -> None:
        front = self
        self.worker: bytes | None = None

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def answer(self) -> None:
                body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
                server = http.client.HTTPConnection("127.0.0.1", port)
                headers = dict(self.headers)
                if self.path == "/sw.js":
                    headers.pop("If-None-Match", None)
                server.request(self.command, self.path, body or None, headers)
                reply = server.getresponse()
                content = reply.read()
                if self.path == "/sw.js" and front.worker is not None:
                    content = front.worker
                self.send_response(reply.status)
                for name, value in reply.getheaders():
                    if name.lower() not in ("content-length", "transfer-encoding", "connection"):
                        self.send_header(name, value)
                self.send_header("Content-Length", str(len(content)))
                self.end_headers()
                self.wfile.write(content)
                server.close()

            do_GET = do_POST = do_PATCH = do_PUT = do_DELETE = answer  # noqa: N815

            def log_message(self, *_: object) -> None:
                """Say nothing."""

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.address = f"http://127.0.0.1:{self.server.server_address[1]}"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()


@pytest.fixture
def front(site: Server) -> Iterator[Front]:
    """A server before the server."""
    front = Front(site.port)
    yield front
    front.server.shutdown()
    front.server.server_close()


def until(page: Page, script: str) -> None:
    """Wait until what a function promises is true."""
    for _ in range(60):
        if page.evaluate(script) is True:
            return
        page.wait_for_timeout(100)
    raise AssertionError(script)


def look_for_a_worker(page: Page) -> None:
    """What the browser does by itself once a day, and the client at each change of screens."""
    page.evaluate("async () => (await navigator.serviceWorker.getRegistration()).update()")


def test_w48_an_update_waits_until_no_cards_lie_on_the_table(
    open_screen: Open, player: Player, front: Front
) -> None:
    game = reach(player, "bakers_game", "easy", lambda view: view["moves"] == 0)
    screen = open_screen("A", player, service_workers="allow")
    page = screen.page
    page.goto(f"{front.address}/play/{game['id']}")
    screen.settle()
    page.wait_for_function(CONTROLLED)
    front.worker = Client().get("/sw.js").content + b"\n// A later build.\n"
    look_for_a_worker(page)
    until(page, "async () => (await navigator.serviceWorker.getRegistration()).waiting !== null")
    bar = page.locator(".update")
    expect(bar).to_be_hidden()
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="All games").click()
    expect(bar).to_be_visible()
    with page.expect_navigation():
        bar.get_by_role("button", name="Update").click()
    page.wait_for_function(CONTROLLED)
    expect(bar).to_be_hidden()


def test_w48_old_files_are_removed_with_an_old_worker(open_screen: Open, front: Front) -> None:
    screen = open_screen("E", service_workers="allow")
    page = screen.page
    page.goto(f"{front.address}/")
    page.wait_for_function(CONTROLLED)
    before = page.evaluate("caches.keys()")
    assert len(before) == 1
    later = Client().get("/sw.js").content.replace(before[0].encode(), b"client-later", 1)
    front.worker = later
    look_for_a_worker(page)
    with page.expect_navigation():
        page.locator(".update").get_by_role("button", name="Update").click()
    until(page, "async () => (await caches.keys()).join() === 'client-later'")


def test_w48_the_worker_can_be_ended_from_afar(open_screen: Open, front: Front) -> None:
    screen = open_screen("E", service_workers="allow")
    page = screen.page
    page.goto(f"{front.address}/")
    page.wait_for_function(CONTROLLED)
    with override_settings(SERVICE_WORKER=False):
        front.worker = Client().get("/sw.js").content
        assert b"unregister" in front.worker
        assert '"worker": false' in Client().get("/").content.decode()
    look_for_a_worker(page)
    until(
        page,
        "async () => !(await navigator.serviceWorker.getRegistration())"
        " && !(await caches.keys()).length",
    )


def test_w41_the_policy_passes_the_worker_and_nothing_else(open_screen: Open) -> None:
    screen = open_screen("E", service_workers="allow")
    page = screen.page
    page.goto("/")
    assert page.evaluate(READY)
    tries = page.evaluate(
        "() => ['app', 'other'].map((name) => { try { trustedTypes.createPolicy(name, {});"
        " return 'made'; } catch (problem) { return problem.name; } })"
    )
    assert tries == ["TypeError", "TypeError"]
    refused = page.evaluate(
        "() => navigator.serviceWorker.register('/static/sw.js').catch((problem) => problem.name)"
    )
    assert refused == "TypeError"
    screen.problems = [each for each in screen.problems if "TrustedScriptURL" not in each]
    screen.problems = [each for each in screen.problems if "trusted-types" not in each]


def test_the_installation_is_offered_in_the_menu_alone(open_screen: Open, player: Player) -> None:
    game = reach(player, "bakers_game", "easy", lambda view: view["moves"] == 0)
    screen = open_screen("A", player, service_workers="allow")
    page = screen.page
    screen.open(game)
    page.evaluate("() => localStorage.setItem('ended', JSON.stringify({ n: 2 }))")
    page.get_by_role("button", name="Menu").click()
    expect(page.get_by_role("button", name="Settings")).to_be_visible()
    expect(page.get_by_role("button", name="Install as an app")).to_have_count(0)
    page.keyboard.press("Escape")
    page.evaluate(
        "() => { const wish = new Event('beforeinstallprompt', { cancelable: true });"
        " wish.prompt = async () => { window.was_asked = true; };"
        " window.dispatchEvent(wish); window.was_kept = wish.defaultPrevented; }"
    )
    assert page.evaluate("window.was_kept")
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Install as an app").click()
    page.wait_for_function("() => window.was_asked")


@pytest.mark.parametrize("is_typed", [False, True])
def test_an_address_from_elsewhere_begins_no_game(open_screen: Open, is_typed: bool) -> None:
    """What a worker passes on looks to the service as if it came from here."""
    screen = open_screen("A", service_workers="allow")
    page = screen.page
    page.goto("/")
    page.evaluate(READY)
    page.wait_for_function(CONTROLLED)
    address = f"{page.url}?variant=baroness&early="
    if is_typed:
        page.goto(address)
    else:
        link = f"<a href='{address}'>Play</a>"
        there = "http://elsewhere.example/"
        page.route(there, lambda route: route.fulfill(body=link, content_type="text/html"))
        page.goto(there)
        page.get_by_role("link", name="Play").click()
    expect(page.locator("[value=baroness]")).to_be_checked()
    expect(page.locator("[data-open=settings]:not([inert])")).to_be_visible()
    assert page.url == address.removesuffix("&early=")
    page.evaluate("location.reload()")  # As the offer of an update does.
    page.wait_for_load_state("networkidle")
    expect(page.locator("[data-open=settings]:not([inert])")).to_be_visible()
    assert page.url == address.removesuffix("&early=")
    assert Game.objects.count() == 0
