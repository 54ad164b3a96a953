"""The web client as a player handles it: taps, drags, and what is seen on the table."""

import time
from pathlib import Path
from typing import Any

from playwright.sync_api import BrowserContext, CDPSession, ConsoleMessage, Page, expect

from tests.games.conftest import Player

# Width, height, and whether fingers touch it: phones, one of them lying, a tablet, a desktop.
SIZES = {
    "A": (360, 640, True),
    "B": (390, 844, True),
    "C": (640, 360, True),
    "D": (820, 1180, True),
    "E": (1280, 800, False),
}
DATA = Path(__file__).parents[1] / "data"

Box = dict[str, float]


class Screen:
    """One page and what went wrong on it; every test fails with any problem noted here.

    `expected` are beginnings of messages on the console that a test brings about.
    """

    def __init__(self, context: BrowserContext, page: Page, player: Player | None) -> None:
        self.context = context
        self.page = page
        self.player = player
        self.problems: list[str] = []
        self.expected: tuple[str, ...] = ()
        page.on("console", self._note)
        page.on("pageerror", lambda error: self.problems.append(str(error)))
        self.last_tap = (0.0, 0.0, 0.0)
        self.session: CDPSession | None = None
        page.set_default_timeout(20_000)

    def _note(self, message: ConsoleMessage) -> None:
        # The browser reports violated policies here too, as errors.
        if message.type == "error" and not message.text.startswith(self.expected or ("\0",)):
            self.problems.append(message.text)

    def open(self, game: dict[str, Any]) -> None:
        """Open a game's table and wait for the cards to lie still."""
        self.page.goto(f"/play/{game['id']}")
        self.settle()

    def settle(self) -> None:
        """Wait until cards are there and none moves."""
        self.page.wait_for_selector(".table .card", state="attached")
        self.page.wait_for_function(
            "() => document.querySelector('.table').getAnimations({subtree: true})"
            ".every((each) => each.playState !== 'running')"
        )

    def state(self) -> dict[str, Any]:
        """The game of this address as the service has it."""
        return self.page.evaluate(
            "async () => (await fetch('/api/v1/games/' + location.pathname.split('/')[2])).json()"
        )

    def pile(self, pile_id: str) -> list[str]:
        """The cards that the page shows in a pile, base first."""
        return self.page.eval_on_selector_all(
            f"[data-pile='{pile_id}'] [data-card]", "all => all.map(each => each.dataset.card)"
        )

    def piles(self) -> dict[str, list[str]]:
        """All piles with face-up cards, as the page shows them."""
        return self.page.evaluate(
            "() => Object.fromEntries([...document.querySelectorAll('[data-pile]')].map(pile =>"
            " [pile.dataset.pile, [...pile.querySelectorAll('[data-card]')]"
            ".map(each => each.dataset.card)]))"
        )

    def box(self, selector: str) -> Box:
        """Where an element is."""
        box = self.page.locator(selector).first.bounding_box()
        assert box is not None, selector
        return dict(box)

    def spot(self, card: str) -> tuple[float, float]:
        """A point on the part of a card that can be seen."""
        box = self.box(f"[data-card='{card}']")
        return box["x"] + box["width"] / 2, box["y"] + min(8, box["height"] / 2)

    def middle(self, pile_id: str) -> tuple[float, float]:
        """The middle of the last card of a pile, or of its empty place."""
        cards = self.pile(pile_id)
        box = self.box(f"[data-card='{cards[-1]}']" if cards else f"[data-place='{pile_id}']")
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    def tap(self, card: str) -> None:
        """Tap a card with what this screen has, later than a double tap would come."""
        self.tap_at(*self.spot(card))

    def tap_at(self, x: float, y: float) -> None:
        """Tap a point, so late that it is not taken for the second tap of two."""
        when, x0, y0 = self.last_tap
        if abs(x - x0) + abs(y - y0) < 40:
            time.sleep(max(0, when + 0.32 - time.monotonic()))
        if self.page.evaluate("navigator.maxTouchPoints"):
            self.page.touchscreen.tap(x, y)
        else:
            self.page.mouse.click(x, y)
        self.last_tap = (time.monotonic(), x, y)

    def drag(self, card: str, x: float, y: float, *, grip: float = 0.5) -> None:
        """Drag a card by mouse so that its top lands where the pointer holds it at a point."""
        x0, y0 = self.spot(card)
        self.page.mouse.move(x0, y0)
        self.page.mouse.down()
        self.page.mouse.move(x0 + (x - x0) * grip, y0 + (y - y0) * grip, steps=3)
        self.page.mouse.move(x, y, steps=3)
        self.page.mouse.up()

    def swipe(self, card: str, x: float, y: float) -> None:
        """Drag a card with a finger."""
        x0, y0 = self.spot(card)
        session = self.context.new_cdp_session(self.page)
        touch = "Input.dispatchTouchEvent"
        session.send(touch, {"type": "touchStart", "touchPoints": [{"x": x0, "y": y0}]})
        for step in range(1, 9):
            point = {"x": x0 + (x - x0) * step / 8, "y": y0 + (y - y0) * step / 8}
            session.send(touch, {"type": "touchMove", "touchPoints": [point]})
        session.send(touch, {"type": "touchEnd", "touchPoints": []})

    def finger(self, *points: tuple[float, float, float], lift: float) -> None:
        """Put a finger on the table, which is at each point after so many seconds."""
        start = time.time() - 1
        for at, (seconds, x, y) in enumerate(points):
            kind = "touchMove" if at else "touchStart"
            self._input("Touch", kind, start + seconds, touchPoints=[{"x": x, "y": y}])
            # Else the browser may tell the page of the last of several points alone.
            self.page.evaluate("() => new Promise(requestAnimationFrame)")
        self._input("Touch", "touchEnd", start + lift, touchPoints=[])

    def tap_twice(self, card: str) -> None:
        """Tap a card and, a tenth of a second later, what lies there then."""
        x, y = self.spot(card)
        start = time.time() - 1
        for when in (start, start + 0.1):
            if self.page.evaluate("navigator.maxTouchPoints"):
                self._input("Touch", "touchStart", when, touchPoints=[{"x": x, "y": y}])
                self._input("Touch", "touchEnd", when + 0.02, touchPoints=[])
            else:
                told = {"x": x, "y": y, "button": "left", "clickCount": 1}
                self._input("Mouse", "mousePressed", when, **told)
                self._input("Mouse", "mouseReleased", when + 0.02, **told)

    def _input(self, device: str, kind: str, when: float, **told: Any) -> None:
        """Let the browser take something for done at a moment, however late it comes."""
        self.session = self.session or self.context.new_cdp_session(self.page)
        event = {"type": kind, "timestamp": when, **told}
        self.session.send(f"Input.dispatch{device}Event", event)

    def tally(self) -> list[Any]:
        """The bodies of all requests with ops from now on."""
        sent: list[Any] = []
        self.page.on(
            "request",
            lambda each: each.url.endswith("/ops") and sent.append(each.post_data_json),
        )
        return sent

    def moves(self) -> int:
        """The moves that the score line shows."""
        return int(self.page.locator(".figure b").first.inner_text())

    def expect_moves(self, count: int) -> None:
        """Wait until the score line shows so many moves."""
        expect(self.page.locator(".figure b").first).to_have_text(str(count))

    def play(self, move: str, view: dict[str, Any]) -> None:
        """Make a move that the view lists: by a tap where a tap does it, else by dragging."""
        piles = {pile["id"]: pile.get("cards", []) for pile in view["piles"]}
        entry = next(each for each in view["legal_moves"] if each["move"] == move)
        if entry["to"] is None:
            self.tap_at(*self.middle("stock"))
            return
        is_pair = entry["n"] == 2 and "discard" in piles
        n = 1 if is_pair else entry["n"]
        card = piles[entry["from"]][-n]
        alike = [
            each
            for each in view["legal_moves"]
            if each["from"] == entry["from"] and (is_pair or each["n"] == n)
        ]
        if len(alike) == 1 or (not is_pair and alike[0] is entry):
            self.tap(card)
        elif is_pair:
            self.tap(card)
            self.page.wait_for_timeout(20)
            self.tap_at(*self.middle(entry["to"]))
        else:
            self.drag(card, *self.middle(entry["to"]))
