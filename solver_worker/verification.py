"""Comparing what the solver said with what players did: what it calls unwinnable is never won."""

from collections.abc import Iterator, Sequence
from typing import Any

from django.db.models import Q, QuerySet

from games.models import Game
from solver_worker.models import Solve

UNWINNABLE = "unwinnable"


def wins_against_verdicts(games: QuerySet[Game]) -> Iterator[str]:
    """Describe every question whose answer a player's win disproves: solver or rules are wrong."""
    is_proven = Q(answer__verdict=UNWINNABLE) | Q(answer__verdicts__contains=UNWINNABLE)
    of_won = Solve.objects.filter(is_proven, game__status="won", game__in=games)
    for solve in of_won.select_related("game__deal").iterator(chunk_size=500):
        played = solve.game.playthrough
        won_from = set(played.line)
        positions = played.positions
        for version in _unwinnable_versions(solve):
            if positions[version] in won_from:
                yield f"game {solve.game_id}: won, but {solve.kind} {solve.pk} said it could not be"


def _unwinnable_versions(solve: Solve) -> Sequence[int]:
    answer: dict[str, Any] = solve.answer or {}
    verdicts = answer.get("verdicts")
    if verdicts is None:
        return [solve.version]
    return [version for version, verdict in enumerate(verdicts) if verdict == UNWINNABLE]
