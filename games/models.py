"""Deals, the stock of proven ones, and games: columns and what must hold of them."""

import uuid
from datetime import datetime, timedelta
from functools import cached_property
from hashlib import sha256
from typing import Any

from django.conf import settings
from django.db import models
from django.db.models import F, Q, Value
from django.db.models.functions import Concat
from django.utils import timezone

from games.rules import RULES, Playthrough, log_text, parse_deck, parse_log

IDLE_DAYS = 30


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


class StockDeal(models.Model):
    """A deal that is winnable under its rules, with the line that proves it."""

    deal = models.OneToOneField(Deal, on_delete=models.PROTECT, related_name="stock")
    variant = models.TextField()
    level = models.TextField()
    rules = models.TextField()
    line = models.TextField()
    # The deck again, so that the same cards cannot come into the stock of a level twice.
    deck = models.CharField(max_length=104)
    served_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["variant", "level", "deck"], name="stock_deck_once_a_level"
            ),
        ]
        indexes = [
            models.Index(
                fields=["variant", "level", "id"],
                condition=Q(served_at__isnull=True),
                name="stock_unserved",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.variant} {self.level}: {self.deal_id}"


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
        ]
        indexes = [
            models.Index(fields=["player", "-created_at", "-id"], name="game_player_newest"),
            models.Index(
                fields=["last_op_at"], condition=Q(status="active"), name="game_open_by_last_op"
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
        if self.status != self.Status.ACTIVE:
            return None
        return self.last_op_at + timedelta(days=IDLE_DAYS)

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

        One UPDATE decides every race: PostgreSQL looks at version and status again after waiting
        for the other writer, so of all that read the same version only one is let through.
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
        open_here = Game.objects.filter(pk=self.pk, version=self.version, status="active")
        return open_here.update(log=log, **changes)
