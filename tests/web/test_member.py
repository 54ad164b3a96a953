"""Signing in and out, the profile, devices, the player's own data, and fields that help."""

import pytest
from playwright.sync_api import expect

from accounts.models import User
from tests.games.conftest import Player
from tests.web.account import (
    NOISE,
    PASSWORD,
    Open,
    ask_for_code,
    at_account,
    choose,
    error_at,
    fill,
    press,
    sign_in,
)
from tests.web.mailbox import Mailbox
from tests.web.test_access import violations


def test_signing_in_leaves_a_guest_behind_only_when_that_is_wanted(
    open_screen: Open, player: Player, member: User, address: str
) -> None:
    screen = at_account(open_screen, "A", player)
    sign_in(screen, address, "wrong")
    expect(error_at(screen, "password")).to_contain_text("not correct")
    fill(screen, password=PASSWORD)
    press(screen, "Sign in")
    asked = screen.page.get_by_role("dialog")
    expect(asked).to_contain_text("stay behind")
    asked.get_by_role("button", name="Cancel").click()
    me = "async () => (await (await fetch('/api/v1/me')).json()).id"
    assert screen.page.evaluate(me) == str(player.user.pk)
    press(screen, "Sign in")
    asked.get_by_role("button", name="Sign in").click()
    expect(screen.page.get_by_role("heading", name="Profile")).to_be_visible()
    assert screen.page.evaluate(me) == str(member.pk)


def test_too_many_passwords_are_refused_with_words(
    open_screen: Open, member: User, address: str
) -> None:
    screen = at_account(open_screen)
    choose(screen, "Sign in")
    for _ in range(6):
        fill(screen, email=address, password="wrong")
        with screen.page.expect_response("**/auth/login"):
            press(screen, "Sign in")
    expect(screen.page.locator("form").first).to_contain_text("Too many")


def test_a_forgotten_password_is_replaced_by_code(
    open_screen: Open, member: User, mailbox: Mailbox, address: str
) -> None:
    screen = at_account(open_screen)
    choose(screen, "Sign in")
    choose(screen, "Forgot the password?")
    ask_for_code(screen, address)
    screen.page.reload()
    fill(screen, key="AAA-AAA", password=f"{PASSWORD} 2")
    press(screen, "Set the password")
    expect(error_at(screen, "key")).to_have_text("Incorrect code.")
    fill(screen, key=mailbox.code(address))
    press(screen, "Set the password")
    expect(screen.page.get_by_role("heading", name="Profile")).to_be_visible()
    press(screen, "Sign out")
    expect(screen.page.get_by_role("heading", name="Save my results")).to_be_visible()
    assert screen.page.evaluate("localStorage.getItem('reset')") == "{}"


def test_a_code_for_a_new_password_is_waited_for_until_it_is_given_up(
    open_screen: Open, member: User, address: str
) -> None:
    screen = at_account(open_screen)
    choose(screen, "Sign in")
    choose(screen, "Forgot the password?")
    ask_for_code(screen, address)
    screen.page.goto("/account")
    expect(screen.page.get_by_text(f"A code was sent to {address}")).to_be_visible()
    expect(screen.page.locator("#username")).to_have_value(address)
    press(screen, "Cancel")
    expect(screen.page.get_by_role("heading", name="Sign in")).to_be_visible()
    expect(screen.page.locator("#email")).to_be_focused()
    screen.page.goto("/account?step=reset")
    expect(screen.page.get_by_role("heading", name="Sign in")).to_be_visible()


def test_a_member_changes_the_profile(open_screen: Open, member: User, address: str) -> None:
    screen = at_account(open_screen)
    sign_in(screen, address)
    fill(screen, display_name="x")
    press(screen, "Save")
    expect(error_at(screen, "display_name")).not_to_be_empty()
    fill(screen, display_name="Anna K")
    press(screen, "Save")
    expect(screen.page.locator(".toast").last).to_have_text("Saved.")
    expect(error_at(screen, "display_name")).to_be_empty()
    expect(screen.page.locator("#display_name")).not_to_have_attribute("aria-invalid", "true")
    expect(screen.page.get_by_role("button", name="Save", exact=True)).to_be_focused()
    with screen.page.expect_response("**/api/v1/me"):
        screen.page.get_by_label("Others may see").uncheck()
    member.refresh_from_db()
    assert (member.display_name, member.visibility) == ("Anna K", "private")
    screen.page.get_by_role("button", name="Français").click()
    expect(screen.page.get_by_role("heading", name="Profil", exact=True)).to_be_visible()
    member.refresh_from_db()
    assert member.locale == "fr"


