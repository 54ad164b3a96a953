"""The ledger of results, which is only ever added to."""

from django.conf import settings
from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import Q


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
    # The day of the daily that the game was an attempt at, whether or not it came on its board.
    daily = models.DateField(null=True)
    # Whether it may be on a board: won without help and without a moment off the clock, at a
    # level that is the same for all and, of a daily, while its board was open.
    is_ranked = models.BooleanField(default=False, db_default=False)
    # What speaks against its having been played by hand; a decision may set that aside.
    doubts = ArrayField(models.TextField(), default=list, db_default=[], blank=True)
    # A digest of the moves that won a daily, to find the same ones on its board; empty where
    # players come by the same ones each alone.
    line_key = models.TextField(default="", db_default="", blank=True)

    # The latest decision of a review: whether the doubts were set aside. None before the first
    # one, and where it was not asked for: `judged()` reads it.
    verdict: bool | None = None
    verdict_reason: str | None = None
    # Whether the latest correction annulled it; None without one, and where it was not asked for.
    annulled: bool | None = None

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
            models.CheckConstraint(
                name="result_ranked_only_if_won",
                condition=Q(is_ranked=False) | Q(won=True, assisted=False),
            ),
        ]
        indexes = [
            models.Index(fields=["player", "id"], name="result_player_newest"),
            models.Index(
                fields=["variant", "daily", "line_key"],
                condition=Q(line_key__gt=""),
                name="result_daily_line",
            ),
            models.Index(fields=["-id"], condition=~Q(doubts=[]), name="result_doubtful_newest"),
        ]

    def __str__(self) -> str:
        return f"{self.variant} {self.level}: {'won' if self.won else self.reason}"

    @property
    def is_on_boards(self) -> bool:
        """Whether it counts for boards: ranked, and not decided against as far as was asked."""
        return self.is_ranked and self.verdict is not False and not self.is_annulled

    @property
    def is_annulled(self) -> bool:
        """Whether it counts for nothing, as far as was asked."""
        return bool(self.annulled)

    @property
    def review(self) -> dict[str, str | None] | None:
        """What its player is told of a review; nothing where there is none."""
        if self.verdict is None and not self.doubts:
            return None
        status = {None: "pending", True: "accepted", False: "rejected"}[self.verdict]
        return {"status": status, "reason": self.verdict_reason}

    @property
    def is_held(self) -> bool:
        """Whether it waits for a review, shown to its player alone until then."""
        return bool(self.doubts) and self.verdict is None
