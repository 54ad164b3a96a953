"""Reading and writing the standard streams, which may be closed, full or longer than wanted."""

import os
import sys
from contextlib import suppress
from typing import NoReturn

from django.core.management.base import CommandError, OutputWrapper

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
        _give_up_stdout()
        raise CommandError(f"Stdout cannot be written: {wrong}") from wrong


def exit_without_reader() -> NoReturn:
    """End as a process does whose reader has enough."""
    _give_up_stdout()
    sys.exit(PIPE_CLOSED)


def tell(text: str, to: OutputWrapper) -> None:
    """Write a line to stderr, if anything can be written there."""
    with suppress(OSError):
        if sys.stderr is not None:
            to.write(text, style_func=str)


def printable(text: str) -> str:
    """The same with all that would act on a terminal spelled out, as `\\x1b`."""
    return "".join(each if each.isprintable() else ascii(each)[1:-1] for each in text)


def _give_up_stdout() -> None:
    """Let what Python would write once more at its end go nowhere."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
