"""No help on what a player sees in a counted game, and no word about what nobody sees there."""

from collections.abc import Sequence
from typing import Any

import pytest

from tests.games.conftest import Player, stored

DOZEN: dict[str, Any] = {"variant": "bakers_dozen", "level": "medium"}
BARONESS: dict[str, Any] = {"variant": "baroness", "level": "medium"}
OTHER_SUITS = str.maketrans("CDHS", "DSCH")


def cards_of(game: dict[str, Any]) -> list[str]:
    """The deck of a game, card by card."""
    deck = stored(game).deal.deck
    return [deck[at : at + 2] for at in range(0, 104, 2)]


def answers(player: Player, cards: Sequence[str], **choice: Any) -> set[Any]:
    """What a practice game on these cards is told when it asks for help."""
    practice = player.start(**choice, deal={"cards": list(cards)})
    asked = [player.post(f"/games/{practice['id']}/{kind}") for kind in ("hint", "verdict")]
    assert stored(practice).assisted == (asked[0].status_code == 202)
    player.post(f"/games/{practice['id']}/resign")
    return {(each.status_code, each.json().get("code")) for each in asked}


REFUSED = {(403, "deal_in_play")}
ANSWERED = {(202, None)}


@pytest.mark.parametrize("order", [range(13), [12, *range(12)]])
def test_another_deck_that_comes_to_the_same_table(player: Player, order: Sequence[int]) -> None:
    counted = player.start(**DOZEN)
    columns = [pile["cards"] for pile in counted["piles"] if pile["kind"] == "column"]
    cards = [columns[column][row] for row in range(4) for column in order]
    assert answers(player, cards, **DOZEN) == REFUSED
    player.post(f"/games/{counted['id']}/resign")
    assert answers(player, cards, **DOZEN) == ANSWERED


@pytest.mark.parametrize("choice", [DOZEN, BARONESS, {"level": "hard"}])
def test_other_suits_are_the_same_game(player: Player, choice: dict[str, Any]) -> None:
    cards = [card.translate(OTHER_SUITS) for card in cards_of(player.start(**choice))]
    assert answers(player, cards, **choice) == REFUSED


def test_other_cells_are_not_another_table(player: Player) -> None:
    cards = [card.translate(OTHER_SUITS) for card in cards_of(player.start("medium"))]
    custom = {"cells": 3, "columns": 8, "empty_columns": "any"}
    assert answers(player, cards, level="custom", custom=custom) == REFUSED


def test_unseen_cards_in_another_order_are_the_same_to_the_player(player: Player) -> None:
    cards = cards_of(player.start(**BARONESS))
    assert answers(player, cards[:5] + cards[:4:-1], **BARONESS) == REFUSED


def test_a_refusal_does_not_tell_which_cards_are_hidden(player: Player) -> None:
    counted = player.start(**BARONESS)
    cards = cards_of(counted)
    for right, wrong in [
        (cards, [*cards[:50], cards[51], cards[50]]),
        (cards[1:] + cards[:1], [*cards[1:50], cards[51], cards[50], cards[0]]),
    ]:
        for choice in (BARONESS, {"level": "medium"}, {"variant": "thirteens"}):
            assert answers(player, right, **choice) == answers(player, wrong, **choice)
    assert answers(player, cards, level="medium") == ANSWERED
    assert player.post(f"/games/{counted['id']}/hint").status_code == 202
