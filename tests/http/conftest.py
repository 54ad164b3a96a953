"""A Redis of the tests' own."""

import os
import shutil
import socket
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
import redis


@pytest.fixture(scope="session")
def redis_url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of an empty Redis: the given one, or one started for the tests."""
    if given := os.environ.get("REDIS_URL"):
        yield given
        return
    binary = shutil.which("redis-server")
    if binary is None:
        pytest.skip("Redis is not installed, and REDIS_URL is not set")
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    folder: Path = tmp_path_factory.mktemp("redis")
    process = subprocess.Popen(
        [binary, "--port", str(port), "--bind", "127.0.0.1", "--save", "", "--dir", str(folder)],
        stdout=subprocess.DEVNULL,
    )
    url = f"redis://127.0.0.1:{port}/0"
    try:
        _wait_for(url)
        yield url
    finally:
        process.terminate()
        process.wait(10)


def _wait_for(url: str) -> None:
    client = redis.Redis.from_url(url)
    for _ in range(100):
        try:
            client.ping()
        except redis.ConnectionError:
            time.sleep(0.05)
        else:
            client.close()
            return
    raise AssertionError("Redis did not start")
