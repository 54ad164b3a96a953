"""Makes the virtual environment with a bare Python, and hands over to the launcher in it."""

import fcntl
import hashlib
import json
import os
import shutil
import signal
import subprocess
import sys
from pathlib import Path

CHECKOUT = Path(__file__).resolve().parents[2]
VENV = CHECKOUT / ".venv"
PYTHON = VENV / "bin" / "python"
STAMP = VENV / "installed.json"
LOCKS = CHECKOUT / "requirements"
# Commands that need the tools for tests; their lock holds everything of the other one.
WITH_TOOLS = {"test", "bench", "bench-load", "bench-solver", "install"}
SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


def main() -> None:
    """Install what the command needs, and become the launcher; `install` only installs."""
    for each in SIGNALS:
        signal.signal(each, signal.default_int_handler)
    command = sys.argv[1]
    state = CHECKOUT / "var"
    state.mkdir(exist_ok=True)
    try:
        with (state / "venv.lock").open("ab") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            install(LOCKS / "dev.txt" if command in WITH_TOOLS else LOCKS / "run.txt")
    except KeyboardInterrupt:
        sys.exit(130)
    if command != "install":
        # The launcher lets them through when it is ready for them.
        signal.pthread_sigmask(signal.SIG_BLOCK, SIGNALS)
        os.chdir(CHECKOUT)
        os.execv(PYTHON, [str(PYTHON), "-m", "config.launch", *sys.argv[1:]])


def install(lock: Path) -> None:
    """Bring `.venv` to the lock unless its stamp says that it is there."""
    stamp = json.loads(STAMP.read_text()) if STAMP.exists() else {}
    version = venv_version()
    wanted = [digest(lock), digest(LOCKS / "dev.txt")]
    if version and stamp.get("python") == version and stamp.get("lock") in wanted:
        return
    if version < [3, 11] or stamp.get("python", version) != version:
        make_venv()
        version = venv_version()
    say(f"Installing {lock.relative_to(CHECKOUT)} into .venv")
    STAMP.unlink(missing_ok=True)
    pip = [str(PYTHON), "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    pip += ["--no-input", "--require-hashes", "--requirement", str(lock)]
    if run(pip) != 0:
        sys.exit("The packages could not be installed.")
    STAMP.write_text(json.dumps({"python": version, "lock": digest(lock)}))


def make_venv() -> None:
    """Make `.venv` anew."""
    say(f"Making .venv with {sys.executable}")
    if run([sys.executable, "-c", "import ensurepip, venv"], is_quiet=True) != 0:
        sys.exit(
            f"{sys.executable} cannot make virtual environments. On Debian and Ubuntu: "
            "apt-get install python3-venv; or name another Python: make PYTHON=/path/to/python3 …"
        )
    shutil.rmtree(VENV, ignore_errors=True)
    if run([sys.executable, "-m", "venv", str(VENV)]) != 0:
        sys.exit("The virtual environment could not be made.")


def venv_version() -> list[int]:
    """The version of the Python in `.venv`; empty if there is none that works."""
    code = "import sys, json, pip; print(json.dumps(sys.version_info[:2]))"
    try:
        output = subprocess.run([PYTHON, "-c", code], capture_output=True, check=True).stdout
    except (OSError, subprocess.CalledProcessError):
        return []
    return [int(part) for part in json.loads(output)]


def digest(lock: Path) -> str:
    """What identifies the contents of a lock."""
    return hashlib.sha256(lock.read_bytes()).hexdigest()


def run(command: list[str], *, is_quiet: bool = False) -> int:
    """Run a command out of Ctrl-C's reach; it is killed without a word when this process stops."""
    output = subprocess.DEVNULL if is_quiet else None
    return subprocess.run(command, stderr=output, start_new_session=True, check=False).returncode


def say(text: str) -> None:
    """Tell the user what happens now."""
    print(f"==> {text}", flush=True)


if __name__ == "__main__":
    main()
