"""What is done at its time, whoever plays: dailies are laid and closed, abandoned games end.

Each task asks the database what is due, so one that is run twice, at once or a day late does
what is left to do. What one round does not manage is left to the next.
"""

import time
from collections.abc import Callable
from datetime import datetime

from celery import shared_task
from django.utils import timezone

from accounts import erasure
from games.services import abandonment, daily, dumps

ROUND_SECONDS = 45


@shared_task(name="games.lay_dailies")
def lay_dailies() -> None:
    """Lay the dailies of the next thirty days, as far as there are proven deals for them."""
    daily.lay_dailies(timezone.now())


@shared_task(name="games.close_dailies")
def close_dailies() -> None:
    """End the attempts at dailies that can be won no more."""
    repeat(abandonment.close_dailies)


@shared_task(name="games.expire_idle_games")
def expire_idle_games() -> None:
    """End games that nobody has played for thirty days."""
    repeat(abandonment.expire_idle_games)


@shared_task(name="games.erase_players")
def erase_players() -> None:
    """Erase those who asked for it a week ago, and what came to be while some were erased."""
    erasure.wipe_again(timezone.now())
    repeat(erasure.erase_due)


@shared_task(name="games.remove_unused_guests")
def remove_unused_guests() -> None:
    """Remove guests who never played."""
    repeat(abandonment.remove_unused_guests)


@shared_task(name="games.make_dumps")
def make_dumps() -> None:
    """Make the files of open data that are due, one after the other."""
    repeat(dumps.make_next_dump)


def repeat(sweep: Callable[[datetime], int]) -> int:
    """Sweep until nothing is due or the round is over; tells how many rows were taken on."""
    end, swept = time.monotonic() + ROUND_SECONDS, 0
    while some := sweep(timezone.now()):
        swept += some
        if time.monotonic() >= end:
            break
    return swept
