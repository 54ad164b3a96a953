"""`manage.py verify_stats`: compare every total with the fold of the ledger."""

from django.core.management.base import BaseCommand, CommandError
from django.db import connection, transaction

from stats.selectors import totals_that_differ


class Command(BaseCommand):
    """Reports the totals that differ from the ledger, and fails if there are any."""

    help = "Fold the ledger of results again and report every total that differs; changes nothing."

    def handle(self, *args: object, **options: object) -> None:
        """Compare inside one read-only snapshot, so that games may finish meanwhile."""
        found = 0
        with transaction.atomic(durable=True):
            with connection.cursor() as cursor:
                cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
            for difference in totals_that_differ():
                found += 1
                self.stdout.write(
                    f"player {difference.player_id}, {difference.variant} {difference.level}:\n"
                    f"  stored  {difference.stored}\n  counted {difference.counted}"
                )
        if found:
            raise CommandError(f"{found} totals differ from the ledger.")
        self.stdout.write("All totals equal the ledger.")
