"""The deals of the days, and each player's one attempt at each."""

from datetime import datetime

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone

from games.models.deals import StockDeal
from games.models.games import Game
from games.rules import VARIANTS
from stats.days import opens_at, ranked_until, streak_until

# Which variants have a daily, and the level that it is played and counted at. Those whose rules
# are not on offer have none.
DAILY_LEVELS = {"bakers_game": "medium", "bakers_dozen": "medium", "baroness": "medium"}


def daily_levels() -> dict[str, str]:
    """The variants with a daily and its level."""
    return {variant: level for variant, level in DAILY_LEVELS.items() if variant in VARIANTS}


class Daily(models.Model):
    """The deal that everybody is offered on one day, the same for all; a variant has one a day."""

    class Status(models.TextChoices):
        """What a day is good for at a moment."""

        ANNOUNCED = "announced"
        OPEN = "open"
        GRACE = "grace"
        CLOSED = "closed"

    date = models.DateField()
    variant = models.TextField()
    level = models.TextField()
    # The deal with the line that wins it: without its proof there is no daily.
    proof = models.OneToOneField(StockDeal, on_delete=models.PROTECT, related_name="daily")
    created_at = models.DateTimeField(default=timezone.now)

    class Meta:
        verbose_name_plural = "dailies"
        constraints = [
            models.UniqueConstraint(fields=["date", "variant"], name="daily_one_a_day"),
            models.CheckConstraint(name="daily_named", condition=Q(variant__gt="", level__gt="")),
        ]

    def __str__(self) -> str:
        return f"{self.date} {self.variant}"

    @property
    def opens_at(self) -> datetime:
        """From when its cards are shown to whoever attempts it."""
        return opens_at(self.date)

    @property
    def ranked_until(self) -> datetime:
        """Until when a win enters the board; from then its cards are no secret."""
        return ranked_until(self.date)

    @property
    def streak_until(self) -> datetime:
        """Until when it can be attempted and won for the streak."""
        return streak_until(self.date)

    def status(self, now: datetime) -> str:
        """Whether it is yet to come, open, open without a board, or closed."""
        if now < self.opens_at:
            return self.Status.ANNOUNCED
        if now < self.ranked_until:
            return self.Status.OPEN
        return self.Status.GRACE if now < self.streak_until else self.Status.CLOSED


class Attempt(models.Model):
    """A player's one and only game on a daily."""

    daily = models.ForeignKey(Daily, on_delete=models.PROTECT, related_name="attempts")
    player = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+", db_index=False
    )
    game = models.OneToOneField(Game, on_delete=models.PROTECT, related_name="attempt")

    class Meta:
        constraints = [
            # Of two devices that open it at once, one is stopped here and finds the other's game.
            models.UniqueConstraint(fields=["player", "daily"], name="attempt_one_a_daily"),
        ]

    def __str__(self) -> str:
        return f"{self.daily_id}: {self.game_id}"
