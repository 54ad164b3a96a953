"""One deal's answer as a row of text, and back."""

import json
import re
from dataclasses import asdict, dataclass, field
from typing import Literal

from solver_worker.solver import Solution, Verdict

Format = Literal["csv", "ndjson"]
FORMATS: tuple[Format, ...] = ("csv", "ndjson")
COLUMNS = ("number", "verdict", "moves", "positions", "seconds")
# A part of a row: texts of which one stands there, or what a value matches, even when cut short.
_Part = tuple[str, ...] | re.Pattern[str]
_VERDICTS = tuple(map(str, Verdict))
_DIGITS = re.compile("[0-9]*")
_SECONDS = re.compile("[0-9.e-]*")
_LINE = re.compile("[0-9A-Za-z> ]*")
_OR_NULL = "|n?u?l?l?"
_JSON_DIGITS = re.compile("[0-9]+" + _OR_NULL)
_JSON_LINE = re.compile('"[0-9A-Za-z> ]*"?' + _OR_NULL)
_TYPES = {
    "number": (int,),
    "verdict": (str,),
    "moves": (int, type(None)),
    "positions": (int,),
    "seconds": (float,),
    "line": (str, type(None)),
}


class BadRow(ValueError):
    """A text that is no row of this form."""


@dataclass(frozen=True, slots=True)
class Row:
    """A deal's number and answer; `moves` and `line` are None where no line is known.

    `reason` says why a verdict is unknown. It is not written, and so not read.
    """

    number: int
    verdict: str
    moves: int | None
    positions: int
    seconds: float
    line: str | None = None
    reason: str | None = field(default=None, compare=False)


def row_of(number: int, solution: Solution) -> Row:
    """The row of an answer that was asked for with a line."""
    is_winnable = solution.verdict == Verdict.WINNABLE
    return Row(
        number,
        solution.verdict.value,
        len(solution.line) if is_winnable else None,
        solution.positions,
        solution.seconds,
        " ".join(map(str, solution.line)) if is_winnable else None,
        solution.reason,
    )


@dataclass(frozen=True)
class Form:
    """How rows are written: the format, and whether they have lines."""

    format: Format
    has_lines: bool

    @property
    def header(self) -> str:
        """The first line of a file, its end included; empty for NDJSON."""
        columns = (*COLUMNS, "line") if self.has_lines else COLUMNS
        return ",".join(columns) + "\n" if self.format == "csv" else ""

    def write(self, row: Row) -> str:
        """One line of text with its end; no value ever needs quotes in CSV."""
        if self.format == "csv":
            moves = "" if row.moves is None else row.moves
            text = f"{row.number},{row.verdict},{moves},{row.positions},{row.seconds:.6f}"
            return f"{text},{row.line or ''}\n" if self.has_lines else text + "\n"
        values = asdict(row) | {"seconds": round(row.seconds, 6)}
        del values["reason"]
        if not self.has_lines:
            del values["line"]
        return json.dumps(values) + "\n"

    def read(self, text: str) -> Row:
        """Read a line of text without its end; `BadRow` when it is none of this form."""
        try:
            row = self._from_csv(text) if self.format == "csv" else self._from_json(text)
            Verdict(row.verdict)
        except (ValueError, TypeError, RecursionError) as wrong:
            raise BadRow(text[:40]) from wrong
        return row

    def can_begin(self, text: str, number: int) -> bool:
        """Whether a text may be what was written of this deal's row before its end was."""
        for part in self._parts(number):
            if isinstance(part, re.Pattern):
                # Each of them matches nothing, too, and so always something at the beginning.
                text = part.sub("", text, count=1)
                continue
            found = next(filter(text.startswith, part), None)
            if found is None:
                return any(each.startswith(text) for each in part)
            text = text.removeprefix(found)
        return not text

    def _parts(self, number: int) -> list[_Part]:
        parts: list[_Part]
        if self.format == "csv":
            parts = [(f"{number},",), _VERDICTS, (",",), _DIGITS, (",",), _DIGITS, (",",), _SECONDS]
            return [*parts, (",",), _LINE] if self.has_lines else parts
        parts = [(f'{{"number": {number}, "verdict": "',), _VERDICTS, ('", "moves": ',)]
        parts += [_JSON_DIGITS, (', "positions": ',), _DIGITS, (', "seconds": ',), _SECONDS]
        return [*parts, (', "line": ',), _JSON_LINE, ("}",)] if self.has_lines else [*parts, ("}",)]

    def _from_csv(self, text: str) -> Row:
        number, verdict, moves, positions, seconds, *line = text.split(",")
        if len(line) != self.has_lines:
            raise BadRow(text[:40])
        return Row(
            int(number),
            verdict,
            int(moves) if moves else None,
            int(positions),
            float(seconds),
            (line[0] or None) if line else None,
        )

    def _from_json(self, text: str) -> Row:
        values = json.loads(text)
        if not isinstance(values, dict) or ("line" in values) != self.has_lines:
            raise BadRow(text[:40])
        if any(type(value) not in _TYPES.get(name, ()) for name, value in values.items()):
            raise BadRow(text[:40])
        return Row(**values)
