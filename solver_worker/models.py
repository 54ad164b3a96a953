"""Work that is under way: what the worker was asked, what it has tried, and that it lives."""

import json
import uuid
from collections.abc import Sequence
from datetime import timedelta
from typing import Any

from django.db import models
from django.db.models import Case, F, Q, Value, When
from django.utils import timezone

from accounts.hiding import told
from games.models import Game

MOST_TRIES = 5
# A task without a subject has nothing in it that could stay wrong for ever.
REST = timedelta(hours=1)


class Solve(models.Model):
    """A question about a game at one of its versions, and its answer; the row is the message.

    The same question is never asked twice: whoever asks it again gets the same row.
    """

    class Kind(models.TextChoices):
        """What was asked."""

        HINT = "hint"
        VERDICT = "verdict"
        ANALYSIS = "analysis"

    class Status(models.TextChoices):
        """How far the worker is; a question has failed after five tries."""

        QUEUED = "queued"
        RUNNING = "running"
        DONE = "done"
        FAILED = "failed"

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="+", db_index=False)
    kind = models.TextField()
    version = models.IntegerField()
    status = models.TextField(default=Status.QUEUED)
    attempts = models.IntegerField(default=0)
    answer = models.JSONField(null=True)
    # The winning line of a hint, so that the next one goes on with it; what an analysis has found.
    line = models.TextField(default="", blank=True)
    progress = models.JSONField(null=True)
    positions = models.BigIntegerField(default=0)
    seconds = models.FloatField(default=0)
    error = models.TextField(default="", blank=True)
    asked_at = models.DateTimeField(default=timezone.now)
    started_at = models.DateTimeField(null=True)
    finished_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["game", "kind", "version"], name="solve_asked_once"),
            models.CheckConstraint(
                name="solve_kind_known", condition=Q(kind__in=["hint", "verdict", "analysis"])
            ),
            models.CheckConstraint(
                name="solve_status_known",
                condition=Q(status__in=["queued", "running", "done", "failed"]),
            ),
            models.CheckConstraint(
                name="solve_answered_iff_done",
                condition=Q(status="done", answer__isnull=False, finished_at__isnull=False)
                | (~Q(status="done") & Q(answer__isnull=True)),
            ),
        ]
        indexes = [
            models.Index(
                fields=["asked_at"],
                condition=Q(status__in=["queued", "running"]),
                name="solve_open_by_age",
            ),
            models.Index(
                fields=["finished_at"],
                condition=Q(finished_at__isnull=False),
                name="solve_over_by_end",
            ),
            models.Index(fields=["id"], condition=Q(status="failed"), name="solve_failed"),
        ]

    def __str__(self) -> str:
        return f"{self.kind} of {self.game_id} at {self.version}: {self.status}"

    @property
    def is_over(self) -> bool:
        """Whether nothing will change any more, unless the staff has it tried again."""
        return self.status in (self.Status.DONE, self.Status.FAILED)


class UnfinishedTaskManager(models.Manager["UnfinishedTask"]):
    """Counts the tries of tasks by name and arguments."""

    def begin(self, name: str, args: Sequence[Any]) -> bool:
        """Count a try before it is made; False, and nothing is counted, after the fifth."""
        key = {"name": name, "args": json.dumps(args)}
        tried = self.filter(**key)
        # Until the row stays, for another who ends the same task takes it away.
        while True:
            now = timezone.now()
            self.bulk_create([UnfinishedTask(**key, last_at=now)], ignore_conflicts=True)
            if not args:
                tried.filter(last_at__lt=now - REST).update(attempts=0, status="running")
            again = tried.filter(attempts__lt=MOST_TRIES)
            if again.update(attempts=F("attempts") + 1, last_at=now):
                return True
            if tried.filter(attempts__gte=MOST_TRIES).update(status="failed"):
                return False

    def note(self, name: str, args: Sequence[Any], problem: Exception) -> None:
        """Keep what went wrong; the fifth time the task has failed."""
        failed = When(attempts__gte=MOST_TRIES, then=Value("failed"))
        self.filter(name=name, args=json.dumps(args)).update(
            error=told(problem),
            status=Case(failed, default=Value("running")),
        )

    def end(self, name: str, args: Sequence[Any]) -> None:
        """Forget a task that went well."""
        self.filter(name=name, args=json.dumps(args)).delete()


class UnfinishedTask(models.Model):
    """A task that was begun and has not gone well yet, by its name and its arguments.

    After five tries it is a dead letter: `failed`, not run again until the staff says so.
    """

    name = models.TextField()
    args = models.TextField()
    status = models.TextField(default="running")
    attempts = models.IntegerField(default=0)
    error = models.TextField(default="", blank=True)
    first_at = models.DateTimeField(default=timezone.now)
    last_at = models.DateTimeField()

    objects = UnfinishedTaskManager()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["name", "args"], name="unfinished_task_once"),
            models.CheckConstraint(
                name="unfinished_task_status_known", condition=Q(status__in=["running", "failed"])
            ),
        ]

    def __str__(self) -> str:
        return f"{self.name} {self.args}: {self.status}"


class Heartbeat(models.Model):
    """When a worker last did a task of a queue."""

    queue = models.TextField(primary_key=True)
    at = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.queue} at {self.at:%F %T}"
