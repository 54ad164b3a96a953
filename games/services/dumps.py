"""Open data: what a month has to tell, put into files once the month is long over."""

from collections.abc import Callable, Iterator
from datetime import date, datetime, timedelta
from typing import BinaryIO

from django.conf import settings
from django.db.models import Exists, Min, OuterRef

from accounts.locks import alone
from games.models import Daily, Dump, Game, StockDeal
from games.services.dump_lines import COUNTED, board_lines, deal_lines, game_lines
from games.services.whole_files import write_lines
from stats.boards import Period, month_of
from stats.days import day_of

# Its last dailies are closed by then, and there was time to review what was won in them.
DAYS_AFTER = 7

# In this order: games are told of the deals that are published.
_LINES: dict[str, Callable[[Period], Iterator[bytes]]] = {
    Dump.Kind.BOARDS: board_lines,
    Dump.Kind.DEALS: deal_lines,
    Dump.Kind.GAMES: game_lines,
}


class DumpNotFound(LookupError):
    """No such file of this month, or not yet."""

    code = "not_found"


class DumpMissing(Exception):
    """The file is made, and is not where this process looks for it."""

    code = "temporarily_unavailable"


def make_next_dump(now: datetime) -> int:
    """Make the earliest file that is due and not there; tells whether there was one.

    One worker at a time. Killed at any moment it leaves no row without a whole file, and what it
    has published stays so for the next try, which makes the same.
    """
    with alone("dumps") as is_alone:
        due = _next_due(now) if is_alone else None
        if due is None:
            return 0
        period, kind = due
        if kind == Dump.Kind.DEALS:
            publish_deals(period)
        stem = f"patience-{period.name}-{kind}"
        file = write_lines(settings.DUMPS_DIR, stem, _LINES[kind](period))
        Dump.objects.create(
            month=period.name,
            kind=kind,
            name=file.name,
            lines=file.lines,
            size=file.size,
            sha256=file.sha256,
        )
        return 1


def publish_deals(period: Period) -> int:
    """Have the proven deals that are no secret any more told in a month; how many there are.

    They were served before its end, nobody plays these cards for the ledger, and no deal of the
    same cards waits to be served. From the commit on nobody is served them again: who is just
    being served one holds its row, and this looks at it once more when that is done.
    """
    in_play = Game.objects.filter(status="active", mode__in=COUNTED).values("deal__deck")
    twin = StockDeal.objects.filter(deck=OuterRef("deck"), published_in__isnull=True)
    to_come = Daily.objects.filter(proof=OuterRef("pk"), date__gte=period.closes_at.date())
    over = StockDeal.objects.filter(
        ~Exists(twin.exclude(pk=OuterRef("pk"))),
        ~Exists(to_come),
        published_in__isnull=True,
        served_at__lt=period.closes_at,
    )
    return over.exclude(deck__in=in_play).update(published_in=period.name)


def open_dump(*, month: str, kind: str) -> tuple[Dump, BinaryIO]:
    """A file of open data, to read; `DumpNotFound`, or `DumpMissing` where the disk lacks it."""
    dump = Dump.objects.filter(month=month, kind=kind).first()
    if dump is None:
        raise DumpNotFound(month, kind)
    try:
        return dump, (settings.DUMPS_DIR / dump.name).open("rb")
    except FileNotFoundError as missing:
        raise DumpMissing(dump.name) from missing


def _next_due(now: datetime) -> tuple[Period, str] | None:
    made = set(Dump.objects.values_list("month", "kind"))
    day = _first_day(made)
    while day is not None:
        period = month_of(day)
        if now < period.closes_at + timedelta(days=DAYS_AFTER):
            return None
        for kind in _LINES:
            if (period.name, kind) not in made:
                return period, kind
        day = period.closes_at.date()
    return None


def _first_day(made: set[tuple[str, str]]) -> date | None:
    """A day of the first month that has anything to tell, or has told it."""
    if made:
        return date.fromisoformat(min(month for month, _ in made) + "-01")
    daily = Daily.objects.aggregate(first=Min("date"))["first"]
    ended = Game.objects.aggregate(first=Min("finished_at"))["first"]
    days = [daily, ended and day_of(ended)]
    return min((day for day in days if day), default=None)
