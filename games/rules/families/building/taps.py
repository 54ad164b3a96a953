"""What a tap on a pile does first: the best of the moves that can be taken from there."""

from collections.abc import Sequence

from games.rules.families.building.moves import cards_moved
from games.rules.families.building.parameters import Parameters
from games.rules.position import Move, Piles, Tap

_HOME, _BUILD, _FILL, _CELL, _NOTHING = range(5)


def taps(rules: Parameters, piles: Piles, moves: Sequence[Move]) -> tuple[Tap, ...]:
    """The moves source by source, best destination first.

    Home is best, then a card to build on, then an empty column, then a cell; into an empty
    column the fewest cards first. Of cards to build on one of the same suit is best: it cannot go
    home before the card that lies on it. Last comes what only gives an emptied column another
    number.
    """

    def worth(move: Move) -> tuple[int, int, int, int]:
        source = rules.index[move.source]
        to = rules.index.get(move.destination, len(rules.piles))
        if to >= rules.first_foundation:
            return source, _HOME, to, 0
        if to >= rules.columns:
            return source, _CELL, to, 0
        if piles[to]:
            count = cards_moved(rules, piles, move)
            is_other_suit = (piles[source][-count] ^ piles[to][-1]) & 3 != 0
            return source, _BUILD, is_other_suit, to
        is_whole = source < rules.columns and len(piles[source]) == move.count
        return source, _NOTHING if is_whole else _FILL, to, move.count

    return tuple(Tap(move, move.source, move.destination) for move in sorted(moves, key=worth))
