"""Open data: which files of which months there are."""

from django.db import models
from django.db.models import Q
from django.utils import timezone


class Dump(models.Model):
    """A file of open data, made once; its row comes after the file is whole and on the disk."""

    class Kind(models.TextChoices):
        """What the lines of a file are."""

        BOARDS = "boards"
        DEALS = "deals"
        GAMES = "games"

    # As `2026-11`: months in their order, also as text.
    month = models.CharField(max_length=7, db_collation="C")
    kind = models.CharField(max_length=6, choices=Kind)
    name = models.TextField()
    lines = models.BigIntegerField()
    size = models.BigIntegerField()
    sha256 = models.CharField(max_length=64)
    made_at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["month", "kind"], name="dump_once_a_month"),
            models.CheckConstraint(
                name="dump_kind_known", condition=Q(kind__in=["boards", "deals", "games"])
            ),
            models.CheckConstraint(
                name="dump_month_named", condition=Q(month__regex=r"^2[0-9]{3}-[0-9]{2}$")
            ),
        ]

    def __str__(self) -> str:
        return f"{self.kind} of {self.month}"
