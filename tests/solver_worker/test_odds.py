"""While cards are hidden a hint gives odds, from what the player sees alone."""

import json
import random
from typing import Any

import pytest
from django.db import transaction

from games.rules import Deck, Position, name, shuffled
from games.services import start
from solver_worker.models import Solve
from solver_worker.solver import odds
from solver_worker.solver.pairing.odds import LEAST_ORDERS
from tests.games.conftest import Player, new_id, stored
from tests.games.test_hidden_cards import GAMES, NAMES, alike, words
from tests.games.test_schema import components, require_valid
from tests.solver_worker.conftest import ask, row

__all__ = ["components"]


def shown(position: Position) -> set[str]:
    """The cards that are or were on the table."""
    return {name(card) for pile in position.piles for card in pile} - hidden(position)


def hidden(position: Position) -> set[str]:
    return {*map(name, position.pile("stock"))}


def play_to_the_end_of_the_stock(player: Player, game: dict[str, Any]) -> dict[str, Any]:
    """Lay row after row, discarding only where a row may not be laid."""
    while stored(game).playthrough.position.unseen:
        moves = [each["move"] for each in game["legal_moves"]]
        if not moves:
            pytest.fail("No move is left before the stock is empty.")
        game = player.play(game, "n" if "n" in moves else moves[0])
    return game


@pytest.mark.parametrize("request_", GAMES, ids=NAMES)
def test_a_hint_gives_the_odds_of_every_legal_move(
    player: Player, components: Any, request_: dict[str, Any]
) -> None:
    game = player.start(**request_)
    hint = ask(player, game, "hint")
    require_valid(hint, "Hint", components)
    answer = hint["answer"]
    assert (answer["verdict"], answer["reason"]) == ("unknown", "hidden_cards")
    assert answer["deal_verdict"] == "unknown"
    assert answer["move"] is answer["moves_left"] is answer["undo"] is None
    told = answer["odds"]
    assert told["orders"] >= LEAST_ORDERS
    assert told["is_complete"] is False
    # A pair is offered from either of its piles.
    legal = {each["move"] for each in game["legal_moves"]}
    assert sorted(each["move"] for each in told["moves"]) == sorted(legal)
    for each in told["moves"]:
        won, lost, open_ = each["winnable"], each["unwinnable"], each["unknown"]
        assert won + lost + open_ == told["orders"]
        assert each["share"] == pytest.approx((won + open_ / 2) / told["orders"], abs=1e-4)
        assert 0 < each["error"] < 0.2
    assert row(hint).positions > 0
    assert row(hint).line == ""


def test_the_odds_are_those_of_the_solver(player: Player) -> None:
    game = player.start(variant="baroness")
    game = player.play(game, "n", "n", "n")
    found = odds(stored(game).playthrough.position, f"{game['id']} 3".encode())
    told = ask(player, game, "hint")["answer"]["odds"]
    assert [(each.winnable, each.unwinnable, each.unknown) for each in found.moves] == [
        (each["winnable"], each["unwinnable"], each["unknown"]) for each in told["moves"]
    ]


def test_the_same_hint_is_the_same_and_help_is_noted(player: Player) -> None:
    game = player.start(variant="baroness")
    first = ask(player, game, "hint")
    assert player.post(f"/games/{game['id']}/hint").json() == first
    assert player.get(f"/games/{game['id']}").json()["assisted"] is True


def test_a_verdict_would_tell_of_hidden_cards(player: Player) -> None:
    answer = ask(player, player.start(variant="baroness"), "verdict")["answer"]
    assert answer == {"verdict": "unknown", "reason": "hidden_cards"}


def test_once_nothing_is_hidden_any_more_the_truth_is_told(
    player: Player, components: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(start, "shuffled", lambda _: shuffled(b"known"))
    game = play_to_the_end_of_the_stock(player, player.start(variant="baroness"))
    hint = ask(player, game, "hint")
    require_valid(hint, "Hint", components)
    assert hint["answer"]["odds"] is None
    assert hint["answer"]["verdict"] in ("winnable", "unwinnable")
    assert hint["answer"]["deal_verdict"] in ("winnable", "unwinnable")
    verdict = ask(player, game, "verdict")["answer"]
    assert verdict == {"verdict": hint["answer"]["verdict"], "reason": None}
    # What was laid is hidden again when that is undone.
    game = player.play(game, "z")
    assert ask(player, game, "verdict")["answer"]["reason"] == "hidden_cards"
    assert ask(player, game, "hint")["answer"]["odds"]["is_complete"] is True


@pytest.mark.parametrize("request_", GAMES, ids=NAMES)
def test_r20_no_word_of_an_answer_is_a_hidden_card(
    player: Player, request_: dict[str, Any]
) -> None:
    chance = random.Random(str(request_))
    game = player.start(**request_)
    seen: set[str] = set()
    for _ in range(4):
        position = stored(game).playthrough.position
        seen |= shown(position)
        for kind in ("hint", "verdict"):
            told = json.dumps(ask(player, game, kind)).encode()
            assert not (hidden(position) - seen) & words(told)
        if not game["legal_moves"]:
            break
        game = player.play(game, chance.choice(game["legal_moves"])["move"])


@pytest.mark.parametrize("request_", GAMES, ids=NAMES)
def test_r20_deals_equal_in_what_is_seen_have_equal_odds(
    player: Player, monkeypatch: pytest.MonkeyPatch, request_: dict[str, Any]
) -> None:
    """The same game id, and another order of the cards that were never shown."""
    game_id = new_id()

    def answers(deck: Deck) -> tuple[list[Any], set[str]]:
        monkeypatch.setattr(start, "shuffled", lambda _: deck)
        chance = random.Random(7)
        told = []
        with transaction.atomic():
            game = player.start(id=game_id, **request_)
            for _ in range(4):
                question = ask(player, game, "hint")
                kept = Solve.objects.values("answer", "line", "positions", "error")
                told.append((question["answer"], kept.get(pk=question["id"])))
                game = player.play(game, chance.choice(game["legal_moves"])["move"])
            left = hidden(stored(game).playthrough.position)
            transaction.set_rollback(True)
        return told, left

    deck = shuffled(b"alike")
    one, left = answers(deck)
    other_deck = alike(deck, left, request_.get("custom", {}))
    assert other_deck != deck
    other, left_too = answers(other_deck)
    assert left_too == left
    assert one == other
