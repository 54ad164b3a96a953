"""R16, R17: real workers and a real beat fill the stock and lay the dailies by themselves."""

import pytest
from django.utils import timezone

from games.models import DAILY_LEVELS, Daily
from games.selectors import days_laid_ahead
from games.services.stock import fresh_stock
from tests.games.conftest import Player
from tests.workers import START_SECONDS, Workers, wait_until

SIZES = {"STOCK_SIZE": "5", "DAILY_SPARES": "32"}
EASY = ("bakers_game", "bakers_dozen", "good_measure", "baroness")


@pytest.mark.django_db(transaction=True)
def test_r16_r17_an_empty_database_is_soon_ready() -> None:
    wanted = {(variant, "easy"): 5 for variant in EASY}
    wanted |= dict.fromkeys(DAILY_LEVELS.items(), 32)

    def is_full() -> bool:
        counts = {level: fresh_stock(*level).count() for level in wanted}
        return counts == wanted and days_laid_ahead(timezone.now()) == 30

    with Workers(**SIZES):
        wait_until(is_full, seconds=START_SECONDS, what="stock and dailies")
        player = Player()
        started = [
            player.start("easy", variant=variant, abandon_active=True)
            for variant in EASY
            for _ in range(2)
        ]
        wait_until(is_full, seconds=120, what="what was taken is there again")
    assert len({game["deal"]["id"] for game in started}) == 8
    assert Daily.objects.count() == 31 * len(DAILY_LEVELS)
