"""Asks what is known against the locked packages: `python -m tests.advisories PIP-AUDIT`.

Ends with 0 when nothing is known or when nobody could be asked, which it says, and with 1 when
something is. A service that is not there, or that knows nothing of anything, must not pass for a
clean answer: so before anything else it is asked about a release that is known to be unsafe.
"""

import json
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

LOCKS = [
    Path(__file__).parent.parent / "requirements" / name
    for name in ("run.txt", "dev.txt", "audit.txt")
]
# CVE-2021-33203 and many more.
UNSAFE = "django==3.2.0\n"
SECONDS = 300


class Silent(Exception):
    """The service did not answer, or not about what was asked."""


def audited(program: str, requirements: Path, *options: str) -> list[dict[str, Any]]:
    """What is told of each package."""
    command = [program, "--progress-spinner", "off", "--format", "json", "--disable-pip", *options]
    try:
        done = subprocess.run(
            [*command, "--requirement", str(requirements)],
            capture_output=True,
            text=True,
            timeout=SECONDS,
        )
        return list(json.loads(done.stdout)["dependencies"])
    except (OSError, subprocess.TimeoutExpired, ValueError, KeyError) as failure:
        raise Silent(str(failure)) from failure


def require_an_answer(program: str) -> None:
    """Raise `Silent` unless the service knows of what everybody knows."""
    with tempfile.TemporaryDirectory() as folder:
        asked = Path(folder) / "requirements.txt"
        asked.write_text(UNSAFE)
        told = audited(program, asked, "--no-deps")
    if not any(each.get("vulns") for each in told):
        raise Silent(f"of {UNSAFE.strip()} it says {json.dumps(told)}")


def findings(program: str) -> tuple[list[str], list[str]]:
    """What is known against the locked packages, and which of them it could not be asked of."""
    known, unasked = set(), set()
    for lock in LOCKS:
        for each in audited(program, lock, "--require-hashes"):
            name = f"{each['name']} {each.get('version', '')}".strip()
            if "skip_reason" in each:
                unasked.add(f"{name}: {each['skip_reason']}")
            known |= {f"{name}: {one['id']}" for one in each.get("vulns", [])}
    return sorted(known), sorted(unasked)


def main(program: str) -> int:
    """Say what was found, or that nobody could be asked."""
    try:
        require_an_answer(program)
        known, unasked = findings(program)
    except Silent as silence:
        print(f"NOT AUDITED: no advisories can be had from here ({silence}).")
        return 0
    for line in unasked:
        print(f"NOT AUDITED: {line}")
    for line in known:
        print(f"KNOWN: {line}")
    print(f"{len(known)} known, {len(unasked)} not audited.")
    return 1 if known else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
