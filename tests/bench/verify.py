"""How long reading all games again takes: `python -m tests.bench.verify --games 100000`."""

import argparse
import os
from datetime import timedelta
from random import Random
from time import perf_counter
from uuid import UUID

import django

if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    django.setup()

from django.core.management import call_command
from django.db import transaction
from django.utils import timezone

from accounts.services import create_guest
from games.models import Deal, Game
from games.rules import RULES, VARIANTS, Playthrough, deck_text, log_text, parse_deck, shuffled
from games.services.outcome import result_of
from stats.models import GameResult
from stats.services.recounting import lock_level, recount
from tests.bench.requests import own_database
from tests.games.conftest import proven_rows

GAMES = 100_000
PORTION = 1_000
PLAYERS = 200
PLAYTHROUGHS = 2_000
MOST_OPS = 150


def _won(rules: str, deck: str, line: list[str], choose: Random) -> Playthrough:
    """A line that wins, with detours that were undone, some seconds a move."""
    played, at_ms = Playthrough(RULES[rules], parse_deck(deck)), 0
    for move in line:
        at_ms += choose.randrange(500, 6000)
        moves = [str(each) for each in played.position.legal_moves]
        batch = [choose.choice(moves), "z"] if moves and choose.random() < 0.15 else []
        if batch and played.append(played.version, batch[:1], at_ms).is_won:
            batch = []
        played = played.append(played.version, [*batch, move], at_ms)
    return played


def _lost(rules: str, choose: Random) -> Playthrough:
    """Random moves and undos, until there was no more point."""
    played, at_ms = Playthrough(RULES[rules], shuffled(choose.randbytes(32))), 0
    for _ in range(choose.randrange(MOST_OPS)):
        at_ms += choose.randrange(500, 6000)
        position = played.position
        moves = [str(each) for each in position.legal_moves if not position.play(each).is_won]
        op = choose.choice(moves) if moves and choose.random() < 0.9 else "z"
        if op == "z" and not played.can_undo:
            continue
        played = played.append(played.version, [op], at_ms)
    return played


def fill(games: int) -> None:
    """Store so many finished games of all levels, half of the easy ones won, and what follows.

    So many playthroughs are made that each is only some tens of times among a hundred thousand.
    """
    choose = Random(1)
    levels = [
        (variant, key, level.rules.id, proven_rows(variant, key) if level.proven else [])
        for variant, offered in VARIANTS.items()
        for key, level in offered.levels.items()
        if level.rules is not None
    ]
    kinds = []
    for _ in range(min(games, PLAYTHROUGHS)):
        variant, level, rules, proven = choose.choice(levels)
        if proven and choose.random() < 0.5:
            deck, line = choose.choice(proven)
            kinds.append((variant, level, rules, _won(rules, deck, line.split(), choose)))
        else:
            kinds.append((variant, level, rules, _lost(rules, choose)))
    players = [create_guest(locale="en") for _ in range(PLAYERS)]
    for _ in range(0, games, PORTION):
        portion = [
            _stored(*choose.choice(kinds), choose, choose.choice(players)) for _ in range(PORTION)
        ]
        Deal.objects.bulk_create([game.deal for game in portion])
        Game.objects.bulk_create(portion)
        GameResult.objects.bulk_create(
            result_of(game, game.playthrough, game.finished_at, is_left=game.status == "lost")
            for game in portion
        )
    for result in GameResult.objects.distinct("player", "variant", "level").order_by(
        "player", "variant", "level"
    ):
        with transaction.atomic():
            recount(*lock_level(result))


def _stored(variant, level, rules, played, choose, player) -> Game:
    last_ms = played.log[-1].at_ms if played.log else 0
    created_at = timezone.now() - timedelta(days=choose.uniform(1, 300))
    is_won = played.is_won
    deal = Deal(deck=deck_text(played.deck), salt=choose.randbytes(32).hex())
    return Game(
        id=UUID(bytes=choose.randbytes(16), version=4),
        player=player,
        deal=deal,
        variant=variant,
        level=level,
        rules=rules,
        request={},
        log=log_text(played.log),
        version=played.version,
        assisted=played.undid_reveal,
        status="won" if is_won else "lost",
        reason=None if is_won else "resigned",
        created_at=created_at,
        last_op_at=created_at + timedelta(milliseconds=last_ms),
        finished_at=created_at + timedelta(milliseconds=last_ms + (0 if is_won else 5_000)),
    )


def run(games: int = GAMES) -> None:
    """Fill a database of the benchmark's own, read it again, and print how long that took."""
    with own_database():
        start = perf_counter()
        fill(games)
        print(f"{games:,} games made in {perf_counter() - start:.0f} s")
        start = perf_counter()
        call_command("verify_games")
        seconds = perf_counter() - start
        ops = sum(Game.objects.values_list("version", flat=True))
        print(
            f"verify_games: {seconds:.0f} s, {1e3 * seconds / games:.2f} ms a game of "
            f"{ops / games:.0f} ops"
        )


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=GAMES)
    run(parser.parse_args().games)
