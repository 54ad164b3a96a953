"""Locks between processes that the kernel releases by itself when their holder dies."""

import fcntl
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO


@contextmanager
def held(path: Path) -> Iterator[None]:
    """Hold the lock of this file alone, waiting for it as long as it takes."""
    with path.open("ab") as file, alone(file):
        yield


@contextmanager
def alone(file: BinaryIO) -> Iterator[None]:
    """Hold the lock of this open file alone, waiting for it as long as it takes."""
    fcntl.flock(file, fcntl.LOCK_EX)
    try:
        yield
    finally:
        fcntl.flock(file, fcntl.LOCK_UN)


def share(file: BinaryIO) -> None:
    """Hold the file's lock together with others, waiting for one who holds it alone."""
    fcntl.flock(file, fcntl.LOCK_SH)


def take(file: BinaryIO, *, seconds: float = 0) -> bool:
    """Try for at most so many seconds to hold the file's lock alone; say whether it worked."""
    deadline = time.monotonic() + seconds
    while True:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            if time.monotonic() >= deadline:
                return False
            time.sleep(0.05)
        else:
            return True


def is_held(path: Path) -> bool:
    """Say whether somebody holds this file's lock alone."""
    try:
        file = path.open("rb")
    except FileNotFoundError:
        return False
    with file:
        try:
            # Shared, so that two who ask at once do not take each other for the holder.
            fcntl.flock(file, fcntl.LOCK_SH | fcntl.LOCK_NB)
        except BlockingIOError:
            return True
        return False