def test_another_device_is_signed_out(open_screen: Open, member: User, address: str) -> None:
    first, second = at_account(open_screen), at_account(open_screen, "E")
    for screen in (first, second):
        sign_in(screen, address)
        expect(screen.page.get_by_role("heading", name="Profile")).to_be_visible()
    devices = second.page.locator("section", has_text="Where you are signed in")
    expect(devices.get_by_role("listitem")).to_have_count(2)
    devices.get_by_role("button", name="Sign out").click()
    expect(devices.get_by_role("listitem")).to_have_count(1)
    first.page.reload()
    expect(first.page.get_by_role("heading", name="Save my results")).to_be_visible()


def test_own_data_are_downloaded(open_screen: Open, player: Player) -> None:
    screen = at_account(open_screen, "A", player)
    with screen.page.expect_download() as download:
        screen.page.get_by_role("link", name="Download everything").click()
    assert str(player.user.pk) in download.value.path().read_text()


def test_an_account_is_deleted_with_its_password_and_kept_again(
    open_screen: Open, member: User, address: str
) -> None:
    screen = at_account(open_screen)
    sign_in(screen, address)
    screen.page.locator("summary").click()
    fill(screen, password="wrong")
    press(screen, "Delete my data")
    dialog = screen.page.get_by_role("dialog")
    dialog.get_by_role("button", name="Delete my data").click()
    expect(error_at(screen, "password")).to_have_text("The password is wrong.")
    expect(screen.page.locator("#password")).to_be_focused()
    fill(screen, password=PASSWORD)
    press(screen, "Delete my data")
    dialog.get_by_role("button", name="Delete my data").click()
    expect(screen.page.get_by_role("heading", name="will be deleted")).to_be_visible()
    member.refresh_from_db()
    assert member.deletion_at
    press(screen, "Keep them")
    expect(screen.page.get_by_role("heading", name="will be deleted")).to_have_count(0)
    member.refresh_from_db()
    assert member.deletion_at is None


def test_a_guest_is_deleted_without_a_password(open_screen: Open, player: Player) -> None:
    screen = at_account(open_screen, "A", player)
    screen.page.locator("summary").click()
    press(screen, "Delete my data")
    screen.page.get_by_role("dialog").get_by_role("button", name="Delete my data").click()
    expect(screen.page.get_by_role("heading", name="will be deleted")).to_be_visible()
    player.user.refresh_from_db()
    assert player.user.deletion_at


def test_fields_help_password_managers_and_thumbs(
    open_screen: Open, member: User, address: str
) -> None:
    screen = at_account(open_screen)
    choose(screen, "Sign in")
    tokens = screen.page.eval_on_selector_all(
        ".field input", "all => all.map(each => [each.name, each.autocomplete])"
    )
    assert tokens == [["email", "username"], ["password", "current-password"]]
    sizes = screen.page.eval_on_selector_all(
        ".field input", "all => all.map(each => parseFloat(getComputedStyle(each).fontSize))"
    )
    assert min(sizes) >= 16
    fill(screen, password="secret")
    password = screen.page.locator("#password")
    press(screen, "Show")
    expect(password).to_have_attribute("type", "text")
    press(screen, "Show")
    expect(password).to_have_attribute("type", "password")
    password.evaluate("field => { field.value = ''; field.focus(); }")
    screen.page.keyboard.insert_text("pasted")
    expect(password).to_have_value("pasted")


@pytest.mark.parametrize("language", ["en", "ru", "fr"])
@pytest.mark.parametrize("size", ["A", "E"])
def test_w35_axe_finds_nothing_on_the_account(
    open_screen: Open, player: Player, member: User, address: str, size: str, language: str
) -> None:
    screen = open_screen(size, player, language)
    screen.expected = (NOISE,)
    screen.page.goto("/account")
    screen.page.wait_for_selector("form")
    assert violations(screen) == []
    screen.page.locator("form .buttons a").first.click()
    screen.page.wait_for_selector("#password")
    fill(screen, email=address, password=PASSWORD)
    assert violations(screen) == []
    screen.page.locator("form .main").click()
    screen.page.locator("dialog .bad").click()
    screen.page.wait_for_selector("#display_name")
    screen.page.locator("summary").click()
    assert violations(screen) == []
    page = "document.querySelector('.page')"
    assert screen.page.evaluate(f"{page}.scrollWidth <= {page}.clientWidth")
