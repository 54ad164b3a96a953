"""The processes the launcher starts: none outlives it, and Ctrl-C ends all of them in order."""

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from types import FrameType

from config.launch.options import CHECKOUT

_TIED = str(Path(__file__).with_name("tied.py"))
_STOP_SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


class StepFailed(Exception):
    """A step ended with an error, or a process that should go on ended."""


def say(text: str) -> None:
    """Tell the user what happens now."""
    print(f"==> {text}", flush=True)


def stop_on_signals() -> None:
    """Turn the first Ctrl-C, SIGTERM or hang-up into KeyboardInterrupt and ignore what follows.

    What follows would cut the orderly end short, which is bounded in time anyway. The
    interrupt's argument is the signal.
    """

    def interrupt(signum: int, frame: FrameType | None) -> None:
        for each in _STOP_SIGNALS:
            signal.signal(each, signal.SIG_IGN)
        raise KeyboardInterrupt(signum)

    for each in _STOP_SIGNALS:
        signal.signal(each, interrupt)
    # The bootstrap blocks them, so that none strikes before this function has run.
    signal.pthread_sigmask(signal.SIG_UNBLOCK, _STOP_SIGNALS)


def stop_with_parent() -> None:
    """Stop as on SIGTERM when the parent process dies."""
    parent = os.getppid()

    def look() -> None:
        while os.getppid() == parent:
            time.sleep(0.5)
        os.kill(os.getpid(), signal.SIGTERM)

    threading.Thread(target=look, daemon=True).start()


def run_step(title: str, command: list[str], environment: Mapping[str, str]) -> None:
    """Say the title and run the command to its end; `StepFailed` if it fails."""
    say(title)
    with started(command, environment) as process:
        status = process.wait()
    if status != 0:
        raise StepFailed(f"{title}: failed with status {status}.")


def run_in_front(command: list[str], environment: Mapping[str, str]) -> int:
    """Run a command that may use the terminal, and give its exit status."""
    process = subprocess.Popen(_tied(command), cwd=CHECKOUT, env=environment)
    try:
        return _status(process.wait())
    except KeyboardInterrupt as interrupt:
        if interrupt.args != (signal.SIGINT,):
            process.terminate()
        # The terminal sends Ctrl-C to the command as well; it ends by itself and has its say.
        return _status(_end(process, seconds=10))


@contextmanager
def started(
    command: list[str], environment: Mapping[str, str], *, seconds: float = 10
) -> Iterator[subprocess.Popen[bytes]]:
    """Run a command in the background, in a session that the terminal's Ctrl-C does not reach.

    At the end it is asked to stop, and after so many seconds made to.
    """
    process = subprocess.Popen(
        _tied(command),
        cwd=CHECKOUT,
        env=environment,
        stdin=subprocess.DEVNULL,
        start_new_session=True,
    )
    try:
        yield process
    finally:
        process.terminate()
        _end(process, seconds=seconds)


def watch(processes: Mapping[str, subprocess.Popen[bytes]], is_well: Callable[[], bool]) -> None:
    """Wait for ever; `StepFailed` when a process has ended or things are not well."""
    while is_well():
        for name, process in processes.items():
            if process.poll() is not None:
                raise StepFailed(f"{name} ended with status {_status(process.returncode)}.")
        time.sleep(0.3)
    raise StepFailed("The database server ended.")


def _tied(command: list[str]) -> list[str]:
    return [sys.executable, "-IS", _TIED, str(os.getpid()), *command]


def _end(process: subprocess.Popen[bytes], *, seconds: float) -> int:
    """Wait so long for the process to end, then ask it, then make it."""
    for action in (process.terminate, process.kill):
        try:
            return process.wait(seconds)
        except subprocess.TimeoutExpired:
            action()
    return process.wait()


def _status(returncode: int) -> int:
    """The status a shell would give: a death by signal N is 128 + N."""
    return returncode if returncode >= 0 else 128 - returncode
