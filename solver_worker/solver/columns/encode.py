"""Rules and positions as the kernels have them."""

import numpy as np
from numpy.typing import NDArray

from games.rules import Building, Position, Rules, down_any_suit
from solver_worker.solver.columns.kernels.board import (
    BITS,
    COLUMNS,
    DESK,
    RANKS_A_WORD,
    SUITS,
    Game,
)
from solver_worker.solver.solution import UnsupportedRules


def is_known(rules: Rules) -> bool:
    """Whether the search knows these rules: columns built down whatever the suits, and no cells.

    All kinds of foundations and of filling empty columns are known; runs move as one, or never.
    """
    return (
        isinstance(rules, Building)
        and rules.fits is down_any_suit
        and rules.cells == 0
        and rules.columns <= COLUMNS
        and rules.runs != "by_free_places"
    )


def game_of(rules: Rules) -> Game:
    """The rules as the kernels have them; `UnsupportedRules` where they are not known."""
    if not isinstance(rules, Building) or not is_known(rules):
        raise UnsupportedRules(rules.id)
    deck = sum(
        1 << SUITS * rank + suit for rank in range(rules.ranks) for suit in range(rules.suits)
    )
    kings = deck & (15 << SUITS * (rules.ranks - 1))
    return Game(
        rules.columns,
        rules.ranks,
        rules.suits,
        deck,
        {"any": deck, "kings": kings, "none": 0}[rules.empty_columns],
        int(rules.runs == "always"),
        int(rules.foundations == "alternating_colour"),
    )


def desk_of(position: Position, game: Game) -> NDArray[np.void]:
    """DESK[1] with the position's cards on its first table."""
    desks = np.zeros(1, DESK)
    table = desks[0]["before"]
    for at, pile in enumerate(position.piles):
        if at < game.columns:
            table["heights"][at] = len(pile)
            table["cards"][at, : len(pile)] = pile
        else:
            table["home"][at - game.columns] = len(pile)
    return desks


def codes_of(keys: NDArray[np.int64]) -> NDArray[np.int64]:
    """What each of 52 cards lies on, a row for each key."""
    words, places = np.divmod(np.arange(52), RANKS_A_WORD * SUITS)
    codes: NDArray[np.int64] = keys[:, words] >> (BITS * places) & 7
    return codes
