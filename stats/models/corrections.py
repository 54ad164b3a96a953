"""Corrections of the ledger: what of it does not count, and why."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone

from stats.models.ledger import GameResult


class Correction(models.Model):
    """That a result counts for nothing, or counts again after all; the latest one holds.

    A row is written once and never changed, as those of the ledger: what was corrected in error
    is corrected once more.
    """

    result = models.ForeignKey(GameResult, on_delete=models.PROTECT, related_name="corrections")
    annulled = models.BooleanField(help_text="Whether the result counts for nothing.")
    reason = models.TextField(help_text="Why; the player is told.")
    corrected_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        null=True,
        editable=False,
        on_delete=models.SET_NULL,
        related_name="+",
        db_index=False,
    )
    corrected_at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        ordering = ("pk",)
        constraints = [
            models.CheckConstraint(name="correction_reasoned", condition=Q(reason__gt=""))
        ]

    def __str__(self) -> str:
        return f"{'annulled' if self.annulled else 'restored'} at {self.corrected_at:%F %T}"


class CountedResult(GameResult):
    """A result as the staff corrects it."""

    class Meta:
        proxy = True
