"""R28: whoever comes a moment before or after the erasure, nothing of the person stays."""

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import timedelta
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.core.exceptions import PermissionDenied
from django.db import connection, transaction
from django.utils import timezone

from accounts.erasure import ask_for_deletion, cancel_deletion, erase, erase_due
from accounts.models import Report, Session, User
from accounts.reports import PlayerNotFound, report
from accounts.services import create_guest, start_session, update_profile
from accounts.sessions import SessionStore
from games.tasks import erase_players
from tests.accounts.conftest import App
from tests.threads import at_once

NAME = "Wanda Leaves"


def leaving() -> User:
    """A player whose week is over."""
    user = update_profile(user=create_guest(locale="en"), display_name=NAME)
    due = timezone.now() - timedelta(seconds=1)
    User.objects.filter(pk=user.pk).update(deletion_at=due)
    return User.objects.get(pk=user.pk)


@contextmanager
def during_erasure(user: User, call: Callable[[], Any]) -> Iterator[list[BaseException]]:
    """Start a call while the player is being erased, and let the erasure end only then."""
    raised: list[BaseException] = []

    def run() -> None:
        try:
            call()
        except (PlayerNotFound, PermissionDenied) as refusal:
            raised.append(refusal)
        finally:
            connection.close()

    late = threading.Thread(target=run)
    with transaction.atomic():
        erase(User.objects.select_for_update().get(pk=user.pk), timezone.now())
        late.start()
        _wait_for_a_waiting_one()
    late.join(timeout=30)
    yield raised


def _wait_for_a_waiting_one() -> None:
    end = time.monotonic() + 10
    while time.monotonic() < end:
        with connection.cursor() as cursor:
            cursor.execute("SELECT count(*) FROM pg_locks WHERE NOT granted")
            if cursor.fetchone() != (0,):
                return
        time.sleep(0.01)
    pytest.fail("nobody waits for the erasure")


@pytest.mark.django_db(transaction=True)
def test_a_report_does_not_bring_the_name_back() -> None:
    user, writer = leaving(), create_guest(locale="en")
    late = lambda: report(reporter=writer, user_id=user.pk, kind="name", game_id=None, text="")  # noqa: E731
    with during_erasure(user, late) as raised:
        assert [type(each) for each in raised] == [PlayerNotFound]
    assert not Report.objects.exists()


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(
    "call", [cancel_deletion, lambda user: ask_for_deletion(user=user, password="")]
)
def test_who_comes_too_late_is_told(call: Any) -> None:
    user = leaving()
    late = (lambda: call(user=user)) if call is cancel_deletion else (lambda: call(user))
    with during_erasure(user, late) as raised:
        assert [type(each) for each in raised] == [PermissionDenied]
    assert User.objects.get(pk=user.pk).erased_at


@pytest.mark.django_db(transaction=True)
def test_staying_and_being_erased_at_once_is_one_of_both() -> None:
    def stay(user: User) -> bool:
        try:
            cancel_deletion(user=user)
        except PermissionDenied:
            return False
        return True

    for _ in range(12):
        user = leaving()
        stays, erased = at_once([lambda u=user: stay(u), lambda: erase_due(timezone.now())])
        user.refresh_from_db()
        assert stays is not bool(erased)
        assert (user.erased_at is None, user.display_name) == (stays, NAME if stays else "")
        user.delete()


@pytest.mark.django_db
def test_what_a_request_wrote_after_the_erasure_goes_with_the_next_sweep(app: App) -> None:
    user = leaving()
    erase(user, timezone.now())
    EmailAddress.objects.create(user=user, email="wanda@example.org")
    start_session(user=user)
    erase_players()
    assert not EmailAddress.objects.exists()
    assert not Session.objects.exists()


@pytest.mark.django_db
def test_sessions_go_when_their_time_is_over(app: App) -> None:
    app.auth("POST", "auth/password/request", {"email": "wanda@example.org"})
    (of_nobody,) = Session.objects.all()
    assert "wanda@example.org" in str(SessionStore().decode(of_nobody.session_data))
    erase_players()
    assert Session.objects.exists()
    Session.objects.update(expire_date=timezone.now())
    erase_players()
    assert not Session.objects.exists()
