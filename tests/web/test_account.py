"""W47: a guest's results are saved under an address, whatever goes wrong on the way."""

import pytest
from allauth.account.internal.flows.email_verification_by_code import (
    EMAIL_VERIFICATION_CODE_SESSION_KEY,
)
from playwright.sync_api import Route, expect

from accounts.models import User
from accounts.sessions import SessionStore
from tests.games.conftest import Player, nearly_won, stock_up
from tests.web.account import PASSWORD, Open, ask_for_code, at_account, error_at, fill, press
from tests.web.mailbox import Mailbox


@pytest.mark.parametrize("size", ["A", "E"])
def test_w47_a_guest_saves_the_results(
    open_screen: Open, player: Player, mailbox: Mailbox, address: str, size: str
) -> None:
    stock_up(3)
    won = nearly_won(player)
    player.play(won.game, *won.last)
    screen = at_account(open_screen, size, player)
    ask_for_code(screen, address)
    fill(screen, key=mailbox.code(address))
    press(screen, "Confirm")
    expect(screen.page.get_by_text(f"{address} is confirmed")).to_be_visible()
    fill(screen, new_password=PASSWORD)
    press(screen, "Set the password")
    expect(screen.page.get_by_role("heading", name="Profile")).to_be_visible()
    user = User.objects.get(email=address)
    assert user.pk == player.user.pk
    assert not user.is_guest
    screen.page.evaluate("localStorage.clear()")
    screen.page.goto("/stats")
    expect(screen.page.locator("section").first).to_contain_text("Won1")
    (cookie,) = [each for each in screen.context.cookies() if each["name"] == "sessionid"]
    assert (cookie["httpOnly"], cookie["sameSite"]) == (True, "Lax")


def test_w47_who_never_played_makes_an_account_too(
    open_screen: Open, mailbox: Mailbox, address: str
) -> None:
    screen = at_account(open_screen)
    ask_for_code(screen, address)
    fill(screen, key=mailbox.code(address))
    press(screen, "Confirm")
    fill(screen, new_password=PASSWORD)
    press(screen, "Set the password")
    expect(screen.page.get_by_role("heading", name="Profile")).to_be_visible()


def test_w47_wrong_codes_are_told_at_the_field_until_the_code_is_void(
    open_screen: Open, player: Player, mailbox: Mailbox, address: str
) -> None:
    screen = at_account(open_screen, "A", player)
    ask_for_code(screen, address)
    right = mailbox.code(address)
    for _ in range(5):
        fill(screen, key="AAA-AAA")
        press(screen, "Confirm")
        expect(error_at(screen, "key")).to_have_text("Incorrect code.")
        expect(screen.page.locator("#key")).to_have_attribute("aria-invalid", "true")
        expect(screen.page.locator("#key")).to_be_focused()
    fill(screen, key="AAA-AAA")
    press(screen, "Confirm")
    expect(screen.page.locator(".toast")).to_contain_text("no longer valid")
    expect(screen.page.locator("#email")).to_be_visible()
    # Another code for another address works; the void one does not.
    ask_for_code(screen, f"other.{address}")
    fill(screen, key=right)
    press(screen, "Confirm")
    expect(error_at(screen, "key")).to_have_text("Incorrect code.")
    fill(screen, key=mailbox.code(f"other.{address}"))
    press(screen, "Confirm")
    expect(screen.page.locator("#new_password")).to_be_visible()


def test_w47_an_expired_code_leads_back_to_the_address(
    open_screen: Open, player: Player, mailbox: Mailbox, address: str
) -> None:
    screen = at_account(open_screen, "A", player)
    ask_for_code(screen, address)
    code = mailbox.code(address)
    # As after ten minutes: the service has nothing left that the code belongs to.
    session = SessionStore(player.token)
    del session[EMAIL_VERIFICATION_CODE_SESSION_KEY]
    session.save()
    fill(screen, key=code)
    press(screen, "Confirm")
    expect(screen.page.locator(".toast")).to_contain_text("no longer valid")
    expect(screen.page.locator("#email")).to_be_visible()


