"""`manage.py verify_stats`: compare every total and every board with the ledger."""

from itertools import chain

from django.core.management.base import BaseCommand, CommandError

from accounts.snapshots import one_snapshot
from stats.selectors.ledger import totals_that_differ
from stats.services.verification import entries_that_differ, wrong_counts


class Command(BaseCommand):
    """Reports what differs from the ledger, and fails if anything does."""

    help = "Read the ledger again; report every total, entry and count that differs, change none."

    def handle(self, *args: object, **options: object) -> None:
        """Compare inside one read-only snapshot, so that games may finish meanwhile."""
        with one_snapshot():
            totals, boards = self._compare_totals(), self._compare_boards()
        if totals or boards:
            raise CommandError(f"{totals} totals and {boards} parts of boards differ.")
        self.stdout.write("All totals and boards equal the ledger.")

    def _compare_totals(self) -> int:
        found = 0
        for difference in totals_that_differ():
            found += 1
            self.stdout.write(
                f"player {difference.player_id}, {difference.variant} {difference.level}:\n"
                f"  stored  {difference.stored}\n  counted {difference.counted}"
            )
        return found

    def _compare_boards(self) -> int:
        found = 0
        for difference in chain(entries_that_differ(), wrong_counts()):
            found += 1
            self.stdout.write(difference)
        return found
