"""The dailies: laid ahead from proven deals, and each player's one attempt."""

from datetime import date, datetime, timedelta

from django.db import IntegrityError, transaction
from django.db.models import QuerySet
from django.utils import timezone

from accounts.locks import wait_in_line
from accounts.models import User
from games.models import Attempt, Daily, Game, StockDeal, daily_levels
from games.rules import VARIANTS
from games.selectors import attempts_at, dailies, get_daily
from games.services.stock import StockEmpty, fresh_stock
from stats.days import day_of, playable_days

DAYS_AHEAD = 30
# The unique constraint that lets one attempt through.
_ONE_A_DAILY = "attempt_one_a_daily"


class DailyNotFound(LookupError):
    """No daily of this variant on this day, or not yet."""

    code = "not_found"


class DailyClosed(Exception):
    """The day can be won no more; its deal is there to practise."""

    code = "daily_closed"

    def __init__(self, daily: Daily) -> None:
        super().__init__(str(daily))
        self.members = {"deal": {"id": str(daily.proof.deal_id)}}


def lay_dailies(now: datetime) -> int:
    """Lay every daily that is missing from today to 30 days ahead; tells how many were laid.

    Each takes a proven deal that was kept for that, the next day first; what these do not suffice
    for is left to the next call. Safe to call again and at once: what is there, stays.
    """
    today = day_of(now)
    days = [today + timedelta(days=ahead) for ahead in range(DAYS_AHEAD + 1)]
    laid = set(dailies().filter(date__gte=today).values_list("date", "variant"))
    missing = [(day, each) for day in days for each in daily_levels() if (day, each) not in laid]
    return sum(_lay(day, variant, _spare(variant)) for day, variant in missing)


def lay_missing(now: datetime, day: date) -> None:
    """Lay what a day that can be played now lacks, whatever became of the worker.

    Without a solver: from the deals kept for dailies or, last, from those for players.
    """
    if day not in playable_days(now) or not _unlaid(day):
        return
    with transaction.atomic():
        # Else who finds the last deal taken would not know that it has just become the daily.
        wait_in_line(f"dailies of {day}")
        for variant in _unlaid(day):
            _lay(day, variant, _spare(variant)) or _lay(day, variant, _last_resort(variant))


def open_attempt(*, player: User, day: date, variant: str) -> tuple[Game, bool]:
    """Start the player's one attempt at a daily, or find it; the flag says which.

    However often and from wherever it is asked for, it is the same game, and its clock has run
    since its cards were first shown. Raises `DailyNotFound` for a day that has not come,
    `DailyClosed` for one that has passed, `StockEmpty` for one that should have a deal.
    """
    now = timezone.now()
    daily = _playable_daily(day, variant, now)
    if found := attempts_at([daily], player=player).get(daily.pk):
        return found, False
    try:
        with transaction.atomic():
            return _start(player, daily, now), True
    except IntegrityError as refused:
        if _ONE_A_DAILY not in str(refused):
            raise
        # Another device was faster; what it started is committed, or this would still wait.
        return attempts_at([daily], player=player)[daily.pk], False


def _playable_daily(day: date, variant: str, now: datetime) -> Daily:
    if variant not in daily_levels() or day > day_of(now):
        raise DailyNotFound(day, variant)
    daily = get_daily(day=day, variant=variant)
    if daily is None and day in playable_days(now):
        lay_missing(now, day)
        daily = get_daily(day=day, variant=variant)
        if daily is None:
            raise StockEmpty
    if daily is None:
        raise DailyNotFound(day, variant)
    if now >= daily.streak_until:
        raise DailyClosed(daily)
    return daily


def _unlaid(day: date) -> list[str]:
    laid = set(dailies().filter(date=day).values_list("variant", flat=True))
    return [variant for variant in daily_levels() if variant not in laid]


def _start(player: User, daily: Daily, now: datetime) -> Game:
    game = Game(
        player=player,
        deal=daily.proof.deal,
        variant=daily.variant,
        level=daily.level,
        rules=daily.proof.rules,
        mode=Game.Mode.DAILY,
        # Nothing that `POST /games` could ask for, so its ids never meet this one.
        request={"daily": daily.date.isoformat(), "variant": daily.variant},
        created_at=now,
        last_op_at=now,
        closes_at=daily.streak_until,
    )
    game.save(force_insert=True)
    Attempt.objects.create(daily=daily, player=player, game=game)
    return game


def _spare(variant: str) -> QuerySet[StockDeal]:
    """The deals that were proven to become dailies, the oldest first."""
    return fresh_stock(variant, daily_levels()[variant])


def _last_resort(variant: str) -> QuerySet[StockDeal]:
    """Deals under the same rules for players of another level; none that anybody has seen.

    The newest first: the oldest came with the project, where everybody can read them.
    """
    rules = VARIANTS[variant].levels[daily_levels()[variant]].rules
    unserved = StockDeal.objects.filter(variant=variant, served_at__isnull=True)
    return unserved.filter(rules=rules and rules.id).order_by("-id")


def _lay(day: date, variant: str, proven: QuerySet[StockDeal]) -> bool:
    """Make a daily of the first of these deals that nobody else is about to take."""
    with transaction.atomic():
        proof = proven.select_for_update(skip_locked=True, of=("self",)).first()
        if proof is None:
            return False
        level = daily_levels()[variant]
        daily = Daily(date=day, variant=variant, level=level, proof=proof)
        Daily.objects.bulk_create([daily], ignore_conflicts=True)
        if not Daily.objects.filter(date=day, variant=variant, proof=proof).exists():
            return False  # Somebody else laid this day meanwhile; the deal stays where it is.
        # In the dailies' own stock nobody is served it, not even as a last resort.
        proof.level = level
        proof.served_at = timezone.now()
        proof.save(update_fields=["level", "served_at"])
        return True
