"""Who asks for the deletion of an account is told by mail: once, in its language, or not at all."""

from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
import time_machine
from django.core import mail
from django.test import override_settings

from accounts.models import User
from tests.accounts.conftest import PASSWORD, App
from tests.threads import at_once

NOW = datetime(2026, 11, 20, 10, tzinfo=UTC)
ADDRESS = "wanda@example.org"
DAYS = {
    "en": "Nov. 27, 2026, 10 a.m. (UTC)",
    "ru": "27 ноября 2026 г. 10:00 (UTC)",
    "fr": "27 novembre 2026 10:00 (UTC)",
}
SUBJECTS = {
    "en": "Patience: Your account will be deleted",
    "ru": "Patience: Ваша учётная запись будет удалена",
    "fr": "Patience: Votre compte va être supprimé",
}


@pytest.fixture
def clock() -> Iterator[Any]:
    with time_machine.travel(NOW, tick=False) as coordinates:
        yield coordinates


@pytest.fixture
def signed_in(app: App, clock: Any) -> App:
    app.sign_up(ADDRESS)
    mail.outbox.clear()
    return app


def delete(app: App, password: str = PASSWORD) -> Any:
    return app.call("DELETE", "/api/v1/me", {"password": password})


@pytest.mark.parametrize("language", DAYS)
def test_it_is_in_the_accounts_language_with_the_day_and_the_way_back(
    signed_in: App, language: str
) -> None:
    signed_in.call("PATCH", "/api/v1/me", {"locale": language})
    signed_in.language = "fr" if language == "ru" else "ru"  # Of the request, and not the mail's.
    assert delete(signed_in).status_code == 202
    (sent,) = mail.outbox
    assert sent.to == [ADDRESS]
    assert sent.subject == SUBJECTS[language]
    paragraphs = sent.body.strip().split("\n\n")
    assert DAYS[language] in paragraphs
    assert len(paragraphs) == 6
    english = [text for text in paragraphs if "deletion" in text or "Until then" in text]
    assert bool(english) == (language == "en")


def test_who_asks_again_is_not_told_again_until_it_was_taken_back(signed_in: App) -> None:
    for _ in range(3):
        assert delete(signed_in).status_code == 202
    assert len(mail.outbox) == 1
    signed_in.call("POST", "/api/v1/me/deletion/cancel")
    assert delete(signed_in).status_code == 202
    assert len(mail.outbox) == 2


def test_a_wrong_password_sends_nothing(signed_in: App) -> None:
    assert delete(signed_in, "guess").status_code == 422
    assert not mail.outbox


def test_a_guest_without_an_address_is_told_nothing(app: App, clock: Any) -> None:
    app.start_as_guest()
    assert app.call("DELETE", "/api/v1/me", {}).status_code == 202
    assert not mail.outbox


def test_a_mail_that_cannot_be_sent_leaves_everything_as_it_was(signed_in: App) -> None:
    with override_settings(EMAIL_BACKEND="tests.accounts.mailless.Backend"):
        answer = delete(signed_in)
    assert answer.status_code == 503
    assert answer.json()["code"] == "temporarily_unavailable"
    assert signed_in.me()["deletion_at"] is None
    assert delete(signed_in).status_code == 202
    assert len(mail.outbox) == 1


@pytest.mark.django_db(transaction=True)
def test_of_four_who_ask_at_once_one_is_told(new_app: Callable[..., App]) -> None:
    app = new_app()
    app.sign_up(ADDRESS)
    mail.outbox.clear()
    apps = [new_app(token=app.token) for _ in range(4)]
    answers = at_once([lambda each=each: delete(each) for each in apps])
    assert [answer.status_code for answer in answers] == [202] * 4
    assert len({answer.json()["deletion_at"] for answer in answers}) == 1
    assert len(mail.outbox) == 1


def test_nothing_else_of_an_account_is_changed(signed_in: App) -> None:
    before = User.objects.filter(email=ADDRESS).values().get()
    delete(signed_in)
    after = User.objects.filter(email=ADDRESS).values().get()
    assert after == before | {"deletion_at": NOW + timedelta(days=7)}
