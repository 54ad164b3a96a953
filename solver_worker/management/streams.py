"""Reading and writing the standard streams, which may be closed, full or longer than wanted."""

import os
import sys
from typing import NoReturn

from django.core.management.base import CommandError, OutputWrapper

STDOUT, STDERR = 1, 2
PIPE_CLOSED = 141


def write_out(text: str, to: OutputWrapper) -> None:
    """Write to stdout at once; `BrokenPipeError` when its reader has enough.

    `CommandError` when it cannot be written for another reason.
    """
    if sys.stdout is None:
        raise CommandError("Stdout is closed.")
    try:
        to.write(text)
        to.flush()
    except BrokenPipeError:
        raise
    except OSError as wrong:
        _give_up(STDOUT)
        raise CommandError(f"Stdout cannot be written: {wrong}") from wrong


def exit_without_reader() -> NoReturn:
    """End as a process does whose reader has enough."""
    _give_up(STDOUT)
    sys.exit(PIPE_CLOSED)


def tell(text: str, to: OutputWrapper) -> None:
    """Write a line to stderr, if anything can be written there."""
    if sys.stderr is None:
        return
    try:
        to.write(text, style_func=str)
    except OSError:
        _give_up(STDERR)


def printable(text: str) -> str:
    """The same with all that would act on a terminal spelled out, as `\\x1b`."""
    return "".join(each if each.isprintable() else ascii(each)[1:-1] for each in text)


def _give_up(stream: int) -> None:
    """Let what Python would write once more at its end go nowhere."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), stream)
