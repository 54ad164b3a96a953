"""Games: columns, what must hold of them, and the one UPDATE that decides every race."""

import uuid
from datetime import datetime, timedelta
from functools import cached_property
from typing import Any

from django.conf import settings
from django.db import models
from django.db.models import F, Q, Value
from django.db.models.functions import Concat
from django.utils import timezone

from games.models.deals import Deal
from games.rules import AUTO_FINISH, RULES, Playthrough, log_text, parse_deck, parse_log
from stats.days import STREAK_GRACE

IDLE_DAYS = 30


class Game(models.Model):
    """One player's play of one deal: its rules, its deck and its log.

    Position, moves, score and clock are functions of these; nothing of them is stored. `version`
    is the length of the log, and `store` lets one writer through for each of its values.
    """

    class Mode(models.TextChoices):
        """Whether a game counts, and where."""

        CASUAL = "casual"
        DAILY = "daily"
        PRACTICE = "practice"

    class Status(models.TextChoices):
        """Whether a game goes on, and how it ended."""

        ACTIVE = "active"
        WON = "won"
        LOST = "lost"

    class Reason(models.TextChoices):
        """Why a game was lost."""

        RESIGNED = "resigned"
        REPLACED = "replaced"
        EXPIRED = "expired"
        DAILY_CLOSED = "daily_closed"

    class Unranked(models.TextChoices):
        """Why a game is on no daily's board."""

        NO_DAILY = "no_daily"
        OPENED_LATE = "opened_late"
        ASSISTED = "assisted"
        LOST = "lost"
        BOARD_CLOSED = "board_closed"
        LEFT = "left"
        REJECTED = "rejected"
        ANNULLED = "annulled"

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    player = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+", db_index=False
    )
    deal = models.ForeignKey(Deal, on_delete=models.PROTECT, related_name="games")
    variant = models.TextField()
    level = models.TextField()
    rules = models.TextField()
    custom = models.JSONField(null=True)
    mode = models.TextField(default=Mode.CASUAL)
    status = models.TextField(default=Status.ACTIVE)
    # Null, not "", is "there is none": the constraint below ties it to `status`.
    reason = models.TextField(null=True)  # noqa: DJ001
    log = models.TextField(default="", blank=True)
    version = models.IntegerField(default=0)
    assisted = models.BooleanField(default=False)
    # What was asked for, to tell a repeated request from another one with the same id.
    request = models.JSONField()
    created_at = models.DateTimeField(default=timezone.now)
    last_op_at = models.DateTimeField(default=timezone.now)
    finished_at = models.DateTimeField(null=True)
    # The `streak_until` of a daily's attempt. It also tells the day, so an op needs no other row.
    closes_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ("-created_at", "-id")
        constraints = [
            # The slot: whoever starts a second game meanwhile is stopped here.
            models.UniqueConstraint(
                fields=["player", "variant"],
                condition=Q(status="active", mode="casual"),
                name="game_one_open_casual",
            ),
            models.CheckConstraint(
                name="game_mode_known", condition=Q(mode__in=["casual", "daily", "practice"])
            ),
            models.CheckConstraint(
                name="game_reason_iff_lost",
                condition=Q(
                    status="lost", reason__in=["resigned", "replaced", "expired", "daily_closed"]
                )
                & Q(reason__isnull=False)
                | Q(status__in=["active", "won"], reason__isnull=True),
            ),
            models.CheckConstraint(
                name="game_finished_iff_over",
                condition=Q(status="active", finished_at__isnull=True)
                | (~Q(status="active") & Q(finished_at__isnull=False)),
            ),
            models.CheckConstraint(name="game_version_counts", condition=Q(version__gte=0)),
            models.CheckConstraint(
                name="game_closes_iff_daily",
                condition=Q(mode="daily", closes_at__isnull=False)
                | (~Q(mode="daily") & Q(closes_at__isnull=True)),
            ),
        ]
        indexes = [
            models.Index(fields=["player", "-created_at", "-id"], name="game_player_newest"),
            models.Index(
                fields=["last_op_at"], condition=Q(status="active"), name="game_open_by_last_op"
            ),
            models.Index(
                fields=["player", "-finished_at"],
                condition=Q(reason="expired"),
                name="game_player_expired",
            ),
            models.Index(
                fields=["closes_at"],
                condition=Q(status="active", mode="daily"),
                name="game_open_by_closing",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.variant} {self.level} {self.status} at version {self.version}"

    @cached_property
    def playthrough(self) -> Playthrough:
        """The game as a value of the rules."""
        return Playthrough(
            RULES[self.rules],
            parse_deck(self.deal.deck),
            parse_log(self.log),
            ranked=self.mode == self.Mode.DAILY,
        )

    def since_deal(self, now: datetime) -> int:
        """The milliseconds from the deal to a moment."""
        return max(0, (now - self.created_at) // timedelta(milliseconds=1))

    @property
    def expires_at(self) -> datetime | None:
        """Until when the game may be left alone; None once it is over."""
        return None if self.is_over else self.due_at

    @property
    def due_at(self) -> datetime:
        """When the game ends, or ended, if nothing more is played."""
        return self.closes_at or self.last_op_at + timedelta(days=IDLE_DAYS)

    def is_overdue(self, now: datetime) -> bool:
        """Whether its time is over and only nobody has ended it yet."""
        return not self.is_over and self.due_at <= now

    @property
    def was_finished_by_rule(self) -> bool:
        """Whether it was won because only auto-finish was missing when it was left.

        The rule's auto-finish has the time of the op before it, a player's own that of the end.
        """
        if self.status != self.Status.WON or self.finished_at is None:
            return False
        (last,) = parse_log(self.log.rpartition(" ")[2])
        return last.text == AUTO_FINISH and last.at_ms < self.since_deal(self.finished_at)

    def unranked_reason(self, now: datetime) -> str | None:
        """What of this game keeps it off a daily's board; None when it is there or can come there.

        On the board are first attempts that were opened and won while it was open, without help.
        What was decided about the result afterwards, the ledger knows.
        """
        if self.closes_at is None:
            return self.Unranked.NO_DAILY
        board_closes = self.closes_at - STREAK_GRACE
        if self.created_at >= board_closes:
            return self.Unranked.OPENED_LATE
        if self.assisted:
            return self.Unranked.ASSISTED
        if self.status == self.Status.LOST:
            return self.Unranked.LOST
        if (self.finished_at or now) >= board_closes:
            return self.Unranked.BOARD_CLOSED
        return self.Unranked.LEFT if self.was_finished_by_rule else None

    @property
    def is_over(self) -> bool:
        """Whether the game has ended, won or lost."""
        return self.status != self.Status.ACTIVE

    def store(
        self,
        after: Playthrough,
        now: datetime,
        *,
        status: str = "active",
        reason: str | None = None,
    ) -> bool:
        """Write what was played since this row was read; False if another writer was faster.

        One UPDATE decides every race: PostgreSQL looks at version, status and help again after
        waiting for the other writer, so of all that read the same version only one is let through.
        """
        tail = log_text(after.log[self.version :])
        if tail and self.version:
            tail = " " + tail
        changes = {
            "version": after.version,
            "status": status,
            "reason": reason,
            "last_op_at": now if tail else self.last_op_at,
            "finished_at": None if status == self.Status.ACTIVE else now,
        }
        # Only ever set: help that was asked for meanwhile is not taken back by an older read.
        if after.undid_reveal:
            changes["assisted"] = True
        if not self._write(changes, tail):
            return False
        for name, value in changes.items():
            setattr(self, name, value)
        self.log += tail
        self.__dict__["playthrough"] = after
        return True

    def _write(self, changes: dict[str, Any], tail: str) -> int:
        # The log grows in the database, so an op sends its own text and not the whole log.
        log = Concat(F("log"), Value(tail), output_field=models.TextField())
        # With `assisted`: a result must not be recorded without the help that was just given.
        as_read = {"version": self.version, "assisted": self.assisted}
        return Game.objects.filter(pk=self.pk, status="active", **as_read).update(
            log=log, **changes
        )