def test_w47_a_known_address_is_refused_only_to_who_has_its_code(
    open_screen: Open, player: Player, mailbox: Mailbox, address: str, member: User
) -> None:
    screen = at_account(open_screen, "A", player)
    ask_for_code(screen, address)
    fill(screen, key=mailbox.code(address))
    press(screen, "Confirm")
    expect(error_at(screen, "key").or_(screen.page.get_by_role("alert")).first).to_contain_text(
        "already"
    )
    assert User.objects.get(pk=player.user.pk).is_guest


def test_w47_what_is_no_address_and_what_is_no_password_is_told(
    open_screen: Open, player: Player, mailbox: Mailbox, address: str
) -> None:
    screen = at_account(open_screen, "A", player)
    for value in ("", "nobody"):
        fill(screen, email=value)
        press(screen, "Send me a code")
        expect(error_at(screen, "email")).not_to_be_empty()
    ask_for_code(screen, address)
    fill(screen, key=mailbox.code(address))
    press(screen, "Confirm")
    fill(screen, new_password="1234")
    press(screen, "Set the password")
    expect(error_at(screen, "new_password")).to_contain_text("too short")


def test_w47_every_step_outlives_a_reload_and_a_lost_network(
    open_screen: Open, player: Player, mailbox: Mailbox, address: str
) -> None:
    screen = at_account(open_screen, "A", player)
    fill(screen, email=address)
    screen.context.set_offline(True)
    press(screen, "Send me a code")
    expect(screen.page.get_by_role("alert").first).to_contain_text("Nothing is lost")
    screen.context.set_offline(False)
    ask_for_code(screen, address)
    screen.page.reload()
    expect(screen.page.get_by_text(f"A code was sent to {address}")).to_be_visible()
    fill(screen, key=mailbox.code(address))
    screen.page.route("**/auth/email/verify", lose_answer, times=1)
    press(screen, "Confirm")
    expect(screen.page.get_by_role("alert").first).to_contain_text("Nothing is lost")
    # It was confirmed nevertheless: the step that is left is shown, also by the button.
    press(screen, "Confirm")
    expect(screen.page.locator("#new_password")).to_be_visible()
    screen.page.reload()
    fill(screen, new_password=PASSWORD)
    screen.page.route("**/account/password/change", lose_answer, times=1)
    press(screen, "Set the password")
    expect(screen.page.get_by_role("alert").first).to_contain_text("Nothing is lost")
    press(screen, "Set the password")
    expect(screen.page.get_by_role("heading", name="Profile")).to_be_visible()


def test_w47_a_password_whose_answer_was_lost_with_the_session_leads_to_the_sign_in(
    open_screen: Open, player: Player, mailbox: Mailbox, address: str
) -> None:
    screen = at_account(open_screen, "A", player)
    ask_for_code(screen, address)
    fill(screen, key=mailbox.code(address))
    press(screen, "Confirm")
    fill(screen, new_password=PASSWORD)
    before = screen.context.cookies()
    screen.page.route("**/account/password/change", lose_answer, times=1)
    press(screen, "Set the password")
    expect(screen.page.get_by_role("alert").first).to_contain_text("Nothing is lost")
    screen.context.add_cookies([each for each in before if each["name"] == "sessionid"])  # type: ignore[typeddict-item]
    press(screen, "Set the password")
    expect(screen.page.get_by_role("heading", name="Sign in")).to_be_visible()
    fill(screen, email=address, password=PASSWORD)
    press(screen, "Sign in")
    expect(screen.page.get_by_role("heading", name="Profile")).to_be_visible()


def lose_answer(route: Route) -> None:
    """Let the service do it, and tell nobody."""
    route.fetch()
    route.abort()


def test_w47_a_second_tab_goes_on_where_the_first_one_is(
    open_screen: Open, player: Player, mailbox: Mailbox, address: str
) -> None:
    screen = at_account(open_screen, "A", player)
    ask_for_code(screen, address)
    second = screen.context.new_page()
    second.goto("/account")
    second.locator("#key").fill(mailbox.code(address))
    second.get_by_role("button", name="Confirm").click()
    expect(second.locator("#new_password")).to_be_visible()
    fill(screen, key="AAA-AAA")
    press(screen, "Confirm")
    expect(screen.page.locator("#new_password")).to_be_visible()
