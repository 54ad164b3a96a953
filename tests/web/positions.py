"""Games in positions that a test needs, found along lines that are known to win."""

from collections.abc import Callable
from typing import Any

from games.rules import RULES, VARIANTS, Playthrough, name, parse_deck, view_of
from tests.games.conftest import Player, proven_rows

View = dict[str, Any]


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
