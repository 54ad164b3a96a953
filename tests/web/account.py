"""What tests do on the screen of the account."""

from collections.abc import Callable

from playwright.sync_api import Locator, expect

from tests.games.conftest import Player
from tests.web.screen import Screen

Open = Callable[..., Screen]
PASSWORD = "correct horse battery"
NOISE = "Failed to load resource"


def at_account(open_screen: Open, size: str = "A", player: Player | None = None) -> Screen:
    """The screen of the account; what the service refuses is noted by the browser as well."""
    screen = open_screen(size, player)
    screen.expected = (NOISE,)
    screen.page.goto("/account")
    expect(screen.page.get_by_role("heading", name="Account")).to_be_visible()
    return screen


def fill(screen: Screen, **values: str) -> None:
    """Fill fields by their names."""
    for name, value in values.items():
        screen.page.locator(f"#{name}").fill(value)


def press(screen: Screen, name: str) -> None:
    """Press a button."""
    screen.page.get_by_role("button", name=name, exact=True).first.click()


def choose(screen: Screen, name: str) -> None:
    """Follow a link to a step, and wait until it is there."""
    with screen.page.expect_navigation():
        screen.page.get_by_role("link", name=name, exact=True).click()


def error_at(screen: Screen, name: str) -> Locator:
    """What is said to be wrong with a field; the field must point to it."""
    field = screen.page.locator(f"#{name}")
    assert f"{name}-error" in (field.get_attribute("aria-describedby") or "").split()
    return screen.page.locator(f"#{name}-error")


def ask_for_code(screen: Screen, address: str) -> None:
    """Take the first step of saving results."""
    fill(screen, email=address)
    press(screen, "Send me a code")
    expect(screen.page.get_by_text(f"A code was sent to {address}")).to_be_visible()


def sign_in(screen: Screen, address: str, password: str = PASSWORD) -> None:
    """Sign in to an account that exists."""
    choose(screen, "Sign in")
    fill(screen, email=address, password=password)
    press(screen, "Sign in")
