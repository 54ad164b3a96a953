"""A whole game of every variant, won on the page."""

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from games.rules import (
    RULES,
    Deck,
    Playthrough,
    best_first,
    deck_text,
    name,
    numbered_deck,
    parse_deck,
    shuffled,
)
from tests.games.conftest import Player, proven_rows
from tests.web.screen import DATA, Screen


def proven(variant: str, level: str = "easy") -> tuple[Deck, list[str]]:
    """A deal that comes with the project, and the line that wins it."""
    deck, line = proven_rows(variant, level)[0]
    return parse_deck(deck), line.split()


def solved(rules_id: str) -> tuple[Deck, list[str]]:
    """A numbered deal that the tests know a line for."""
    rows = (DATA / "solutions" / f"{rules_id}_solutions.tsv").read_text().splitlines()
    number, line = next(row for row in rows if not row.startswith("#")).split("\t")
    return numbered_deck("ms", int(number)), line.split()


def played_on(rules_id: str, seed: bytes) -> tuple[Deck, list[str]]:
    """A deal that is won by whoever makes any move there is."""
    game = Playthrough(RULES[rules_id], shuffled(seed))
    while not game.is_won:
        game = game.append(game.version, [str(best_first(game.position)[0])], 0)
    return game.deck, [op.text for op in game.log]


DEALS: dict[str, tuple[str, str, Callable[[], tuple[Deck, list[str]]]]] = {
    "bakers_game": ("medium", "E", lambda: proven("bakers_game")),
    "bakers_dozen": ("easy", "A", lambda: proven("bakers_dozen")),
    "good_measure": ("medium", "E", lambda: proven("good_measure")),
    "spanish_patience": ("medium", "A", lambda: solved("spanish_patience")),
    "baroness": ("medium", "A", lambda: proven("baroness")),
    "thirteens": ("medium", "E", lambda: played_on("thirteens-1", b"1")),
}


@pytest.mark.parametrize("variant", DEALS)
def test_a_game_is_won_by_hand(
    variant: str, open_screen: Callable[..., Screen], player: Player
) -> None:
    level, size, deal = DEALS[variant]
    deck, line = deal()
    cards = [name(card) for card in deck]
    assert deck_text(deck) == "".join(cards)
    game = player.start(level, variant=variant, deal={"cards": cards})
    screen = open_screen(size, player, reduced_motion="reduce")
    screen.open(game)
    for at, move in enumerate(line):
        view = screen.state()
        if view["auto_finish"] or view["status"] == "won":
            break  # The client finishes by itself.
        screen.play(move, view)
        screen.page.wait_for_function(
            "at => document.querySelector('dialog.result')"
            " || Number(document.querySelector('.figure b').textContent) > at",
            arg=at,
        )
    expect(screen.page.get_by_role("heading", name="You won!")).to_be_visible()
    assert screen.state()["status"] == "won"
    homes = {"hC", "hD", "hH", "hS"} if variant not in ("baroness", "thirteens") else {"discard"}
    assert sum(len(screen.pile(pile)) for pile in homes) == 52
