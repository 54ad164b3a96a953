"""Questions that are answered in the test's own process, where no worker runs."""

import random
from typing import Any

import pytest

from games.rules import Playthrough
from solver_worker import services
from solver_worker.models import Solve
from solver_worker.tasks.questions import question
from tests.games.conftest import Player, one_daily, player, spares, stock, stored

__all__ = ["one_daily", "player", "spares", "stock"]


@pytest.fixture(autouse=True)
def _no_waiting(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody will answer while the request waits."""
    monkeypatch.setattr(services, "WAIT_SECONDS", 0)


def ask(player: Player, game: dict[str, Any], kind: str) -> dict[str, Any]:
    """Ask, have it answered, and give the question's document."""
    path = f"/games/{game['id']}/{kind}"
    asked = player.get(path) if kind == "analysis" else player.post(path)
    assert asked.status_code in (200, 202), asked.content
    answered = asked
    tries = 0
    while answered.status_code == 202 and tries < 5:
        # More than one for an analysis that has to compile the kernels first, and rests then.
        question(asked.json()["id"])
        answered = player.get(f"/solves/{asked.json()['id']}")
        tries += 1
    assert answered.status_code == 200, answered.content
    return dict(answered.json())


def row(document: dict[str, Any]) -> Solve:
    """The row of a question."""
    return Solve.objects.get(pk=document["id"])


def play_at_random(
    player: Player, game: dict[str, Any], ops: int, chance: random.Random, undo: float = 0.1
) -> dict[str, Any]:
    """Make random moves and undos, in one batch."""
    played = stored(game).playthrough
    start = played.version
    while played.version < start + ops and not played.is_won:
        legal = [str(move) for move in played.position.legal_moves]
        texts = ["z"] if played.can_undo and (not legal or chance.random() < undo) else legal
        if not texts:
            break
        played = played.append(played.version, [chance.choice(texts)], 0)
    return player.play(game, *(op.text for op in played.log[start:]))


def at_version(game: dict[str, Any], version: int) -> Playthrough:
    """The game as it stood at a version."""
    whole = stored(game).playthrough
    return Playthrough(whole.rules, whole.deck, whole.log[:version])
