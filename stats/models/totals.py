"""Totals: one player's results at one level of one variant, counted with every result."""

import dataclasses

from django.conf import settings
from django.db import models
from django.db.models import F, Q

from stats.totals import Tally

TALLY_FIELDS = tuple(field.name for field in dataclasses.fields(Tally))


class Totals(models.Model):
    """The fold of one player's results at one level of one variant, kept with every result."""

    player = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+", db_index=False
    )
    variant = models.TextField()
    level = models.TextField()
    won = models.IntegerField(default=0, db_default=0)
    lost = models.IntegerField(default=0, db_default=0)
    current_streak = models.IntegerField(default=0, db_default=0)
    best_streak = models.IntegerField(default=0, db_default=0)
    ranked_streak = models.IntegerField(default=0, db_default=0)
    pending_streak = models.IntegerField(default=0, db_default=0)
    best_score = models.IntegerField(null=True)
    best_time_ms = models.BigIntegerField(null=True)
    best_moves = models.IntegerField(null=True)
    assisted_won = models.IntegerField(default=0, db_default=0)
    assisted_best_score = models.IntegerField(null=True)
    assisted_best_time_ms = models.BigIntegerField(null=True)
    assisted_best_moves = models.IntegerField(null=True)
    time_ms_of_wins = models.BigIntegerField(default=0, db_default=0)
    moves_of_wins = models.BigIntegerField(default=0, db_default=0)

    class Meta:
        verbose_name_plural = "totals"
        constraints = [
            models.UniqueConstraint(
                fields=["player", "variant", "level"], name="totals_one_per_level"
            ),
            models.CheckConstraint(
                name="totals_consistent",
                condition=Q(
                    lost__gte=0,
                    assisted_won__gte=0,
                    current_streak__gte=0,
                    ranked_streak__gte=0,
                    pending_streak__gte=0,
                    time_ms_of_wins__gte=0,
                    moves_of_wins__gte=0,
                    best_streak__gte=F("current_streak"),
                    won__gte=F("best_streak") + F("assisted_won"),
                ),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.variant} {self.level}: {self.won} won, {self.lost} lost"

    @property
    def tally(self) -> Tally:
        """The counted part of the row as a value."""
        return Tally(**{name: getattr(self, name) for name in TALLY_FIELDS})

    @tally.setter
    def tally(self, tally: Tally) -> None:
        for name in TALLY_FIELDS:
            setattr(self, name, getattr(tally, name))
