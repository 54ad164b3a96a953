"""Make proven deals, as `load_stock` reads them."""

from argparse import ArgumentParser
from itertools import islice
from typing import Any

from django.core.management.base import BaseCommand

from games.rules import deck_text
from solver_worker.management import choices
from solver_worker.management.proven import proven_deals


class Command(BaseCommand):
    """Writes a comment, then a row a deal: the deck, a tab, and a line that wins it."""

    help = (
        "Make deals that are proven winnable, from random bits: the deck in dealing order, a tab, "
        "and a line that wins it. A file of them in games/stock is loaded by load_stock."
    )
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Say for which game, and how many."""
        parser.add_argument("--count", type=choices.natural, default=64, help="64 if unset")
        choices.add_game_options(parser)
        choices.add_limit_options(parser)

    def handle(self, *args: Any, **options: Any) -> None:
        """Write each deal as soon as it is found."""
        rules = choices.rules_of(options)
        facts = "the deck in dealing order, a tab, and a line that wins it"
        self.stdout.write(f"# Deals of {rules.id}: {facts}.")
        for deck, line in islice(proven_deals(rules, choices.limits_of(options)), options["count"]):
            self.stdout.write(f"{deck_text(deck)}\t{' '.join(map(str, line))}")
            self.stdout.flush()
