"""The ledger of results, which is only ever added to, and the totals counted from it."""

import dataclasses

from django.conf import settings
from django.db import models
from django.db.models import F, Q

from stats.totals import Tally

TALLY_FIELDS = tuple(field.name for field in dataclasses.fields(Tally))


class GameResult(models.Model):
    """How one game ended; a row is written once and never changed.

    Variant, level and reason are plain text: which of them exist is known to the games alone,
    and a new one needs no migration here.
    """

    # Drawn while the totals row is locked, so for one player, variant and level
    # the order of ids is the order of commits, which clocks cannot promise.
    id = models.BigAutoField(primary_key=True)
    # No foreign key: the ledger outlives the games, and this app knows none of them.
    game_id = models.UUIDField()
    # An erased player stays as an anonymous row, so a result never loses its player.
    player = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+", db_index=False
    )
    variant = models.TextField()
    level = models.TextField()
    won = models.BooleanField()
    # Null, not "", is "there was none": the constraint below ties it to `won`.
    reason = models.TextField(null=True)  # noqa: DJ001
    assisted = models.BooleanField()
    score = models.IntegerField(null=True)
    time_ms = models.BigIntegerField()
    moves = models.IntegerField()
    undos = models.IntegerField()
    scoring_version = models.IntegerField()
    finished_at = models.DateTimeField()

    class Meta:
        ordering = ("-id",)
        constraints = [
            models.UniqueConstraint(fields=["game_id"], name="result_game_once"),
            models.CheckConstraint(
                name="result_score_iff_won",
                condition=Q(won=True, score__isnull=False) | Q(won=False, score__isnull=True),
            ),
            models.CheckConstraint(
                name="result_reason_iff_lost",
                condition=Q(won=True, reason__isnull=True)
                # A check that comes out null passes, so "not null" must be said.
                | Q(won=False, reason__isnull=False, reason__gt=""),
            ),
            models.CheckConstraint(name="result_named", condition=Q(variant__gt="", level__gt="")),
            models.CheckConstraint(
                name="result_not_negative",
                condition=Q(time_ms__gte=0, moves__gte=0, undos__gte=0, scoring_version__gte=0)
                & (Q(score__isnull=True) | Q(score__gte=0)),
            ),
        ]
        indexes = [models.Index(fields=["player", "id"], name="result_player_newest")]

    def __str__(self) -> str:
        return f"{self.variant} {self.level}: {'won' if self.won else self.reason}"


class Totals(models.Model):
    """The fold of one player's results at one level of one variant, kept with every result."""

    player = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+", db_index=False
    )
    variant = models.TextField()
    level = models.TextField()
    won = models.IntegerField(default=0)
    lost = models.IntegerField(default=0)
    current_streak = models.IntegerField(default=0)
    best_streak = models.IntegerField(default=0)
    best_score = models.IntegerField(null=True)
    best_time_ms = models.BigIntegerField(null=True)
    best_moves = models.IntegerField(null=True)
    assisted_won = models.IntegerField(default=0)
    assisted_best_score = models.IntegerField(null=True)
    assisted_best_time_ms = models.BigIntegerField(null=True)
    assisted_best_moves = models.IntegerField(null=True)
    time_ms_of_wins = models.BigIntegerField(default=0)
    moves_of_wins = models.BigIntegerField(default=0)

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
