"""The stock under a drain: how long a claim takes, to the last deal and beyond it."""

import secrets
import threading
from collections.abc import Callable
from statistics import median, quantiles
from time import perf_counter, sleep
from typing import Any

from django.db import connection, transaction

from accounts.models import User
from games.models import Deal, Game, StockDeal
from games.rules import VARIANTS, deck_text, shuffled
from games.services.stock import claim_proven_deal
from tests.bench.requests import own_database

CLAIMS_A_SECOND = 200
SECONDS = 20
THREADS = 8
PARTS = 4
# Beside those that the drain takes there are those served long ago, and games of many players.
SERVED = 20_000
PLAYERS = 400
LEVEL = {"variant": "bakers_game", "level": "easy"}


def _add_deals(count: int, **fields: Any) -> None:
    rules = VARIANTS["bakers_game"].levels["easy"].rules
    assert rules is not None
    decks = [deck_text(shuffled(secrets.token_bytes(32))) for _ in range(count)]
    deals = Deal.objects.bulk_create(Deal(deck=deck, salt="0" * 64) for deck in decks)
    StockDeal.objects.bulk_create(
        StockDeal(deal=deal, deck=deal.deck, rules=rules.id, line="26 " * 90, **LEVEL, **fields)
        for deal in deals
    )


def _claim(player: User) -> None:
    with transaction.atomic():
        deal = claim_proven_deal(player=player, **LEVEL)
        Game.objects.create(
            player=player,
            deal=deal,
            rules="bakers-game-4-cells-1",
            status=Game.Status.LOST,
            reason=Game.Reason.RESIGNED,
            finished_at=deal.created_at,
            request={},
            **LEVEL,
        )


def _drain(players: list[User], count: int) -> list[float]:
    """Claims by several threads, no sooner than each one's moment; the seconds each took."""
    taken = [0.0] * count
    start = perf_counter() + 0.2

    def work(first: int) -> None:
        for number in range(first, count, THREADS):
            sleep(max(0.0, start + number / CLAIMS_A_SECOND - perf_counter()))
            began = perf_counter()
            _claim(players[number % len(players)])
            taken[number] = perf_counter() - began
        connection.close()

    threads = [threading.Thread(target=work, args=(first,)) for first in range(THREADS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return taken


def _report(title: str, claim: Callable[[], list[float]]) -> None:
    began = perf_counter()
    taken = claim()
    rate = len(taken) / (perf_counter() - began)
    size = len(taken) // PARTS
    parts = [taken[part * size : (part + 1) * size] for part in range(PARTS)]
    told = "   ".join(
        f"{median(part) * 1e3:5.1f} {quantiles(part, n=100)[-1] * 1e3:6.1f}" for part in parts
    )
    print(f"  {title:24} {rate:5.0f} a second   {told}")


def _while_filling(drain: Callable[[], list[float]]) -> list[float]:
    over = threading.Event()

    def fill() -> None:
        while not over.wait(0.05):
            _add_deals(10)
        connection.close()

    filler = threading.Thread(target=fill)
    filler.start()
    try:
        return drain()
    finally:
        over.set()
        filler.join()


def run() -> None:
    """Print medians and 99th percentiles in ms, of the first quarter of the claims to the last."""
    count = CLAIMS_A_SECOND * SECONDS
    with own_database():
        players = [User.objects.create_guest() for _ in range(PLAYERS)]
        _add_deals(SERVED, served_at="2026-01-01T00:00:00Z")
        _add_deals(count)
        print(f"Claims of proven deals: p50 and p99 in ms, quarter by quarter of {count}")
        _report("while the worker fills", lambda: _while_filling(lambda: _drain(players, count)))
        fresh = StockDeal.objects.filter(served_at=None)
        fresh.filter(pk__in=fresh.values("pk")[count // 2 :]).delete()
        _report("with the worker dead", lambda: _drain(players, count))
