"""What a replay tells of the piles: op by op the same as was seen when the game was played."""

import json
from typing import Any

import pytest

from games.rules import LOG_LIMIT, RULES, Op, Playthrough, film_of, name, shuffled
from tests.games.conftest import Player, line_of, stock_up, stored

Piles = list[dict[str, Any]]


def after(piles: Piles, changes: list[dict[str, Any]]) -> Piles:
    """The piles after an op, from those before it."""
    changed = {each["id"]: each for each in changes}
    then = []
    for pile in piles:
        change = changed.pop(pile["id"], None)
        if change is None:
            then.append(pile)
        elif "count" in change:
            then.append({**pile, "count": change["count"]})
        else:
            then.append({**pile, "cards": pile["cards"][: change["keep"]] + change["cards"]})
    assert not changed
    return then


def shown(player: Player, game: dict[str, Any]) -> list[Piles]:
    """The piles of a finished game's replay at every version."""
    replay = player.get(f"/games/{game['id']}/replay").json()
    seen = [replay["piles"]]
    for op in replay["ops"]:
        seen.append(after(seen[-1], op["changes"]))
    return seen


@pytest.mark.parametrize(
    "variant",
    ["bakers_game", "bakers_dozen", "good_measure", "spanish_patience", "baroness", "thirteens"],
)
def test_a_replay_shows_what_was_seen(player: Player, variant: str) -> None:
    cards = [name(card) for card in shuffled(b"film")]
    game = player.start("medium", variant=variant, deal={"cards": cards})
    seen = [game["piles"]]
    for at in range(24):
        moves = game["legal_moves"]
        if game["status"] != "active":
            break
        undo = not moves or (at % 5 == 4 and game["can_undo"])
        game = player.play(game, "z" if undo else moves[at % len(moves)]["move"])
        seen.append(game["piles"])
    assert len(seen) > 5
    if game["status"] == "active":
        player.post(f"/games/{game['id']}/resign")
    told = shown(player, game)
    assert told == seen


def test_pauses_and_auto_finish_are_told_too(player: Player) -> None:
    stock_up()
    game = player.start("easy")
    ops = ["p", "r"]
    for move in line_of(game):
        if game["auto_finish"]:
            break
        game = player.play(game, *ops, move)
        ops = []
    else:
        raise AssertionError("this line never comes to where auto-finish could begin")
    seen = game["piles"]
    won = player.play(game, "x")
    told = shown(player, won)
    assert told[0] == told[1] == told[2] != told[3]
    assert told[-2:] == [seen, won["piles"]]
    assert len(told) == won["version"] + 1


def test_hidden_cards_are_counted_and_not_named(player: Player) -> None:
    game = player.start("medium", variant="baroness")
    game = player.play(game, "n", "z", "n")
    hidden = {name(card) for card in stored(game).playthrough.position.pile("stock")}
    player.post(f"/games/{game['id']}/resign")
    replay = player.get(f"/games/{game['id']}/replay").json()
    counts = [
        change["count"]
        for op in replay["ops"]
        for change in op["changes"]
        if change["id"] == "stock"
    ]
    assert len(counts) == 3
    assert counts[0] == counts[2] == counts[1] - 5
    named = {card for pile in replay["piles"] for card in pile.get("cards", [])}
    named |= {c for op in replay["ops"] for each in op["changes"] for c in each.get("cards", [])}
    assert hidden
    assert not named & hidden


def test_the_longest_game_is_told_in_reasonable_size() -> None:
    rules = RULES["bakers-game-4-cells-1"]
    deck = rules.numbered("ms", 1)[1]
    log = tuple(Op("z" if at % 2 else "1a", at * 1000) for at in range(LOG_LIMIT))
    _, changes = film_of(Playthrough(rules, deck, log))
    assert len(changes) == LOG_LIMIT
    assert len(json.dumps(changes)) < 600_000
