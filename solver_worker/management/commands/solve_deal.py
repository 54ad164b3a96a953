"""Solve one board, read from a file or named by its number."""

import sys
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.rules import SCHEMES, InvalidDeck, Position, Rules, RulesViolation
from solver_worker.management import choices
from solver_worker.management.streams import exit_without_reader, printable, tell, write_out
from solver_worker.solver import Effort, Verdict, solve

_STDIN = "-"
# Bytes; a board has a few hundred.
_LONGEST = 100_000
# Facts that say where, not what.
_PLACE = ("line", "column")


class Command(BaseCommand):
    """Writes the verdict in a line and, of a winnable board, the moves in the next."""

    help = (
        "Solve one board: a text with a line for each column, the last card the free one, after "
        "lines `Foundations:` and `Freecells:` where cards lie there. Writes the verdict and, "
        "when it is winnable, a line of moves that wins. A bad board ends with status 1."
    )
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Say which board and which game."""
        parser.add_argument("file", nargs="?", help="the board's text; stdin if unset or -")
        parser.add_argument("--number", type=choices.natural, help="a deal's number, not a file")
        parser.add_argument("--scheme", choices=SCHEMES, help="whose number; ms if unset")
        choices.add_game_options(parser)
        choices.add_limit_options(parser)

    def handle(self, *args: Any, **options: Any) -> None:
        """Read, solve, and write."""
        rules = choices.rules_of(options)
        position = _position(options, rules)
        try:
            solution = solve(position, choices.limits_of(options), Effort.PAR)
        except MemoryError as wrong:
            raise CommandError("There is too little memory; see --megabytes.") from wrong
        reason = f": {solution.reason.value}" if solution.reason else ""
        text = solution.verdict.value + reason + "\n"
        if solution.verdict == Verdict.WINNABLE:
            text += " ".join(map(str, solution.line)) + "\n"
        try:
            write_out(text, self.stdout)
        except BrokenPipeError:
            exit_without_reader()
        moves, positions = len(solution.line), solution.positions
        tell(f"{moves} moves, {positions:,} positions, {solution.seconds:.3f} s", self.stderr)


def _position(options: dict[str, Any], rules: Rules) -> Position:
    """The board that the options name, in one way alone."""
    file, number, scheme = options["file"], options["number"], options["scheme"]
    if number is None:
        if scheme is not None:
            raise CommandError("--scheme goes with --number.")
        return _read(file or _STDIN, rules)
    if file is not None:
        raise CommandError("Either a file or --number says which board.")
    return _deal(scheme or "ms", number, rules)


def _deal(scheme: str, number: int, rules: Rules) -> Position:
    try:
        laid_out_by, deck = rules.numbered(scheme, number)
    except InvalidDeck as wrong:
        raise CommandError(f"{scheme} has no deal {number}: {wrong}") from wrong
    return laid_out_by.lay_out(deck)


def _read(file: str, rules: Rules) -> Position:
    try:
        text = _bytes(file).decode("utf-8-sig")
    except (OSError, UnicodeDecodeError) as wrong:
        raise CommandError(f"The board cannot be read: {printable(str(wrong))}") from wrong
    try:
        return rules.parse_position(text)
    except RulesViolation as wrong:
        raise CommandError(printable(_told(file, wrong))) from wrong


def _bytes(file: str) -> bytes:
    if file != _STDIN:
        with Path(file).open("rb") as opened:
            content = opened.read(_LONGEST + 1)
    elif sys.stdin is None:
        raise CommandError("Stdin is closed.")
    else:
        content = sys.stdin.buffer.read(_LONGEST + 1)
    if len(content) > _LONGEST:
        raise CommandError(f"This is no board: it has more than {_LONGEST:,} bytes.")
    return content


def _told(file: str, wrong: RulesViolation) -> str:
    """The place, the reason and the facts, as `board.txt, line 3, column 5: duplicate card …`."""
    where = ["stdin" if file == _STDIN else file]
    where += [f"{name} {wrong.members[name]}" for name in _PLACE if name in wrong.members]
    facts = ", ".join(f"{k} {v}" for k, v in wrong.members.items() if k not in _PLACE)
    reason = wrong.reason.replace("_", " ")
    return f"{', '.join(where)}: {reason}" + (f" ({facts})" if facts else "")
