"""The boards: one row a player and board, and the counts that ranks are summed up from."""

from django.conf import settings
from django.db import models
from django.db.models import Q


class BoardEntry(models.Model):
    """A player's best result on one board; a better one takes its place.

    `bucket`, `first`, `second` and `third` are the board's order, ascending; `stats.boards` makes
    them. Rows equal in these share a rank and stand in the order of `finished_at`.
    """

    board = models.TextField(db_collation="C")
    player = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+", db_index=False
    )
    # No foreign key here: this app knows no games. A migration of theirs adds the constraint, so
    # that there is no entry without a game that can be replayed.
    game_id = models.UUIDField()
    bucket = models.BigIntegerField()
    first = models.BigIntegerField()
    second = models.BigIntegerField()
    third = models.BigIntegerField()
    finished_at = models.DateTimeField()
    score = models.IntegerField(null=True)
    time_ms = models.BigIntegerField(null=True)
    moves = models.IntegerField(null=True)
    undos = models.IntegerField(null=True)
    streak = models.IntegerField(null=True)
    # When the board closes; null for those of all time.
    closes_at = models.DateTimeField(null=True)
    # Why it may not be listed: it waits for a review, its player was a guest and was not confirmed
    # while the board was open, or is suspended or hidden.
    is_held = models.BooleanField(default=False)
    by_guest = models.BooleanField(default=False)
    is_withheld = models.BooleanField(default=False)
    is_listed = models.GeneratedField(
        expression=Q(is_held=False, by_guest=False, is_withheld=False),  # type: ignore[arg-type]
        output_field=models.BooleanField(),
        db_persist=True,
    )

    class Meta:
        verbose_name_plural = "board entries"
        constraints = [
            # A held result is kept beside the one that stands, which it may not push out unread.
            models.UniqueConstraint(
                fields=["player", "board", "is_held"], name="entry_one_a_player_and_board"
            ),
            models.CheckConstraint(
                name="entry_of_score_or_streak",
                condition=Q(
                    streak__isnull=True,
                    score__isnull=False,
                    time_ms__isnull=False,
                    moves__isnull=False,
                    undos__isnull=False,
                )
                | Q(
                    streak__gt=0,
                    streak__isnull=False,
                    score__isnull=True,
                    time_ms__isnull=True,
                    moves__isnull=True,
                    undos__isnull=True,
                ),
            ),
        ]
        indexes = [
            models.Index(
                fields=[
                    "board", "bucket", "first", "second", "third", "finished_at", "player",
                ],
                condition=Q(is_listed=True),
                name="entry_in_order",
            ),
        ]  # fmt: skip

    def __str__(self) -> str:
        return f"{self.board}: {self.player_id}"


class BoardCount(models.Model):
    """How many listed entries a bucket has, or 2**25 buckets together (`scale` 1).

    Kept by a trigger on the entries, whoever writes them: see the migration. A bucket may have
    several rows, whose sum counts: who finds one locked takes or makes another, so that nobody
    waits for anybody.
    """

    board = models.TextField(db_collation="C")
    scale = models.SmallIntegerField()
    bucket = models.BigIntegerField()
    entries = models.BigIntegerField()

    class Meta:
        indexes = [models.Index(fields=["board", "scale", "bucket"], name="count_by_bucket")]

    def __str__(self) -> str:
        return f"{self.board} {self.scale}:{self.bucket}: {self.entries}"
