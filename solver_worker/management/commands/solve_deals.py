"""Solve numbered deals in bulk: a row a deal, by several processes, and resumable."""

import sys
from argparse import ArgumentParser
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any, BinaryIO

from django.core.management.base import BaseCommand, CommandError

from games.rules import SCHEMES, InvalidDeck, Rules
from solver_worker.management import choices
from solver_worker.management.numbers import merged, parse_range
from solver_worker.management.origin import OtherFile
from solver_worker.management.pieces import Question, rows
from solver_worker.management.progress import Progress
from solver_worker.management.resume import open_output
from solver_worker.management.rows import FORMATS, Form, Row
from solver_worker.management.runs import DONE, INTERRUPTED, PROCESS_DIED, Run
from solver_worker.management.streams import (
    PIPE_CLOSED,
    exit_without_reader,
    printable,
    tell,
    write_out,
)

_NO_MEMORY = "There is too little memory; see --megabytes and --jobs."
_ENDINGS = {
    INTERRUPTED: "Interrupted.",
    PROCESS_DIED: "A process died, perhaps for lack of memory.",
}


class Command(BaseCommand):
    """Writes rows in the order of the numbers, each whole or not at all."""

    help = (
        "Solve numbered deals: winnable, unwinnable or unknown, each proven. `moves` is the "
        "length of the line with --lines and empty without. A run that was stopped goes on with "
        "the same command when it wrote to a file."
    )
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Say which deals, which game, how and where to."""
        parser.add_argument(
            "numbers", nargs="+", type=parse_range, metavar="NUMBER", help="7, or 1..20000"
        )
        parser.add_argument("--scheme", choices=SCHEMES, default="ms", help="whose numbers")
        choices.add_game_options(parser)
        choices.add_limit_options(parser)
        parser.add_argument("--lines", action="store_true", help="find a winning line, too")
        choices.add_jobs_option(parser)
        parser.add_argument("--format", choices=FORMATS, default="csv")
        parser.add_argument("--output", type=Path, metavar="FILE", help="instead of stdout")
        parser.add_argument(
            "--progress", action="store_true", help="draw the bar though stderr is no terminal"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        """Solve what is missing and say what was found."""
        ranges = merged(options["numbers"])
        form = Form(options["format"], options["lines"])
        rules, limits = choices.rules_of(options), choices.limits_of(options)
        question = Question(rules.id, options["scheme"], limits, form)
        _require_deals(rules, question.scheme, ranges)
        if path := options["output"]:
            run, file = _continued(path, question, ranges)
            with closing(file):
                self._go(run, _writer(file), options)
        else:
            run = Run(question, ranges)
            self._go(run, self._to_stdout, options, header=form.header)

    def _go(
        self, run: Run, write: Callable[[str], None], options: dict[str, Any], header: str = ""
    ) -> None:
        is_drawn = options["progress"] or (sys.stderr is not None and sys.stderr.isatty())
        progress = Progress(sys.stderr if is_drawn else None, run.total, run.before)
        try:
            status = run.go(write, options["jobs"], progress, header)
        except OSError as wrong:
            raise CommandError(f"The rows cannot be written: {wrong}") from wrong
        except MemoryError as wrong:
            raise CommandError(_NO_MEMORY) from wrong
        finally:
            progress.end()
        if status == PIPE_CLOSED:
            exit_without_reader()
        tell(" ".join(filter(None, (_ENDINGS.get(status), run.summary()))), self.stderr)
        if status != DONE:
            sys.exit(status)

    def _to_stdout(self, text: str) -> None:
        if text:
            write_out(text, self.stdout)


def _require_deals(rules: Rules, scheme: str, ranges: list[range]) -> None:
    for number in (ranges[0][0], ranges[-1][-1]):
        try:
            rules.numbered(scheme, number)
        except InvalidDeck as wrong:
            raise CommandError(f"{scheme} has no deal {number}: {wrong}") from wrong


def _continued(path: Path, question: Question, ranges: list[range]) -> tuple[Run, BinaryIO]:
    def again(number: int) -> Row:
        return next(rows(question, range(number, number + 1)))

    try:
        file, earlier = open_output(path, question, ranges, again)
    except (OtherFile, OSError) as wrong:
        raise CommandError(printable(str(wrong))) from wrong
    except MemoryError as wrong:
        raise CommandError(_NO_MEMORY) from wrong
    return Run(question, ranges, earlier), file


def _writer(file: BinaryIO) -> Callable[[str], None]:
    def write(text: str) -> None:
        # A file without a buffer may take less than it was given, as on a full disk.
        left = memoryview(text.encode())
        while left:
            left = left[file.write(left) :]

    return write
