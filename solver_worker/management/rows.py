"""One deal's answer as a row of text, and back."""

import json
from dataclasses import asdict, dataclass
from typing import Literal

from solver_worker.solver import Solution, Verdict

Format = Literal["csv", "ndjson"]
FORMATS: tuple[Format, ...] = ("csv", "ndjson")
COLUMNS = ("number", "verdict", "moves", "positions", "seconds")


class BadRow(ValueError):
    """A text that is no row of this form."""


@dataclass(frozen=True, slots=True)
class Row:
    """A deal's number and answer; `moves` and `line` are None where no line is known."""

    number: int
    verdict: str
    moves: int | None
    positions: int
    seconds: float
    line: str | None = None


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
        if not self.has_lines:
            del values["line"]
        return json.dumps(values) + "\n"

    def read(self, text: str) -> Row:
        """Read a line of text without its end; `BadRow` when it is none of this form."""
        try:
            row = self._from_csv(text) if self.format == "csv" else self._from_json(text)
            Verdict(row.verdict)
        except (ValueError, TypeError, KeyError, AttributeError) as wrong:
            raise BadRow(text[:40]) from wrong
        return row

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
        if ("line" in values) != self.has_lines:
            raise BadRow(text[:40])
        return Row(**values)
