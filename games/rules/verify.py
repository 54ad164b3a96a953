"""Check what the service tells of a deal or a game, with nothing but Python: `… verify FILE`.

FILE is a saved answer: the `fairness` or the `certificate` of a deal, or a replay as JSON or as
text. The cards must be those that were promised, every move legal, and the end as it is told.
"""

import json
import sys
from collections.abc import Iterable, Mapping
from hashlib import sha256
from pathlib import Path
from typing import Any

from games.rules.cards import deck_text, parse_deck
from games.rules.errors import RulesViolation
from games.rules.exchange import REPLAY_TITLE, read_replay_text, read_standard_move
from games.rules.families import RULES
from games.rules.playthrough import Playthrough
from games.rules.position import Position, Rules

USAGE = "usage: python -m games.rules.verify FILE   (- for standard input)\n"


class NotTrue(ValueError):
    """Something in the file is not as it is told."""


def require(is_true: bool, complaint: str) -> None:
    """Raise `NotTrue` with a complaint."""
    if not is_true:
        raise NotTrue(complaint)


def check_commitment(commitment: str, deck: str | None, salt: str | None) -> str:
    """Deck and salt must have the digest that was told before they were."""
    require(deck is not None and salt is not None, "deck and salt are not revealed yet")
    digest = sha256(f"{deck}{salt}".encode("ascii")).hexdigest()
    require(commitment == f"sha256:{digest}", "deck and salt do not give the commitment")
    return "the deck is the one that was committed to"


def play(position: Position, moves: Iterable[str]) -> Position:
    """Play moves in the notation of replays; each must be legal."""
    for number, text in enumerate(moves, 1):
        try:
            position = position.play(position.parse_move(str(read_standard_move(text))))
        except RulesViolation as refused:
            raise NotTrue(f"move {number}, {text}: {refused}") from None
    return position


def rules_named(name: str) -> Rules:
    """The rules with this id."""
    require(name in RULES, f"unknown rules {name}")
    return RULES[name]


def check_certificate(told: Mapping[str, Any]) -> list[str]:
    """The line must win the deal under the rules."""
    position = rules_named(told["rules"]).lay_out(parse_deck(told["deck"]))
    won = play(position, told["moves"])
    require(won.is_won, "the line does not win")
    committed = check_commitment(told["commitment"], told["deck"], told["salt"])
    return [committed, f"the line of {len(told['moves'])} moves wins under {told['rules']}"]


def check_replay(told: Mapping[str, Any]) -> list[str]:
    """The ops must be legal and come to the told end, moves, time and score."""
    deal = told["deal"]
    game = Playthrough(
        rules_named(told["rules"]), parse_deck(deal["deck"]), ranked=told["mode"] == "daily"
    )
    require(str(game.position) == told["board"], "the board is not the deck's")
    for number, op in enumerate(told["ops"], 1):
        try:
            game = game.append(game.version, [op["op"]], op["at_ms"])
        except RulesViolation as refused:
            raise NotTrue(f"op {number}, {op['op']}: {refused}") from None
    require(game.is_won == (told["status"] == "won"), "the game does not end as told")
    require(
        play(game.line[0], told["moves"]) == game.position, "the moves are not those of the ops"
    )
    score = game.score(told["ended_at_ms"])
    result = {**told["result"], "score": told["result"]["score"]["total"]}
    sums = {
        "moves": game.moves,
        "undos": game.undos,
        "elapsed_ms": game.elapsed_ms(told["ended_at_ms"]),
        "score": score.total,
    }
    for name, value in sums.items():
        require(result[name] == value, f"{name} should be {value}")
    committed = check_commitment(deal["commitment"], deal["deck"], deal["salt"])
    return [committed, f"{len(told['ops'])} legal ops, {told['status']} with {score.total} points"]


def check_replay_text(text: str) -> list[str]:
    """The same of a replay's text, which has no times and no score."""
    replay = read_replay_text(text)
    facts = replay.facts
    position = rules_named(facts["Rules"]).lay_out(parse_deck(facts["Deck"]))
    require(str(position) == replay.board, "the board is not the deck's")
    is_won = play(position, replay.moves).is_won
    require(is_won == (facts["Outcome"] == "won"), "the game does not end as told")
    committed = check_commitment(
        facts["Commitment"], deck_text(parse_deck(facts["Deck"])), facts["Salt"]
    )
    return [committed, f"{len(replay.moves)} legal moves, {facts['Outcome']}"]


def check(text: str) -> list[str]:
    """What was found to be true; `NotTrue`, `RulesViolation` or `KeyError` for what is not."""
    if text.startswith(REPLAY_TITLE):
        return check_replay_text(text)
    told = json.loads(text)
    match told["kind"]:
        case "fairness":
            return [check_commitment(told["commitment"], told["deck"], told["salt"])]
        case "certificate":
            return check_certificate(told)
        case "replay":
            return check_replay(told)
    raise NotTrue("this is neither a commitment nor a certificate nor a replay")


def main(arguments: list[str]) -> int:
    """Print what was found; 0 when all is true, 1 when not, 2 when nothing could be read."""
    if len(arguments) != 1:
        sys.stderr.write(USAGE)
        return 2
    try:
        (name,) = arguments
        text = sys.stdin.read() if name == "-" else Path(name).read_text(encoding="utf-8")
        found = check(text)
    except OSError as failure:
        sys.stderr.write(f"{failure}\n")
        return 2
    except (ValueError, KeyError, TypeError) as wrong:
        sys.stdout.write(f"NOT TRUE: {wrong}\n")
        return 1
    sys.stdout.write("".join(f"ok: {each}\n" for each in found))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
