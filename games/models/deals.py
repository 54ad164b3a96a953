"""Deals and the stock of proven ones: columns and what must hold of them."""

import uuid
from hashlib import sha256

from django.db import models
from django.db.models import F, Q
from django.utils import timezone


class Deal(models.Model):
    """One deck offered for play, as dealt; a deal never depends on a shuffle or a number again."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    deck = models.CharField(max_length=104)
    salt = models.CharField(max_length=64)
    # Null, not "": a deck that was drawn has no number under any scheme.
    scheme = models.TextField(null=True)  # noqa: DJ001
    number = models.BigIntegerField(null=True)
    created_at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = [
            models.CheckConstraint(
                name="deal_number_has_scheme",
                condition=Q(scheme__isnull=True, number__isnull=True)
                | Q(scheme__isnull=False, number__isnull=False),
            ),
        ]

    def __str__(self) -> str:
        return str(self.id)

    @property
    def commitment(self) -> str:
        """The promise that the deck was fixed before it was played."""
        return "sha256:" + sha256((self.deck + self.salt).encode("ascii")).hexdigest()


# Deals that were never served come first, the newest before the oldest, which came with the
# project, where everybody can read them; then those that were served longest ago.
SERVING_ORDER = (F("served_at").asc(nulls_first=True), F("id").desc())


class StockDeal(models.Model):
    """A deal that is winnable under its rules, with the line that proves it."""

    deal = models.OneToOneField(Deal, on_delete=models.PROTECT, related_name="stock")
    variant = models.TextField()
    level = models.TextField()
    rules = models.TextField()
    line = models.TextField()
    # Which solver found the line, its version and its options; null where that was not kept.
    solver = models.JSONField(null=True)
    # The deck again, so that the same cards cannot come into the stock of a level twice.
    deck = models.CharField(max_length=104)
    served_at = models.DateTimeField(null=True)
    # The month whose open data told its line; from then on nobody is served it.
    # Null, not "": it is a secret still, as far as those who play it are concerned.
    published_in = models.CharField(  # noqa: DJ001
        max_length=7, null=True, db_collation="C"
    )

    class Meta:
        constraints = [
            models.CheckConstraint(
                name="stock_published_only_if_served",
                condition=Q(published_in__isnull=True) | Q(served_at__isnull=False),
            ),
            models.UniqueConstraint(
                fields=["variant", "level", "deck"], name="stock_deck_once_a_level"
            ),
        ]
        # The order in which deals are served: the first that fits is found without looking at all
        # those that were served before. An index of the unserved alone was passed over for the
        # key's, which begins with what was served longest ago.
        indexes = [
            models.Index("variant", "level", "rules", *SERVING_ORDER, name="stock_in_order"),
            models.Index(fields=["deck"], name="stock_by_deck"),
            models.Index(fields=["published_in"], name="stock_by_publication"),
        ]

    def __str__(self) -> str:
        return f"{self.variant} {self.level}: {self.deal_id}"


class SolvedDeal(models.Model):
    """What the solver found of a deal under some rules, kept when the question is long forgotten.

    As secret as the deal's cards: see `games.services.deals`.
    """

    class Verdict(models.TextChoices):
        """What is proven."""

        WINNABLE = "winnable"
        UNWINNABLE = "unwinnable"

    deal = models.ForeignKey(Deal, on_delete=models.CASCADE, related_name="solved", db_index=False)
    rules = models.TextField()
    verdict = models.TextField()
    # The moves of the shortest line that was found, and what it cost to find it.
    par = models.IntegerField(null=True)
    positions = models.BigIntegerField(null=True)
    solver = models.JSONField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["deal", "rules"], name="solved_once_by_rules"),
            models.CheckConstraint(
                name="solved_verdict_known", condition=Q(verdict__in=["winnable", "unwinnable"])
            ),
            models.CheckConstraint(
                name="solved_par_only_if_winnable",
                condition=Q(par__isnull=True, positions__isnull=True)
                | Q(verdict="winnable", par__gte=0, par__isnull=False, positions__isnull=False),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.deal_id} by {self.rules}: {self.verdict}"
