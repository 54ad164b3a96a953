"""The web client's budgets, measured in Chromium: its start, its taps, its rest and its growth.

`python -m tests.bench.web` runs this alone.
"""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from statistics import quantiles
from typing import Any

import django
from django.test.utils import setup_test_environment

if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    django.setup()
    setup_test_environment()

from django.db import connections
from playwright.sync_api import Browser, CDPSession, Page, sync_playwright

from tests.bench.requests import own_database
from tests.games.conftest import Player
from tests.servers import Server
from tests.web.conftest import CHROMIUM, FLAGS, PLENTY

PHONE = {"width": 360, "height": 640}
SLOW = {"offline": False, "latency": 150, "downloadThroughput": 200_000, "uploadThroughput": 93_750}
STARTS = 5
TAPS = 40
MOVES = 200
IDLE_SECONDS = 10

# The page itself says when a card can be tapped that has been painted: asked from outside, it would
# first be given a script whose parsing alone takes a slow phone a tenth of a second.
USABLE = """new MutationObserver((changes, watch) => {
  if (!document.querySelector('.table [tabindex="0"]')) return;
  watch.disconnect();
  requestAnimationFrame(() => setTimeout(() => console.info(performance.now())));
}).observe(document, { childList: true, subtree: true, attributeFilter: ["tabindex"] })"""
# What the browser itself says of each tap: how long until it was painted, and our part of it.
WATCH = """() => {
  window.taps = new Map();
  new PerformanceObserver((list) => {
    for (const each of list.getEntries()) {
      if (!each.interactionId) continue;
      const own = each.processingEnd - each.processingStart;
      const known = window.taps.get(each.interactionId) ?? { paint: 0, own: 0 };
      known.paint = Math.max(known.paint, each.duration);
      known.own += own;
      window.taps.set(each.interactionId, known);
    }
  }).observe({ type: "event", durationThreshold: 16, buffered: false });
}"""


def run() -> None:
    """Print each figure beside its budget."""
    if CHROMIUM is None:
        print("\nWeb client: Chromium is not installed")
        return
    os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"  # Playwright runs an event loop here.
    with own_database(), Server(RATE_LIMITS=PLENTY) as server, _chromium() as browser:
        rows = [*_starts(browser, server), *_taps(browser, server), *_rest(browser, server)]
    print(f"\nWeb client, phone of {PHONE['width']} x {PHONE['height']}")
    print(f"{'figure':52} {'budget':>10} {'measured':>10}")
    for figure, budget, measured in rows:
        print(f"{figure:52} {budget:>10} {measured:>10}")


@contextmanager
def _chromium() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield browser
        browser.close()


@contextmanager
def _opened(
    browser: Browser, server: Server, *, cpu: int = 1, **options: Any
) -> Iterator[tuple[Page, CDPSession, str]]:
    """A page of a player with a game of Baker's Game, and the game's address."""
    player = Player()
    game = player.start(deal={"scheme": "ms", "number": 1})
    connections.close_all()  # Those of Playwright's own thread of events.
    context = browser.new_context(
        viewport=PHONE,  # type: ignore[arg-type]
        has_touch=True,
        base_url=f"http://127.0.0.1:{server.port}",
        service_workers="block",
        **options,
    )
    cookie = {"name": "sessionid", "value": player.token, "domain": "127.0.0.1", "path": "/"}
    context.add_cookies([cookie])  # type: ignore[list-item]
    page = context.new_page()
    session = context.new_cdp_session(page)
    session.send("Emulation.setCPUThrottlingRate", {"rate": cpu})
    yield page, session, f"/play/{game['id']}"
    context.close()


def _starts(browser: Browser, server: Server) -> Iterator[tuple[str, str, str]]:
    """Until a game can be played on a slow phone, for the first time and again."""
    cold, warm, sizes = [], [], []
    for _ in range(STARTS):
        with _opened(browser, server, cpu=4) as (page, session, address):
            session.send("Network.enable")
            session.send("Network.emulateNetworkConditions", SLOW)
            loaded: list[float] = []
            session.on("Network.loadingFinished", lambda e: loaded.append(e["encodedDataLength"]))  # noqa: B023
            page.add_init_script(USABLE)
            cold.append(_usable(page, address))
            page.wait_for_load_state("networkidle")
            sizes.append(sum(loaded))
            warm.append(_usable(page, address))
    yield "first start, 1.6 Mbit/s, 150 ms, CPU / 4: usable", "2000 ms", f"{_middle(cold):.0f} ms"
    yield "next start, the same: usable", "500 ms", f"{_middle(warm):.0f} ms"
    yield (
        "bytes until then, and of what is fetched at rest",
        "60 KB",
        f"{_middle(sizes) / 1000:.0f} KB",
    )


