"""Reading stored games again: every log is replayed, every figure of the ledger compared."""

from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Any

from django.db.models import Exists, OuterRef, QuerySet

from games.models import Game, StockDeal
from games.rules import RULES, Playthrough, parse_deck
from games.services.outcome import result_of
from stats.models import GameResult

# Games are compared with their results in portions, each of one statement.
PORTION = 500

# What a result says of its game; who doubted it, and its number in the ledger, are no such figures.
_FIGURES = (
    "player_id",
    "variant",
    "level",
    "won",
    "reason",
    "assisted",
    "score",
    "time_ms",
    "moves",
    "undos",
    "finished_at",
    "daily",
    "is_ranked",
)


def games_that_differ(games: QuerySet[Game]) -> Iterator[str]:
    """Describe every game that is not what its log says, or that its result does not agree with.

    Nothing is kept of games that were read, so their number does not matter. Exact inside one
    snapshot: a game that ends between two readings looks like a difference.
    """
    ordered = games.select_related("deal").order_by("pk").iterator(chunk_size=PORTION)
    for portion in _portions(ordered):
        results = GameResult.objects.in_bulk([game.pk for game in portion], field_name="game_id")
        for game in portion:
            yield from (f"game {game.pk}: {what}" for what in _faults(game, results.get(game.pk)))


def results_without_games() -> Iterator[str]:
    """Describe every result that no game stands behind."""
    behind = Game.objects.filter(pk=OuterRef("game_id"))
    alone = GameResult.objects.filter(~Exists(behind)).values_list("pk", "game_id")
    yield from (f"result {pk}: there is no game {game_id}" for pk, game_id in alone.iterator())


def proofs_that_fail() -> Iterator[str]:
    """Describe every deal of the stock that its line does not win under the rules it has."""
    for row in StockDeal.objects.select_related("deal").order_by("pk").iterator(chunk_size=PORTION):
        try:
            played = Playthrough(RULES[row.rules], parse_deck(row.deck)).append(
                0, row.line.split(), 0
            )
        except (ValueError, LookupError) as refused:
            yield f"stock deal {row.pk}: {type(refused).__name__} {refused}"
            continue
        if not played.is_won or row.deck != row.deal.deck:
            yield f"stock deal {row.pk}: its line does not win its deal"


def _portions(games: Iterable[Game]) -> Iterator[tuple[Game, ...]]:
    rows = iter(games)
    while portion := tuple(islice(rows, PORTION)):
        yield portion


def _faults(game: Game, result: GameResult | None) -> Iterator[str]:
    try:
        parse_deck(game.deal.deck)
        played = game.playthrough.checked()
    except (ValueError, LookupError) as refused:
        yield f"its log cannot be replayed: {type(refused).__name__} {refused}"
        return
    if played.version != game.version:
        yield f"version {game.version}, but {played.version} ops"
    if played.is_won != (game.status == Game.Status.WON):
        yield f"status {game.status}, but the log {'wins' if played.is_won else 'does not win'}"
    if played.undid_reveal and not game.assisted:
        yield "not assisted, but what an op had shown was undone"
    yield from _differences(game, played, result)


def _differences(game: Game, played: Playthrough, result: GameResult | None) -> Iterator[str]:
    is_counted = game.is_over and game.mode != Game.Mode.PRACTICE
    if result is None or not is_counted:
        if result is not None:
            yield f"{game.mode} and {game.status}, but with a result"
        elif is_counted:
            yield "without a result"
        return
    assert game.finished_at is not None
    is_left = game.status == Game.Status.LOST or game.was_finished_by_rule
    wanted = result_of(game, played, game.finished_at, is_left=is_left)
    figures: list[tuple[str, Any, Any]] = [
        (name, getattr(result, name), getattr(wanted, name)) for name in _FIGURES
    ]
    for name, stored, counted in figures:
        is_of_other_scoring = result.scoring_version != wanted.scoring_version
        if stored != counted and not (name == "score" and is_of_other_scoring):
            yield f"{name} is {stored}, should be {counted}"
