import os
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import psutil
import pytest

from config.launch.folders import clusters_folder
from config.launch.options import CHECKOUT

Start = Callable[..., subprocess.Popen[str]]


@pytest.fixture
def state(tmp_path: Path) -> Iterator[Path]:
    """A state folder of the test's own, with a space in its path."""
    folder = tmp_path / "a state"
    folder.mkdir()
    yield folder
    shutil.rmtree(clusters_folder(folder), ignore_errors=True)


@pytest.fixture
def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as probe:
        return int(probe.getsockname()[1])


@pytest.fixture
def start(state: Path) -> Iterator[Start]:
    """Starts Python programs in the checkout with a bare environment; none outlives the test."""
    processes: list[subprocess.Popen[str]] = []

    def start(*arguments: str, **environment: str) -> subprocess.Popen[str]:
        process = subprocess.Popen(
            [sys.executable, *arguments],
            cwd=CHECKOUT,
            env={"PATH": os.defpath, "DATA_DIR": str(state)} | environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            start_new_session=True,
        )
        processes.append(process)
        return process

    yield start
    for process in processes:
        if process.poll() is None:
            process.send_signal(signal.SIGTERM)
        process.communicate(timeout=60)


def family(pid: int) -> list[psutil.Process]:
    """The process and everything it has started that still runs."""
    process = psutil.Process(pid)
    return [process, *process.children(recursive=True)]


def wait_until(is_so: Callable[[], bool], *, seconds: float = 30) -> None:
    deadline = time.monotonic() + seconds
    while not is_so():
        assert time.monotonic() < deadline, "it did not happen in time"
        time.sleep(0.05)


def read_until(process: subprocess.Popen[str], text: str) -> str:
    """The process's output up to the line with this text."""
    assert process.stdout is not None
    output = ""
    for line in process.stdout:
        output += line
        if text in line:
            return output
    raise AssertionError(f"{text!r} was not said:\n{output}")
