"""Fill the stock with the proven deals that come with the project."""

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.models import StockDeal
from games.rules import VARIANTS, RulesViolation, parse_deck
from games.services.stock import NotAProof, add_proven_deal

# One file a level: a deck in dealing order, a tab, and a line that wins it.
FOLDER = Path(__file__).resolve().parents[2] / "stock"


class Command(BaseCommand):
    """Adds what is missing; a second run adds nothing."""

    help = "Load the proven deals that come with the project; each line is replayed first."

    def handle(self, *args: Any, **options: Any) -> None:
        """Load every level that promises proven deals."""
        for variant in VARIANTS.values():
            for level in variant.levels.values():
                if level.proven:
                    self._load(variant.key, level.key, FOLDER / f"{variant.key}_{level.key}.tsv")

    def _load(self, variant: str, level: str, file: Path) -> None:
        here = StockDeal.objects.filter(variant=variant, level=level)
        # At any level: a deal that has become a daily is not to come back as an easy one.
        known = set(StockDeal.objects.filter(variant=variant).values_list("deck", flat=True))
        added = 0
        for number, row in enumerate(file.read_text(encoding="ascii").splitlines(), 1):
            deck, _, line = row.partition("\t")
            if row.startswith("#") or deck in known:
                continue
            try:
                proven = add_proven_deal(
                    variant=variant, level=level, deck=parse_deck(deck), line=line
                )
            except (NotAProof, RulesViolation) as wrong:
                raise CommandError(f"{file.name}, line {number}: {wrong}") from wrong
            added += proven is not None
        self.stdout.write(f"{variant} {level}: {here.count()} proven deals in stock, {added} new")
