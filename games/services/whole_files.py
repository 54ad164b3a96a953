"""Files that are there as a whole or not at all, whatever happens while they are written."""

import gzip
import hashlib
import os
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from tempfile import NamedTemporaryFile

ENDING = ".ndjson.gz"
_DRAFT = ".draft"


@dataclass(frozen=True)
class WholeFile:
    """What was written: the name has a part of the digest, so other content has another name."""

    name: str
    lines: int
    size: int
    sha256: str


def write_lines(folder: Path, stem: str, lines: Iterable[bytes]) -> WholeFile:
    """Write lines, compressed, and give the file its name when it is on the disk.

    The same lines make the same file. What earlier tries have left is removed, so the caller sees
    to it that there is only one writer of a stem, and none once a file of it is in use.
    """
    folder.mkdir(parents=True, exist_ok=True)
    for leftover in [*folder.glob(f"{stem}-*{ENDING}"), *folder.glob(f".{stem}-*{_DRAFT}")]:
        leftover.unlink(missing_ok=True)
    draft = NamedTemporaryFile(  # noqa: SIM115 - it is to outlive its being open
        dir=folder, prefix=f".{stem}-", suffix=_DRAFT, delete=False
    )
    try:
        with draft:
            count = _pack(draft, lines)
            draft.flush()
            os.fchmod(draft.fileno(), 0o644)
            os.fsync(draft.fileno())
        with Path(draft.name).open("rb") as written:
            digest = hashlib.file_digest(written, "sha256").hexdigest()
        size = Path(draft.name).stat().st_size
        name = f"{stem}-{digest[:16]}{ENDING}"
        Path(draft.name).rename(folder / name)
    except BaseException:
        Path(draft.name).unlink(missing_ok=True)
        raise
    _keep_names(folder)
    return WholeFile(name, count, size, digest)


def _pack(draft: object, lines: Iterable[bytes]) -> int:
    count = 0
    # Without a name and a time in it, so that the content alone makes the digest.
    with gzip.GzipFile(filename="", mode="wb", fileobj=draft, mtime=0) as packed:  # type: ignore[call-overload]
        for line in lines:
            packed.write(line)
            count += 1
    return count


def _keep_names(folder: Path) -> None:
    """Have the disk keep what the files of a folder are called."""
    opened = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(opened)
    finally:
        os.close(opened)