def _usable(page: Page, address: str) -> float:
    with page.expect_console_message(lambda said: said.type == "info") as told:
        page.goto(address, wait_until="commit")
    return float(told.value.text)


def _taps(browser: Browser, server: Server) -> Iterator[tuple[str, str, str]]:
    """From a tap to its picture, and how much of that is the client's own work."""
    for cpu, budget in ((1, 56), (4, 120)):
        with _opened(browser, server, cpu=cpu) as (page, _session, address):
            page.goto(address)
            _settle(page)
            page.evaluate(WATCH)
            for at in range(TAPS):
                _move(page, at)
            page.wait_for_timeout(300)
            taps = page.evaluate("() => [...window.taps.values()]")
        # Taps that were painted within 16 ms are not told of.
        quick = [{"paint": 16, "own": 0}] * (2 * TAPS - len(taps))
        paints = [each["paint"] for each in [*quick, *taps]]
        own = [each["own"] for each in [*quick, *taps]]
        yield f"tap to next paint, CPU / {cpu}, p95", f"{budget} ms", f"{_p95(paints):.0f} ms"
        if cpu == 4:
            yield f"own handlers, CPU / {cpu}, p95", "20 ms", f"{_p95(own):.0f} ms"


def _rest(browser: Browser, server: Server) -> Iterator[tuple[str, str, str]]:
    """What a table costs that nobody touches, and what many moves leave behind."""
    with _opened(browser, server, reduced_motion="reduce") as (page, session, address):
        page.goto(address)
        _settle(page)
        session.send("Performance.enable")
        page.wait_for_timeout(1000)
        before = _metrics(session)
        page.wait_for_timeout(IDLE_SECONDS * 1000)
        busy = (_metrics(session)["TaskDuration"] - before["TaskDuration"]) * 1000
        for at in range(10):
            _move(page, at, 160)
        first = _metrics(session)
        for at in range(10, MOVES // 2):
            _move(page, at, 160)
        last = _metrics(session)
    yield f"work in {IDLE_SECONDS} s without a touch, with the clock", "150 ms", f"{busy:.0f} ms"
    nodes, heap = last["Nodes"], last["JSHeapUsedSize"] / 1e6
    yield f"DOM nodes after {MOVES} moves and undos", "1200", f"{nodes:.0f}"
    yield "  of these new since the twentieth", "0", f"{nodes - first['Nodes']:.0f}"
    yield f"heap after {MOVES} moves and undos", "12 MB", f"{heap:.1f} MB"
    grown = heap - first["JSHeapUsedSize"] / 1e6
    yield "  of this new since the twentieth", "0 MB", f"{grown:.1f} MB"


def _settle(page: Page) -> None:
    page.wait_for_selector(".table .card", state="attached")
    page.wait_for_function(
        "() => document.querySelector('.table').getAnimations({ subtree: true })"
        ".every((each) => each.playState !== 'running')"
    )
    page.wait_for_timeout(500)  # The keyboard and the sounds come after the cards.


def _move(page: Page, at: int, pause: int = 330) -> None:
    """Tap the last card of a column, then take the move back.

    A tap that comes sooner than 300 ms after the last one there is the second of a double tap.
    """
    card = page.locator("[data-pile='7'] li:last-child .card")
    box = card.bounding_box()
    assert box is not None
    for count, (x, y) in ((1, (box["x"] + 10, box["y"] + 10)), (2, _undo(page))):
        page.touchscreen.tap(x, y)
        page.wait_for_function(
            "at => Number(document.querySelector('.score b').textContent) >= at",
            arg=2 * at + count,
        )
        page.wait_for_timeout(pause)


def _undo(page: Page) -> tuple[float, float]:
    box = page.locator(".bar button").last.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def _metrics(session: CDPSession) -> dict[str, float]:
    session.send("HeapProfiler.collectGarbage")
    return {
        each["name"]: float(each["value"])
        for each in session.send("Performance.getMetrics")["metrics"]
    }


def _middle(values: list[float]) -> float:
    return sorted(values)[len(values) // 2]


def _p95(values: list[float]) -> float:
    return quantiles(values, n=20)[-1]


if __name__ == "__main__":
    run()
