"""Solve one board, read from a file or named by its number."""

import sys
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.rules import SCHEMES, InvalidDeck, Position, Rules, RulesViolation
from solver_worker.management import choices
from solver_worker.solver import Effort, Verdict, solve

_STDIN = "-"
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
        parser.add_argument(
            "file", nargs="?", default=_STDIN, help="the board's text; stdin if unset or -"
        )
        parser.add_argument("--number", type=choices.natural, help="a deal's number, not a file")
        parser.add_argument("--scheme", choices=SCHEMES, default="ms", help="whose number")
        choices.add_game_options(parser)
        choices.add_limit_options(parser)

    def handle(self, *args: Any, **options: Any) -> None:
        """Read, solve, and write."""
        rules = choices.rules_of(options)
        if options["number"] is None:
            position = _read(options["file"], rules)
        else:
            position = _deal(options["scheme"], options["number"], rules)
        solution = solve(position, choices.limits_of(options), Effort.PAR)
        reason = f": {solution.reason.value}" if solution.reason else ""
        self.stdout.write(solution.verdict.value + reason)
        if solution.verdict == Verdict.WINNABLE:
            self.stdout.write(" ".join(map(str, solution.line)))
        self.stderr.write(
            f"{len(solution.line)} moves, {solution.positions:,} positions, "
            f"{solution.seconds:.3f} s",
            style_func=str,
        )


def _deal(scheme: str, number: int, rules: Rules) -> Position:
    try:
        laid_out_by, deck = rules.numbered(scheme, number)
    except InvalidDeck as wrong:
        raise CommandError(f"{scheme} has no deal {number}: {wrong}") from wrong
    return laid_out_by.lay_out(deck)


def _read(file: str, rules: Rules) -> Position:
    try:
        text = sys.stdin.read() if file == _STDIN else Path(file).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as wrong:
        raise CommandError(f"The board cannot be read: {wrong}") from wrong
    try:
        return rules.parse_position(text)
    except RulesViolation as wrong:
        raise CommandError(_told(file, wrong)) from wrong


def _told(file: str, wrong: RulesViolation) -> str:
    """The place, the reason and the facts, as `board.txt, line 3, column 5: duplicate card …`."""
    where = ["stdin" if file == _STDIN else file]
    where += [f"{name} {wrong.members[name]}" for name in _PLACE if name in wrong.members]
    facts = ", ".join(f"{k} {v}" for k, v in wrong.members.items() if k not in _PLACE)
    reason = wrong.reason.replace("_", " ")
    return f"{', '.join(where)}: {reason}" + (f" ({facts})" if facts else "")
