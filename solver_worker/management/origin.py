"""What a file of rows was made with, kept in a small file beside it."""

import json
import os
import stat
import tempfile
from pathlib import Path
from typing import Any

from solver_worker.management.pieces import Question

_LONGEST = 10_000

Origin = dict[str, Any]


class OtherFile(Exception):
    """The file cannot be gone on with; the text says why. Nothing in it was changed."""


def origin_of(question: Question) -> Origin:
    """All that the rows depend on but the deals' numbers, as it is kept."""
    return {
        "rules": question.rules_id,
        "scheme": question.scheme,
        "positions": question.limits.positions,
        "megabytes": question.limits.megabytes,
        "lines": question.form.has_lines,
        "format": question.form.format,
    }


def require_origin(path: Path, origin: Origin) -> None:
    """Raise `OtherFile` unless the rows in this file were made with exactly the same."""
    place = _place(path)
    kept = _read(place, origin)
    if kept is None:
        raise OtherFile(
            f"{path} has something in it, and no {place.name} beside it says that these are rows "
            "and what they were made with."
        )
    if others := [name for name in origin if kept[name] != origin[name]]:
        told = ", ".join(f"{name} {kept[name]}, not {origin[name]}" for name in others)
        raise OtherFile(f"{path} was made with other options: {told}.")


def keep_origin(path: Path, origin: Origin) -> None:
    """Say beside a file that is still empty what its rows will be made with.

    It is there whole or not at all. `OtherFile` when something else has its name.
    """
    place = _place(path)
    if _read(place, origin) == origin:
        return
    with tempfile.NamedTemporaryFile(
        "w", encoding="utf-8", dir=place.parent, prefix=place.name + ".", delete=False
    ) as file:
        made = Path(file.name)
        try:
            file.write(json.dumps(origin, indent=1) + "\n")
            file.flush()
            # Who may read the rows may go on with them.
            os.fchmod(file.fileno(), stat.S_IMODE(path.stat().st_mode) & 0o666)
            os.fsync(file.fileno())
            made.replace(place)
        except BaseException:
            made.unlink(missing_ok=True)
            raise


def _place(path: Path) -> Path:
    """`FILE.run` beside the file itself, whatever links lead to it."""
    real = path.resolve()
    return real.with_name(real.name + ".run")


def _read(place: Path, like: Origin) -> Origin | None:
    """What is kept there, None when nothing is; `OtherFile` when it is something else."""
    if not place.exists():
        return None
    kept: object = None
    if place.is_file():
        with place.open("rb") as file:
            kept = _parsed(file.read(_LONGEST))
    if not isinstance(kept, dict) or list(kept) != list(like):
        raise OtherFile(f"{place} does not say what rows were made with.")
    return kept


def _parsed(text: bytes) -> object:
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return None
