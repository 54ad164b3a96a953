"""Games in positions that a test needs, found along lines that are known to win."""

from collections.abc import Callable
from typing import Any

from games.rules import RULES, VARIANTS, Playthrough, name, parse_deck, view_of
from tests.games.conftest import Player, proven_rows

View = dict[str, Any]
PILES = "123456789A"
FULL = [rank + suit for rank in "A23456789TJQK" for suit in "CDHS"]


def dealt(columns: int = 8, **ends: str) -> list[str]:
    """The deck, in dealing order, that Baker's Game deals to columns which end so.

    `pile_3="TH 9H"` lets the nine be the last card of the third column.
    """
    given = {key.removeprefix("pile_"): text.split() for key, text in ends.items()}
    named = {card for end in given.values() for card in end}
    rest = iter(card for card in FULL if card not in named)
    piles = []
    for at, pile in enumerate(PILES[:columns]):
        end, size = given.get(pile, []), len(range(at, len(FULL), columns))
        piles.append([*(next(rest) for _ in range(size - len(end))), *end])
    return [piles[at % columns][at // columns] for at in range(len(FULL))]


def craft(player: Player, columns: int = 8, cells: int = 4, **ends: str) -> dict[str, Any]:
    """A practice game of Baker's Game on columns that end so."""
    custom = {"cells": cells, "columns": columns, "empty_columns": "any"}
    return player.start("custom", custom=custom, deal={"cards": dealt(columns, **ends)})


def reach(
    player: Player, variant: str, level: str, wanted: Callable[[View], object]
) -> dict[str, Any]:
    """A practice game of the player, played up to the first position that is wanted."""
    rules = VARIANTS[variant].levels[level].rules
    assert rules is not None
    for deck, line in proven_rows(variant, level):
        played = Playthrough(RULES[rules.id], parse_deck(deck))
        ops: list[str] = []
        for move in [*line.split(), ""]:
            if wanted(view_of(played, 0)):
                cards = [name(card) for card in played.deck]
                game = player.start(level, variant=variant, deal={"cards": cards})
                return player.play(game, *ops) if ops else game
            if move:
                ops.append(move)
                played = played.append(played.version, [move], 0)
    raise LookupError("no known line comes to such a position")


def fresh(player: Player, variant: str = "bakers_game") -> dict[str, Any]:
    """An easy game of the player, just dealt."""
    return reach(player, variant, "easy", lambda view: True)


def cards_of(view: View, pile_id: str) -> list[str]:
    """The cards of a pile, base first."""
    return next(pile["cards"] for pile in view["piles"] if pile["id"] == pile_id)


def moves_of(view: View, pile_id: str, n: int = 1) -> list[dict[str, Any]]:
    """The listed moves of so many cards from a pile, best first."""
    return [entry for entry in view["legal_moves"] if entry["from"] == pile_id and entry["n"] == n]


def kind_of(view: View, pile_id: str) -> str:
    """What kind of pile this is; a foundation may be told by its letter alone."""
    kinds = {pile["id"]: pile["kind"] for pile in view["piles"]}
    return kinds.get(pile_id, "foundation")
