"""The worker's processes: one for what is quick, one that solves, and the beat that wakes them."""

import os
import sys

from config.launch.options import Options

# Without conversations between workers: a broker that was restarted could leave one hanging.
_ALONE = ["--without-gossip", "--without-mingle", "--without-heartbeat"]
_CELERY = [sys.executable, "-m", "celery", "--quiet", "--app", "config"]
# Twice, so that one slow task does not hold up all others.
_FAST_PROCESSES = 2


def commands(options: Options) -> dict[str, list[str]]:
    """The command of each process by its name."""
    return {
        "The worker": _worker("fast", _FAST_PROCESSES),
        "The solving worker": _worker("solve", options.solve_processes),
        "The beat": [*_CELERY, "beat", "--pidfile="],
    }


def _worker(queue: str, processes: int) -> list[str]:
    name = ["--queues", queue, "--hostname", f"{queue}@%h", "--concurrency", str(processes)]
    return [*_CELERY, "worker", *name, *_ALONE]


# As they are called where each has a place of its own: `python -m config.launch.work solve`.
NAMES = {"fast": "The worker", "solve": "The solving worker", "beat": "The beat"}

if __name__ == "__main__":
    command = commands(Options.from_environment())[NAMES[sys.argv[1]]]
    os.execv(command[0], command)
