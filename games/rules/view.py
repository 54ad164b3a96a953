"""What a player may see and do, as plain data; hidden cards leave the rules nowhere else."""

from dataclasses import asdict
from typing import Any

from games.rules.advice import is_dead
from games.rules.cards import NAMES
from games.rules.playthrough import Playthrough
from games.rules.position import Position
from games.rules.scoring import SCORING_VERSION

View = dict[str, Any]


def _piles(position: Position, *, face_up: bool) -> list[View]:
    piles = []
    for pile, cards in zip(position.rules.piles, position.piles, strict=True):
        shown: View = {"id": pile.id, "kind": pile.kind}
        if face_up and pile.id not in position.rules.hidden:
            shown["cards"] = [NAMES[card] for card in cards]
        else:
            shown["count"] = len(cards)
        piles.append(shown)
    return piles


def _legal_moves(position: Position) -> list[View]:
    return [
        {
            "move": str(tap.move),
            "from": tap.source,
            "to": tap.destination,
            "n": position.rules.cards_moved(position, tap.move),
        }
        for tap in position.rules.taps(position)
    ]


def _blocked(position: Position) -> list[View]:
    return [
        {
            "from": each.source,
            "to": each.destination,
            "n": each.n,
            "max_run": each.max_run,
            "reason": each.reason,
        }
        for each in position.rules.blocked(position)
    ]


def _score(playthrough: Playthrough, at_ms: int) -> View:
    score = playthrough.score(at_ms)
    return {"total": score.total, **asdict(score), "scoring_version": SCORING_VERSION}


def view_of(playthrough: Playthrough, at_ms: int, *, is_over: bool = False) -> View:
    """The table at a moment, in milliseconds since the deal was shown.

    `is_over` says that the game ended, won or not: then nothing can be done any more. While the
    clock is paused the cards are covered and no move is offered.
    """
    position = playthrough.position
    is_over = is_over or playthrough.is_won
    covered = playthrough.is_paused and not is_over
    playable = not is_over and not covered
    return {
        "piles": _piles(position, face_up=not covered),
        "legal_moves": _legal_moves(position) if playable else [],
        "blocked": _blocked(position) if playable else [],
        "auto_finish": playable and bool(position.rules.finish(position)),
        "can_undo": playable and playthrough.can_undo,
        "undo_reveals": playable and playthrough.undo_reveals,
        "stuck": position.is_stuck,
        "dead": playable and is_dead(position),
        "paused": covered,
        "moves": playthrough.moves,
        "undos": playthrough.undos,
        "score": _score(playthrough, at_ms),
        "clock": {
            "elapsed_ms": playthrough.elapsed_ms(at_ms),
            "running": not is_over and playthrough.is_clock_running(at_ms),
        },
    }


def film_of(playthrough: Playthrough) -> tuple[list[View], list[list[View]]]:
    """The piles of the deal, and for every op of the log the piles that it changed.

    A changed pile keeps its lowest `keep` cards, then come `cards`; one that hides its cards has
    so many afterwards as `count` says.
    """
    deal, *later = playthrough.positions
    befores = (deal, *later[:-1]) if later else ()
    changes = [_changes(before, after) for before, after in zip(befores, later, strict=True)]
    return _piles(deal, face_up=True), changes


def _changes(before: Position, after: Position) -> list[View]:
    changes: list[View] = []
    for pile, old, new in zip(before.rules.piles, before.piles, after.piles, strict=True):
        if old == new:
            continue
        if pile.id in before.rules.hidden:
            changes.append({"id": pile.id, "count": len(new)})
            continue
        keep = 0
        while keep < min(len(old), len(new)) and old[keep] == new[keep]:
            keep += 1
        changes.append({"id": pile.id, "keep": keep, "cards": [NAMES[card] for card in new[keep:]]})
    return changes
