"""Becomes another program that ends when its parent dies: `tied.py PARENT PROGRAM …`."""

import ctypes
import os
import signal
import sys

_PR_SET_PDEATHSIG = 1


def main() -> None:
    """Tie this process to its parent, which only Linux can, and become the program."""
    parent, *command = sys.argv[1:]
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGTERM)
        # Asked after tying: a parent that died before it can send no signal any more.
        if os.getppid() != int(parent):
            raise SystemExit(1)
    os.execv(command[0], command)


if __name__ == "__main__":
    main()
