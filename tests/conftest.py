"""Players and clients; nothing clever."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from django.core.cache import cache
from rest_framework.test import APIClient

from accounts.models import User
from accounts.services import create_guest, start_session
from config.http.throttling import meter
from config.launch.translations import compile_translations


def pytest_configure() -> None:
    """Compile the translations before Django loads them."""
    compile_translations(Path(__file__).parent.parent)


@pytest.fixture(autouse=True)
def _fresh_quotas() -> None:
    """Let no test use up the quotas of another: all call from one address."""
    meter().storage.reset()
    cache.clear()


@pytest.fixture
def player(db: None) -> User:
    """A guest."""
    return create_guest(locale="en")


@pytest.fixture
def client_for() -> Callable[[User], APIClient]:
    """Make a client that sends a user's bearer token, as the apps do."""

    def make(user: User) -> APIClient:
        client = APIClient()
        token = start_session(user=user).session_key
        client.credentials(HTTP_AUTHORIZATION=f"Bearer {token}")
        return client

    return make


@pytest.fixture
def api(player: User, client_for: Callable[[User], APIClient]) -> APIClient:
    """A client signed in as `player`."""
    return client_for(player)


@pytest.fixture
def anonymous() -> APIClient:
    """A client that is nobody."""
    return APIClient()
