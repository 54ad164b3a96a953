"""Reading games, a player's own and nobody else's, and the deals of the days."""

from collections.abc import Iterable
from datetime import date, datetime, timedelta
from itertools import count, takewhile
from uuid import UUID

from django.db.models import Count, Q, QuerySet

from accounts.models import User
from games.models import IDLE_DAYS, Attempt, Daily, Game, StockDeal, daily_levels
from stats.days import day_of
from stats.models import GameResult
from stats.selectors.ledger import results_of_games

WARNED_DAYS = 3
_TOLD_DAYS = 30
_MOST_TOLD = 20


class GameNotFound(LookupError):
    """No game with this id among the player's own."""

    code = "not_found"


def games_of(player: User) -> QuerySet[Game]:
    """The player's games with their deals, newest first."""
    return Game.objects.filter(player_id=player.pk).select_related("deal")


def get_game(*, player: User, game_id: UUID) -> Game:
    """One game of the player with its deal; `GameNotFound` also when it is another player's."""
    try:
        return games_of(player).get(pk=game_id)
    except Game.DoesNotExist:
        raise GameNotFound(game_id) from None


def open_casual_game(*, player: User, variant: str) -> Game | None:
    """The game that holds the player's slot of this variant."""
    held = games_of(player).filter(variant=variant, mode="casual", status="active")
    return held.first()


def open_practice_games(*, player: User) -> int:
    """How many practice games the player has open."""
    return Game.objects.filter(player_id=player.pk, mode="practice", status="active").count()


def games_soon_lost(*, player: User, now: datetime) -> list[Game]:
    """The player's counted games that nobody has played for so long that they end in days.

    Those that only need auto-finish are not among them, since they end as wins.
    """
    idle_since = now - timedelta(days=IDLE_DAYS - WARNED_DAYS)
    idle = games_of(player).filter(status="active", mode="casual", last_op_at__lte=idle_since)
    return [game for game in idle if not game.playthrough.left().is_won]


def games_lately_expired(*, player: User, now: datetime) -> list[Game]:
    """The player's counted games that ended because nobody played on, the latest first."""
    expired = games_of(player).filter(reason="expired", mode="casual")
    lately = expired.filter(finished_at__gt=now - timedelta(days=_TOLD_DAYS))
    return list(lately.order_by("-finished_at", "-id")[:_MOST_TOLD])


def dailies() -> QuerySet[Daily]:
    """The dailies of the variants on offer with their deals, day by day."""
    laid = Daily.objects.filter(variant__in=daily_levels()).select_related("proof__deal")
    return laid.order_by("date", "variant")


def attempts_at(wanted: Iterable[Daily], *, player: User) -> dict[int, Game]:
    """The player's games on these dailies, by the daily's key."""
    attempts = Attempt.objects.filter(player=player, daily__in=wanted).select_related("game__deal")
    return {attempt.daily_id: attempt.game for attempt in attempts}


def results_of_attempts(wanted: Iterable[Daily], *, player: User) -> dict[UUID, GameResult]:
    """How the player's attempts at these dailies ended, and what was said of that, by game."""
    return results_of_games(Attempt.objects.filter(player=player, daily__in=wanted).values("game"))


def attempts_counted(wanted: Iterable[Daily]) -> dict[int, int]:
    """How many players have attempted each of these dailies, by its key."""
    rows = Attempt.objects.filter(daily__in=wanted).values_list("daily_id").annotate(Count("pk"))
    return dict(rows)


def days_laid_ahead(now: datetime) -> int:
    """For how many days after today every variant's daily is there, without a gap."""
    today = day_of(now)
    ahead = Daily.objects.filter(date__gt=today, variant__in=daily_levels())
    laid = dict(ahead.values_list("date").annotate(Count("pk")))
    complete = takewhile(
        lambda number: laid.get(today + timedelta(days=number)) == len(daily_levels()), count(1)
    )
    return sum(1 for _ in complete)


def ranked_proofs(*, deck: str, now: datetime) -> QuerySet[StockDeal]:
    """The deals whose cards nobody may be helped with, because they are played for a board.

    They are those of today's dailies, and of one to come if it has this deck.
    """
    today = day_of(now)
    to_come = Q(daily__date__gt=today, deck=deck)
    return StockDeal.objects.filter(Q(daily__date=today) | to_come)


def get_daily(*, day: date, variant: str) -> Daily | None:
    """The daily of a day, with its deal."""
    return dailies().filter(date=day, variant=variant).first()
