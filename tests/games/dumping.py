"""A month with games of every kind of player, and what its open data says of it."""

import gzip
import json
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import time_machine
from django.conf import settings
from django.db import transaction

from accounts.models import User
from accounts.standing import confirm
from games.models import DAILY_LEVELS, Daily, Dump, Game, StockDeal
from games.services.daily import lay_dailies
from stats.models import GameResult
from stats.services.reviews import decide
from tests.games.conftest import Player, line_of, stock_up

MONTH = "2026-10"
START = datetime(2026, 10, 1, tzinfo=UTC)
DAY = datetime(2026, 10, 15, 9, tzinfo=UTC)
LAST_DAY = datetime(2026, 10, 31, 9, tzinfo=UTC)
DUE = datetime(2026, 11, 8, tzinfo=UTC)


def account(name: str, **fields: Any) -> Player:
    """A player with an address and a name, whom boards list."""
    with at(START), transaction.atomic():
        player = Player()
        user = player.user
        user.email, user.display_name, user.name_key = f"{name}@example.org", name, name
        user.save()
        confirm(user)
    change(player, **fields)
    return player


def change(player: Player, **fields: Any) -> None:
    """Have a player's row say something else."""
    User.objects.filter(pk=player.user.pk).update(**fields)


def at(moment: datetime) -> Any:
    """Be at a moment."""
    return time_machine.travel(moment, tick=False)


def accept_all() -> None:
    """Set aside what speaks against wins that come at once, by the solver's line."""
    for result in GameResult.objects.exclude(doubts=[]):
        decide(result, accepted=True, reason="a test")


def won_daily(player: Player, moment: datetime, *detour: str, accepted: bool = True) -> Any:
    """A daily's attempt that is won, with some moves to and fro before."""
    with at(moment):
        game = player.put(f"/dailies/{moment.date()}/bakers_game/attempt").json()
        game = player.play(game, *detour, *line_of(game))
        assert game["status"] == "won"
        if accepted:
            accept_all()
    return game


def won_easy(player: Player, moment: datetime) -> Any:
    """An easy game that is won, after a pause, so that no board takes it."""
    with at(moment):
        game = player.start("easy")
        return player.play(game, "p", "r", *line_of(game))


def lost(player: Player, moment: datetime, level: str = "hard") -> Any:
    """A game that is given up after two moves."""
    with at(moment):
        game = player.start(level)
        for _ in range(2):
            game = player.play(game, game["legal_moves"][0]["move"])
        return player.post(f"/games/{game['id']}/resign").json()


def lay_october(easy: int) -> None:
    """Have dailies of Baker's Game from the middle of the month on, and deals of other cards."""
    assert set(DAILY_LEVELS) == {"bakers_game"}
    stock_up(20, "medium")
    stock_up(easy, start=20)
    with at(DAY):
        lay_dailies(DAY)


def text_of(kind: str, month: str = MONTH) -> str:
    """All of a file."""
    dump = Dump.objects.get(month=month, kind=kind)
    return gzip.decompress((Path(settings.DUMPS_DIR) / dump.name).read_bytes()).decode("ascii")


def lines_of(kind: str, month: str = MONTH) -> list[dict[str, Any]]:
    """The lines of a file."""
    return [json.loads(line) for line in text_of(kind, month).splitlines()]


def deck_of(game: dict[str, Any]) -> str:
    """The cards of a game."""
    return Game.objects.get(pk=game["id"]).deal.deck


def daily_deck(day: datetime) -> str:
    """The cards of a daily."""
    return Daily.objects.get(date=day.date()).proof.deck


def published() -> set[str]:
    """The cards of the deals of the stock that are told."""
    return set(StockDeal.objects.exclude(published_in=None).values_list("deck", flat=True))
