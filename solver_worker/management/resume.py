"""An output file that an earlier run left: what of it is complete, and whether it is this run's."""

import fcntl
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from itertools import chain
from pathlib import Path
from typing import BinaryIO

from solver_worker.management.rows import BadRow, Form, Row

_SAMPLE = 3


class OtherFile(Exception):
    """The file cannot be gone on with; the text says why. Nothing in it was changed."""


@dataclass
class Earlier:
    """The rows that there are already: how many, their verdicts, and some to look at again."""

    count: int = 0
    verdicts: Counter[str] = field(default_factory=Counter)
    positions: int = 0
    sample: list[Row] = field(default_factory=list)
    size: int = 0
    last: Row | None = None

    def add(self, verdicts: Counter[str], positions: int) -> None:
        """Count more rows."""
        self.count += verdicts.total()
        self.verdicts += verdicts
        self.positions += positions

    def take(self, row: Row) -> None:
        """Count a row of the file. The first ones and the first undecided ones are the sample."""
        self.count += 1
        self.verdicts[row.verdict] += 1
        self.positions += row.positions
        self.last = row
        unknown = row.verdict == "unknown" and self.verdicts["unknown"] <= _SAMPLE
        if self.count <= _SAMPLE or unknown:
            self.sample.append(row)


Again = Callable[[int], Row]


def open_output(
    path: Path, form: Form, ranges: Iterable[range], again: Again
) -> tuple[BinaryIO, Earlier]:
    """Open a file for the rows that are still missing; a torn last row is cut off.

    `OtherFile` unless what the file has is the beginning of what this run would write. Whether
    it was made with the same options is in the rows: `again` solves the deals of some of them
    anew, and verdict, moves, positions and line must come out the same.
    """
    file = path.open("a+b", buffering=0)
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        file.close()
        raise OtherFile(f"{path} is being written by another process.") from None
    try:
        earlier = _read(path, form, ranges)
        _require_same(path, earlier, again)
        file.truncate(earlier.size)
        if not earlier.size:
            file.write(form.header.encode())
    except BaseException:
        file.close()
        raise
    return file, earlier


def _read(path: Path, form: Form, ranges: Iterable[range]) -> Earlier:
    earlier = Earlier()
    numbers = chain.from_iterable(ranges)
    header = form.header.encode()
    with path.open("rb") as file:
        first = file.readline() if header else b""
        if first != header:
            # A header that was cut short is no row lost.
            if header.startswith(first):
                return earlier
            raise OtherFile(f"{path}, line 1: this run would write {form.header.strip()!r}.")
        earlier.size = len(header)
        for at, line in enumerate(file, 2 if header else 1):
            if not line.endswith(b"\n"):
                break
            try:
                row = form.read(line[:-1].decode())
            except (BadRow, UnicodeDecodeError):
                raise OtherFile(f"{path}, line {at}: this is not a row of this run.") from None
            if row.number != next(numbers, None):
                raise OtherFile(f"{path}, line {at}: deal {row.number} does not come here.")
            earlier.take(row)
            earlier.size += len(line)
    return earlier


def _require_same(path: Path, earlier: Earlier, again: Again) -> None:
    for row in [*earlier.sample, *([earlier.last] if earlier.last else [])]:
        if replace(again(row.number), seconds=row.seconds) != row:
            raise OtherFile(
                f"{path}: deal {row.number} now gets another answer; the file was made with "
                "other options or by another version."
            )
