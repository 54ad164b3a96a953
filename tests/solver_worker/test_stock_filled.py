"""R16, R17: real workers and a real beat fill the stock and lay the dailies by themselves."""

import pytest
from django.utils import timezone

from games.models import DAILY_LEVELS, Daily
from games.selectors import days_laid_ahead
from games.services.stock import fresh_stock
from tests.games.conftest import Player
from tests.workers import START_SECONDS, Workers, wait_until

SIZES = {"STOCK_SIZE": "12", "DAILY_SPARES": "16"}


@pytest.mark.django_db(transaction=True)
def test_r16_r17_an_empty_database_is_soon_ready(monkeypatch: pytest.MonkeyPatch) -> None:
    for variant in set(DAILY_LEVELS) - {"bakers_game"}:
        monkeypatch.delitem(DAILY_LEVELS, variant)

    def is_full() -> bool:
        counts = [fresh_stock("bakers_game", level).count() for level in ("easy", "medium")]
        return counts == [12, 16] and days_laid_ahead(timezone.now()) == 30

    with Workers(**SIZES):
        wait_until(is_full, seconds=START_SECONDS, what="stock and dailies")
        player = Player()
        started = [player.start("easy", abandon_active=True) for _ in range(5)]
        wait_until(is_full, seconds=120, what="what was taken is there again")
    assert len({game["deal"]["id"] for game in started}) == 5
    assert Daily.objects.filter(variant="bakers_game").count() == 31
