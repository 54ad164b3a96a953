"""Games won as players win them: in their own order, and taking their time."""

from collections.abc import Iterator
from datetime import timedelta
from itertools import pairwise
from typing import Any
from uuid import uuid4

from allauth.account.models import EmailAddress

from accounts import standing
from games.models import Game
from games.rules import RULES, Playthrough, RulesViolation, parse_deck
from tests.games.conftest import Player, line_of

CHUNK = 6


def full() -> Player:
    """A player with a confirmed address."""
    player = Player()
    confirm(player)
    return player


def confirm(player: Player) -> None:
    """What confirming an address does."""
    player.user.email = f"{uuid4().hex}@example.org"
    player.user.save()
    EmailAddress.objects.create(user=player.user, email=player.user.email, verified=True)
    standing.confirm(player.user)


def own_lines(game: dict[str, Any]) -> Iterator[list[str]]:
    """Lines that win a game and that nobody has proven it by, as long as that one."""
    proven = line_of(game)
    row = Game.objects.select_related("deal").get(pk=game["id"])
    start = Playthrough(RULES[row.rules], parse_deck(row.deal.deck))
    for at, (one, other) in enumerate(pairwise(proven)):
        line = [*proven[:at], other, one, *proven[at + 2 :]]
        try:
            if one != other and start.append(0, line, 0).is_won:
                yield line
        except RulesViolation:
            continue


def win_by_hand(
    player: Player, game: dict[str, Any], line: list[str], clock: Any, seconds: int = 90
) -> dict[str, Any]:
    """The game's last document, after its line was played evenly over so many seconds."""
    chunks = [line[at : at + CHUNK] for at in range(0, len(line), CHUNK)]
    # Marks at whole microseconds, so that however they are rounded the last one is the end.
    marks = [timedelta(seconds=seconds) * at / len(chunks) for at in range(len(chunks) + 1)]
    for chunk, (before, after) in zip(chunks, pairwise(marks), strict=True):
        clock.shift(after - before)
        game = player.play(game, *chunk)
    assert game["status"] == "won"
    return game
