"""Reading the ledger and the totals."""

import heapq
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import groupby
from operator import attrgetter
from typing import Any
from uuid import UUID

from django.contrib.postgres.expressions import ArraySubquery
from django.db.models import OuterRef, QuerySet, Subquery
from django.db.models.functions import JSONObject

from stats.models import Correction, Decision, GameResult, Totals
from stats.totals import Tally, add


def get_totals(
    *, player_id: UUID, variant: str | None = None, level: str | None = None
) -> QuerySet[Totals]:
    """The player's totals by variant and level, of all or of one."""
    totals = Totals.objects.filter(player_id=player_id).order_by("variant", "level")
    if variant is not None:
        totals = totals.filter(variant=variant)
    if level is not None:
        totals = totals.filter(level=level)
    return totals


def get_results(*, player_id: UUID) -> QuerySet[GameResult]:
    """The player's part of the ledger, newest first, with what was `corrected` of it."""
    said = JSONObject(annulled="annulled", reason="reason", corrected_at="corrected_at")
    corrections = Correction.objects.filter(result=OuterRef("pk")).order_by("pk").values_list(said)
    own = judged(GameResult.objects.filter(player_id=player_id))
    return own.annotate(corrected=ArraySubquery(corrections)).order_by("-id")


def has_result(player_id: UUID, game_id: UUID) -> bool:
    """Whether the player has a result of this game."""
    return GameResult.objects.filter(player_id=player_id, game_id=game_id).exists()


def judged(results: QuerySet[GameResult]) -> QuerySet[GameResult]:
    """Results with what the latest decision and the latest correction said of them.

    As `verdict`, `verdict_reason` and `annulled`.
    """
    latest = Decision.objects.filter(result=OuterRef("pk")).order_by("-pk")
    corrected = Correction.objects.filter(result=OuterRef("pk")).order_by("-pk")
    return results.annotate(  # type: ignore[no-redef]
        verdict=Subquery(latest.values("accepted")[:1]),
        verdict_reason=Subquery(latest.values("reason")[:1]),
        annulled=Subquery(corrected.values("annulled")[:1]),
    )


def results_of_games(game_ids: list[UUID] | QuerySet[Any, Any]) -> dict[UUID, GameResult]:
    """The results of these games, with what was said of them, by game; an open one has none."""
    results = judged(GameResult.objects.filter(game_id__in=game_ids))
    return {result.game_id: result for result in results}


@dataclass(frozen=True)
class Difference:
    """Totals that are not what the ledger says."""

    player_id: UUID
    variant: str
    level: str
    stored: Tally
    counted: Tally


def totals_that_differ() -> Iterator[Difference]:
    """Fold the whole ledger again and give every row of totals that says something else.

    Reads two tables in batches, so it is exact only inside one snapshot (or at rest): otherwise a
    result committed between the two readings looks like a difference.
    """
    ledger = judged(GameResult.objects.order_by("player_id", "id"))
    results = ledger.iterator(chunk_size=2000)
    totals = Totals.objects.order_by("player_id").iterator(chunk_size=2000)
    of_player = attrgetter("player_id")
    rows: Iterable[GameResult | Totals] = heapq.merge(results, totals, key=of_player)
    for player_id, of_one_player in groupby(rows, key=of_player):
        yield from _differences(player_id, of_one_player)


def _differences(player_id: UUID, rows: Iterable[GameResult | Totals]) -> Iterator[Difference]:
    stored: defaultdict[tuple[str, str], Tally] = defaultdict(Tally)
    counted: defaultdict[tuple[str, str], Tally] = defaultdict(Tally)
    for row in rows:
        key = (row.variant, row.level)
        if isinstance(row, Totals):
            stored[key] = row.tally
        else:
            counted[key] = add(counted[key], row)
    for key in sorted(stored.keys() | counted.keys()):
        if stored[key] != counted[key]:
            yield Difference(player_id, *key, stored=stored[key], counted=counted[key])
