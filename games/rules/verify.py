"""Check what the service tells of a deal or a game, with nothing but Python: `… verify FILE`.

FILE is a saved answer: the `fairness` or the `certificate` of a deal, or a replay as JSON or as
text. The cards must be those that were promised, every move legal, and the end as it is told.
"""

import json
import re
import sys
from collections.abc import Mapping
from dataclasses import asdict
from datetime import datetime, timedelta
from hashlib import sha256
from pathlib import Path
from typing import Any

from games.rules.cards import Deck, parse_deck, require_full_deck
from games.rules.exchange import REPLAY_TITLE, play_ops, play_standard, read_replay_text
from games.rules.families import RULES, VARIANTS
from games.rules.playthrough import Playthrough
from games.rules.scoring import SCORING_VERSION
from games.rules.view import film_of

USAGE = "usage: python -m games.rules.verify FILE   (- for standard input)\n"
END = ("lost", "won")
FAILURES = (ValueError, LookupError, TypeError, AttributeError, ArithmeticError, RecursionError)


class NotTrue(ValueError):
    """Something in the file is not as it is told."""


def require(is_true: bool, complaint: str) -> None:
    """Raise `NotTrue` with a complaint."""
    if not is_true:
        raise NotTrue(complaint)


def members(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """A JSON object; a name that comes twice could be read in two ways."""
    require(len(dict(pairs)) == len(pairs), "a member is there twice")
    return dict(pairs)


def check_deal(told: Mapping[str, Any]) -> Deck:
    """Deck and salt must be such, and have the digest that was told before they were."""
    text, salt = told["deck"], told["salt"]
    require(text is not None and salt is not None, "deck and salt are not revealed yet")
    deck = parse_deck(text)
    require_full_deck(deck)
    # Else some of the deck's last letters could be told as the salt's first ones.
    require(re.fullmatch("[0-9a-f]{64}", salt) is not None, "the salt is not 64 hex digits")
    digest = sha256(f"{text}{salt}".encode("ascii")).hexdigest()
    require(told["commitment"] == f"sha256:{digest}", "deck and salt do not give the commitment")
    return deck


def check_rules(told: Mapping[str, Any]) -> None:
    """The rules must be those of the level or, of a board from elsewhere, with kings as dealt."""
    level = VARIANTS[told["variant"]].rules_of(told["level"], told.get("custom"))
    name, served = (rules.rpartition("-")[0] for rules in (told["rules"], level.id))
    require(name.removesuffix("-as-dealt") == served, "these are not the rules of the level")


def check_certificate(told: Mapping[str, Any]) -> str:
    """The line must win the deal under the rules."""
    check_rules(told)
    position = RULES[told["rules"]].lay_out(check_deal(told))
    require(str(position) == told["board"], "the board is not the deck's")
    require(play_standard(position, told["moves"]).is_won, "the line does not win")
    return f"the line of {len(told['moves'])} moves wins under {told['rules']}"


def check_replay(told: Mapping[str, Any]) -> str:
    """The ops must be legal and come to the told piles, end, moves, time and score."""
    check_rules(told)
    require(told["mode"] in {"casual", "daily", "practice"}, "the mode is unknown")
    deck, ended_at_ms = check_deal(told["deal"]), told["ended_at_ms"]
    start = Playthrough(RULES[told["rules"]], deck, ranked=told["mode"] == "daily")
    require(str(start.position) == told["board"], "the board is not the deck's")
    game = play_ops(start, [(op["op"], op["at_ms"]) for op in told["ops"]])
    dealt, ended = (datetime.fromisoformat(told[f"{name}_at"]) for name in ("created", "finished"))
    # Instants are told with less precision than the end was computed from.
    is_rounded = abs((ended - dealt) / timedelta(milliseconds=1) - ended_at_ms) <= 1
    require(type(ended_at_ms) is int and is_rounded, "the end is not when it is told to be")
    is_right = (told["status"], told["reason"] is None) == (END[game.is_won], game.is_won)
    require(is_right, "the game does not end as told")
    require(told["assisted"] or not game.undid_reveal, "an undo that revealed cards is help")
    require(play_standard(start.position, told["moves"]) == game.position, "the moves are others")
    is_right = (told["piles"], [op["changes"] for op in told["ops"]]) == film_of(game)
    require(is_right, "the piles are not what the deal and the ops make of them")
    score = game.score(ended_at_ms)
    right = {
        "moves": game.moves,
        "undos": game.undos,
        "elapsed_ms": game.elapsed_ms(ended_at_ms),
        "score": {**asdict(score), "total": score.total, "scoring_version": SCORING_VERSION},
    }
    require(told["result"] == right, f"the result should be {right}")
    return f"{len(told['ops'])} legal ops, {told['status']} with {score.total} points"


def check_replay_text(text: str) -> str:
    """The same of a replay's text, which does not have all that time and score follow from."""
    replay = read_replay_text(text)
    deck = check_deal({name.lower(): value for name, value in replay.facts.items()})
    position = RULES[replay.facts["Rules"]].lay_out(deck)
    require(str(position) == replay.board, "the board is not the deck's")
    is_won = play_standard(position, replay.moves).is_won
    require(replay.facts["Outcome"] == END[is_won], "the game does not end as told")
    told = f"{len(replay.moves)} legal moves, {END[is_won]}"
    return f"{told}; moves made, time and score can be checked in the JSON alone"


def check(text: str) -> list[str]:
    """What was found to be true; one of `FAILURES` for what is not."""
    committed = "the deck is the one that was committed to"
    if text.startswith(REPLAY_TITLE):
        return [committed, check_replay_text(text)]
    told = json.loads(text, object_pairs_hook=members)
    if told["kind"] == "certificate":
        return [committed, check_certificate(told)]
    if told["kind"] == "replay":
        return [committed, check_replay(told)]
    require(told["kind"] == "fairness", "this is no commitment, certificate or replay")
    check_deal(told)
    return [committed]


def main(arguments: list[str]) -> int:
    """Print what was found; 0 when all is true, 1 when not, 2 when nothing could be read."""
    if len(arguments) != 1:
        sys.stderr.write(USAGE)
        return 2
    try:
        text = sys.stdin.read() if arguments == ["-"] else Path(*arguments).read_text("utf-8-sig")
        found = check(text)
    except OSError as failure:
        sys.stderr.write(f"{failure}\n")
        return 2
    except FAILURES as wrong:
        sys.stdout.write(f"NOT TRUE: {wrong}\n")
        return 1
    sys.stdout.write("".join(f"ok: {each}\n" for each in found))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
