"""Reviews of results that can hardly have been played by hand, and what was decided."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone

from stats.models.ledger import GameResult


class Decision(models.Model):
    """What was decided about a doubtful result, and why; the latest one counts.

    A row is written once and never changed: an appeal ends in another decision.
    """

    result = models.ForeignKey(GameResult, on_delete=models.PROTECT, related_name="decisions")
    accepted = models.BooleanField(help_text="Whether the result stands, doubts set aside.")
    reason = models.TextField(help_text="Why; the player is told.")
    appeal = models.TextField(
        default="", blank=True, help_text="What the player said to an earlier decision, if so."
    )
    decided_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        null=True,
        editable=False,
        on_delete=models.SET_NULL,
        related_name="+",
        db_index=False,
    )
    decided_at = models.DateTimeField(default=timezone.now, editable=False)

    # Whether the latest correction annulled the result; None without one, and where it was not
    # asked for.
    is_annulled: bool | None = None

    class Meta:
        ordering = ("pk",)
        constraints = [models.CheckConstraint(name="decision_reasoned", condition=Q(reason__gt=""))]

    def __str__(self) -> str:
        return f"{'accepted' if self.accepted else 'rejected'} at {self.decided_at:%F %T}"


class DoubtfulResult(GameResult):
    """A result that boards take, as the staff reviews it: those with doubts first."""

    class Meta:
        proxy = True
