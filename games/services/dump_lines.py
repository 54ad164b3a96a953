"""What the open data of a month says, line by line; nothing in it leads to a player.

Rows are read through cursors of the server, so that a month may be as large as it likes.
"""

import json
from collections.abc import Iterator
from itertools import islice
from typing import Any

from django.db.models import Exists, F, OuterRef, Q, QuerySet, Subquery, TextField
from django.db.models.functions import MD5, Cast

from games.models import Daily, Game, SolvedDeal, StockDeal
from games.rules import parse_log
from stats.boards import Period, daily_board
from stats.models import GameResult
from stats.selectors.boards import ORDER, listed_entries
from stats.selectors.ledger import results_of_games

_CHUNK = 1000
_PLACE = ("bucket", "first", "second", "third")
_FIGURES = ("score", "time_ms", "moves", "undos")
# Practice is not: its cards may be anything that a player has typed in.
COUNTED = (Game.Mode.CASUAL, Game.Mode.DAILY)


def board_lines(period: Period) -> Iterator[bytes]:
    """The boards of a month's dailies as everybody sees them, without the players."""
    days = {"date__gte": period.opens_at.date(), "date__lt": period.closes_at.date()}
    for daily in Daily.objects.filter(**days).select_related("proof").order_by("date", "variant"):
        board = daily_board(daily.date, daily.variant)
        entries = listed_entries(board.key).order_by(*ORDER).values(*_PLACE, *_FIGURES)
        rank, before = 0, None
        for number, entry in enumerate(entries.iterator(chunk_size=_CHUNK), 1):
            place = [entry[name] for name in _PLACE]
            rank, before = (rank if place == before else number), place
            yield _line(
                {
                    "board": board.key,
                    "variant": daily.variant,
                    "level": daily.level,
                    "rules": daily.proof.rules,
                    "day": daily.date.isoformat(),
                    "rank": rank,
                    **{name: entry[name] for name in _FIGURES},
                }
            )


def deal_lines(period: Period) -> Iterator[bytes]:
    """The proven deals that were published in a month, each with the line that wins it."""
    solved = SolvedDeal.objects.filter(deal=OuterRef("deal"), rules=OuterRef("rules"))
    published = StockDeal.objects.filter(published_in=period.name).select_related("deal", "daily")
    published = published.annotate(par=Subquery(solved.values("par")))
    # By the salt, which is random: the order tells nothing of when they were made or served.
    for proof in published.order_by("deal__salt", "pk").iterator(chunk_size=_CHUNK):
        daily = getattr(proof, "daily", None)
        yield _line(
            {
                "variant": proof.variant,
                "level": proof.level,
                "rules": proof.rules,
                "daily": daily and daily.date.isoformat(),
                "commitment": proof.deal.commitment,
                "deck": proof.deal.deck,
                "salt": proof.deal.salt,
                "verdict": "winnable",
                "line": proof.line.split(),
                "par": proof.par,
                "solver": proof.solver,
            }
        )


def game_lines(period: Period) -> Iterator[bytes]:
    """The counted games that ended in a month, or whose deal it has published.

    The latter whenever they ended: a late attempt at a month's last daily does in the next one,
    and would be told nowhere else. Those whose cards are still a secret are left out, and so are
    those of players who do not want to be seen, or are or will be gone, those that wait for a
    review or did not stand it, and what was annulled.
    """
    rows = iter(_told_games(period).iterator(chunk_size=_CHUNK))
    while games := list(islice(rows, _CHUNK)):
        results = results_of_games([game.pk for game in games])
        for game in games:
            result = results.get(game.pk)
            if result and _may_be_told(result):
                yield _game_line(game, result)


def _may_be_told(result: GameResult) -> bool:
    return not (result.is_held or result.is_annulled or result.verdict is False)


def _told_games(period: Period) -> QuerySet[Game]:
    secret = StockDeal.objects.filter(deck=OuterRef("deal__deck"), published_in__isnull=True)
    played_on = Game.objects.filter(deal=OuterRef("deal"), status="active", mode__in=COUNTED)
    # A deal of the stock may be served to others until it is published; one that was drawn for a
    # player is over with the game.
    of_the_month = Q(
        finished_at__gte=period.opens_at,
        finished_at__lt=period.closes_at,
        deal__stock__isnull=True,
    )
    games = Game.objects.filter(
        of_the_month | Q(deal__stock__published_in=period.name),
        ~Exists(secret),
        ~Exists(played_on),
        mode__in=COUNTED,
        finished_at__isnull=False,
        player__is_active=True,
        player__visibility="public",
        player__erased_at__isnull=True,
        player__deletion_at__isnull=True,
    )
    # In no order that clients have made: ids may be theirs, and moments tell who played when.
    shuffled = games.annotate(shuffled=MD5(Cast(F("pk"), TextField()))).order_by("shuffled")
    return shuffled.select_related("deal")


def _game_line(game: Game, result: GameResult) -> bytes:
    return _line(
        {
            "variant": game.variant,
            "level": game.level,
            "rules": game.rules,
            "custom": game.custom,
            "mode": game.mode,
            "day": result.finished_at.date().isoformat(),
            "deck": game.deal.deck,
            "ops": [{"op": op.text, "at_ms": op.at_ms} for op in parse_log(game.log)],
            "won": result.won,
            "reason": result.reason,
            "assisted": result.assisted,
            **{name: getattr(result, name) for name in _FIGURES},
            "scoring_version": result.scoring_version,
        }
    )


def _line(told: dict[str, Any]) -> bytes:
    return json.dumps(told, separators=(",", ":")).encode() + b"\n"
