"""Which solver it is, so that what it has found can be found again with the same."""

from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any

from solver_worker.solver.solution import Effort, Limits

NAME = "patience"


@cache
def version() -> str:
    """A digest of the solver's sources: the same on every machine that has the same ones."""
    folder = Path(__file__).parent
    digest = sha256()
    for path in sorted(folder.rglob("*.py")):
        content = path.read_bytes()
        digest.update(f"{path.relative_to(folder).as_posix()} {len(content)} ".encode() + content)
    return digest.hexdigest()[:16]


def identity(effort: Effort, limits: Limits) -> dict[str, Any]:
    """What is kept of the solver beside what it has found with these options."""
    options = {
        "effort": effort.value,
        "positions": limits.positions,
        "megabytes": limits.megabytes,
    }
    return {"name": NAME, "version": version(), "options": options}
