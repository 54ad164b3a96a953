"""The launcher's command line: `python -m config.launch run|demo|manage|test|bench …`."""

import os
import sys

from config.launch import commands
from config.launch.cluster import ServerNotStarted
from config.launch.folders import NoPlace
from config.launch.options import BadOption, Options
from config.launch.processes import StepFailed, stop_on_signals, stop_with_parent
from config.launch.translations import BadTranslation

_COMMANDS = {
    "run": commands.run,
    "demo": commands.demo,
    "manage": commands.manage,
    "test": commands.test,
    "bench": commands.bench,
    "bench-load": commands.bench_load,
    "bench-solver": commands.bench_solver,
}


def main() -> int:
    """Do the command; a stop by Ctrl-C or a signal is the normal end of `run`."""
    stop_on_signals()
    # Below make, a dead parent means that nobody is there to stop this process.
    if "MAKELEVEL" in os.environ:
        stop_with_parent()
    name, *arguments = sys.argv[1:] or [""]
    if name not in _COMMANDS:
        print(f"Choose one of: {', '.join(_COMMANDS)}", file=sys.stderr)
        return 2
    try:
        return _COMMANDS[name](Options.from_environment(), arguments)
    except KeyboardInterrupt as interrupt:
        print("Stopped.", flush=True)
        return 0 if name == "run" else 128 + (interrupt.args or (2,))[0]
    except (BadOption, BadTranslation, NoPlace, ServerNotStarted, StepFailed, OSError) as problem:
        print(f"Stopped: {problem}", file=sys.stderr)
        return 1


if __name__ == "__main__":
    sys.exit(main())
