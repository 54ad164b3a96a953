"""Players and clients; nothing clever."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from django.core.cache import cache
from rest_framework.test import APIClient

from accounts.models import User
from accounts.services import create_guest, start_session
from config.celery import app
from config.http.throttling import meter
from config.launch.translations import compile_translations
from tests.workers import Redis


def pytest_configure() -> None:
    """Compile the translations before Django loads them; send no messages out of this process."""
    compile_translations(Path(__file__).parent.parent)
    app.conf.update(broker_url="memory://", broker_transport=None, broker_transport_options={})


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


@pytest.fixture(scope="session")
def redis_url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of an empty Redis: the given one, or one started for the tests."""
    if given := os.environ.get("REDIS_URL"):
        yield given
        return
    server = Redis(str(tmp_path_factory.mktemp("redis")))
    server.start()
    yield server.url
    server.stop()
