"""An output file that an earlier run left: what of it is complete, and whether it is this run's."""

import fcntl
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from itertools import chain, count
from pathlib import Path
from typing import BinaryIO

from solver_worker.management.origin import OtherFile, keep_origin, origin_of, require_origin
from solver_worker.management.pieces import Question
from solver_worker.management.rows import BadRow, Form, Row

# In bytes; a row with the longest line has a few thousand.
_LONGEST = 100_000


@dataclass
class Earlier:
    """The rows that there are already: how many, their verdicts, the first and the last.

    `reasons` says why deals are unknown, as far as that was found by this run.
    """

    count: int = 0
    verdicts: Counter[str] = field(default_factory=Counter)
    reasons: Counter[str] = field(default_factory=Counter)
    positions: int = 0
    size: int = 0
    first: Row | None = None
    last: Row | None = None

    def add(self, verdicts: Counter[str], reasons: Counter[str], positions: int) -> None:
        """Count more rows."""
        self.count += verdicts.total()
        self.verdicts += verdicts
        self.reasons += reasons
        self.positions += positions

    def take(self, row: Row) -> None:
        """Count a row of the file."""
        self.count += 1
        self.verdicts[row.verdict] += 1
        self.positions += row.positions
        self.first = self.first or row
        self.last = row


Again = Callable[[int], Row]


def open_output(
    path: Path, question: Question, ranges: Iterable[range], again: Again
) -> tuple[BinaryIO, Earlier]:
    """Open a file for the rows that are still missing; a torn last row is cut off.

    `OtherFile` unless what the file has is the beginning of what this run would write: it was
    made with the same options, as is kept beside it, and every row is of the deal that comes
    there. That this version answers as the one that made it is tried: `again` solves the first
    deal and the last one anew, and verdict, moves, positions and line must come out the same.
    """
    if path.exists() and not path.is_file():
        raise OtherFile(f"{path} is no regular file; without --output the rows go to stdout.")
    file = path.open("a+b", buffering=0)
    try:
        _lock(path, file)
        origin = origin_of(question)
        if path.stat().st_size:
            require_origin(path, origin)
        else:
            keep_origin(path, origin)
        earlier = _read(path, question.form, ranges)
        _require_same(path, earlier, again)
        file.truncate(earlier.size)
        if not earlier.size:
            file.write(question.form.header.encode())
    except BaseException:
        file.close()
        raise
    return file, earlier


def _lock(path: Path, file: BinaryIO) -> None:
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        raise OtherFile(f"{path} is being written by another process.") from None


def _read(path: Path, form: Form, ranges: Iterable[range]) -> Earlier:
    earlier = Earlier()
    numbers = chain.from_iterable(ranges)
    header = form.header.encode()
    with path.open("rb") as file:
        first = file.readline(len(header))
        if first != header:
            # A header that was cut short is no row lost.
            if header.startswith(first) and not file.read(1):
                return earlier
            raise OtherFile(f"{path}, line 1: this run would write {form.header.strip()!r}.")
        earlier.size = len(header)
        for at in count(2 if header else 1):
            line = file.readline(_LONGEST)
            if not line.endswith(b"\n"):
                _require_torn(f"{path}, line {at}", line, form, next(numbers, None))
                return earlier
            try:
                row = form.read(line[:-1].decode())
            except (BadRow, UnicodeDecodeError):
                raise OtherFile(f"{path}, line {at}: this is not a row of this run.") from None
            if row.number != next(numbers, None):
                raise OtherFile(f"{path}, line {at}: deal {row.number} does not come here.")
            earlier.take(row)
            earlier.size += len(line)
    raise AssertionError("count() has no end")


def _require_torn(where: str, rest: bytes, form: Form, number: int | None) -> None:
    """Raise `OtherFile` unless the end of a file is the beginning of the row that comes there."""
    if not rest:
        return
    text = rest.decode(errors="replace")
    if number is None or len(rest) == _LONGEST or not form.can_begin(text, number):
        raise OtherFile(f"{where}: this is not the beginning of a row of this run.")


def _require_same(path: Path, earlier: Earlier, again: Again) -> None:
    for row in filter(None, (earlier.first, earlier.last)):
        if replace(again(row.number), seconds=row.seconds) != row:
            raise OtherFile(
                f"{path}: deal {row.number} now gets another answer; the file was made by another "
                "version or changed."
            )
