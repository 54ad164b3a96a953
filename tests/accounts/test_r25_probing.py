"""R25: neither what is answered nor how long it takes tells whether an address is known."""

import time
from collections.abc import Callable
from datetime import UTC, datetime
from statistics import median

import pytest
import time_machine
from django.contrib.auth.hashers import Argon2PasswordHasher
from django.core.cache import cache

from tests.accounts.conftest import App, last_code

ROUNDS = 60
KNOWN, UNKNOWN = "anna@example.org", "boris@example.org"


def sign_in(email: str) -> None:
    answer = App().auth("POST", "auth/login", {"email": email, "password": "wrong password"})
    assert answer.status_code == 400


def ask_for_a_code(email: str) -> None:
    answer = App().auth("POST", "auth/password/request", {"email": email})
    assert answer.status_code == 401


def took(ask: Callable[[str], None], email: str) -> float:
    """Milliseconds of this thread's processor time, which others on the machine do not lengthen."""
    cache.clear()
    start = time.thread_time()
    ask(email)
    return (time.thread_time() - start) * 1e3


@pytest.mark.django_db
@pytest.mark.parametrize("ask", [sign_in, ask_for_a_code])
def test_r25_a_known_address_takes_as_long_as_an_unknown_one(
    ask: Callable[[str], None], new_app: Callable[[], App]
) -> None:
    new_app().sign_up(KNOWN)
    pairs = [(took(ask, KNOWN), took(ask, UNKNOWN)) for _ in range(ROUNDS)]
    known, unknown = (median(each) for each in zip(*pairs, strict=True))
    assert abs(known - unknown) < 5


@pytest.mark.django_db
@pytest.mark.parametrize("email", [KNOWN, UNKNOWN])
def test_r25_signing_in_costs_one_hash_whoever_asks(
    email: str, new_app: Callable[[], App], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The hash is by far the longest part, so one more or less would be felt from afar."""
    hashed: list[str] = []
    encode = Argon2PasswordHasher.encode

    def counting(self: Argon2PasswordHasher, password: str, salt: str) -> str:
        hashed.append(password)
        return encode(self, password, salt)

    def verifying(self: Argon2PasswordHasher, password: str, encoded: str) -> bool:
        hashed.append(password)
        return verify(self, password, encoded)

    verify = Argon2PasswordHasher.verify
    new_app().sign_up(KNOWN)
    monkeypatch.setattr(Argon2PasswordHasher, "encode", counting)
    monkeypatch.setattr(Argon2PasswordHasher, "verify", verifying)
    sign_in(email)
    assert hashed == ["wrong password"]


def reset(app: App, code: str) -> int:
    body = {"key": code, "password": "a new long one"}
    return app.auth("POST", "auth/password/reset", body).status_code


@pytest.mark.django_db
def test_r25_a_code_can_be_tried_five_times(new_app: Callable[[], App]) -> None:
    new_app().sign_up(KNOWN)
    app = new_app()
    app.auth("POST", "auth/password/request", {"email": KNOWN})
    code = last_code()
    assert [reset(app, "WRONG1") for _ in range(5)] == [400] * 5
    assert reset(app, code) == 409


@pytest.mark.django_db
@pytest.mark.parametrize(("minutes", "status"), [(9, 401), (11, 409)])
def test_r25_a_code_is_good_for_ten_minutes(
    minutes: int, status: int, new_app: Callable[[], App]
) -> None:
    """401 is success: the password is set, and signing in with it is a step of its own."""
    new_app().sign_up(KNOWN)
    app = new_app()
    with time_machine.travel(datetime.now(UTC), tick=False) as clock:
        app.auth("POST", "auth/password/request", {"email": KNOWN})
        clock.shift(minutes * 60)
        assert reset(app, last_code()) == status
