"""`manage.py verify_games`: replay every log, and compare every stored figure."""

from argparse import ArgumentParser
from itertools import chain

from django.core.management.base import BaseCommand, CommandError

from accounts.snapshots import one_snapshot
from games.models import Game
from games.services.verification import games_that_differ, proofs_that_fail, results_without_games
from solver_worker.verification import wins_against_verdicts
from stats.selectors.ledger import totals_that_differ
from stats.services.verification import entries_that_differ, wrong_counts


class Command(BaseCommand):
    """Reports what is not as the logs say, and fails if anything is not."""

    help = (
        "Replay every game's log and every proof of the stock; compare results, totals, boards "
        "and the solver's answers with them. Report what differs, change nothing."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add `--games-only`."""
        parser.add_argument(
            "--games-only",
            action="store_true",
            help="leave out the totals and boards, which `verify_stats` compares too",
        )

    def handle(self, *args: object, games_only: bool, **options: object) -> None:
        """Compare inside one read-only snapshot, so that games may be played meanwhile."""
        found = 0
        with one_snapshot():
            games = Game.objects.all()
            number = games.count()
            findings = [
                games_that_differ(games),
                results_without_games(),
                proofs_that_fail(),
                wins_against_verdicts(games),
            ]
            if not games_only:
                findings += [map(str, totals_that_differ()), entries_that_differ()]
                findings += [iter(wrong_counts())]
            for finding in chain(*findings):
                self.stdout.write(finding)
                found += 1
        if found:
            raise CommandError(f"{found} findings in {number} games.")
        self.stdout.write(f"{number} games: every log replays, and every figure agrees with it.")
