"""What a tap on a pile does first: the best of the moves that can be taken from there."""

from collections.abc import Sequence

from games.rules.families.building.parameters import Parameters
from games.rules.position import Move, Piles, Tap

_HOME, _BUILD, _FILL, _CELL, _NOTHING = range(5)


def taps(rules: Parameters, piles: Piles, moves: Sequence[Move]) -> tuple[Tap, ...]:
    """The moves source by source, best destination first.

    Home is best, then a card to build on, then an empty column, then a cell; into an empty
    column the fewest cards first. Last comes what only gives an emptied column another number.
    """

    def worth(move: Move) -> tuple[int, int, int, int]:
        source = rules.index[move.source]
        to = rules.index.get(move.destination, len(rules.piles))
        if to >= rules.first_foundation:
            return source, _HOME, to, 0
        if to >= rules.columns:
            return source, _CELL, to, 0
        if piles[to]:
            return source, _BUILD, to, 0
        is_whole = source < rules.columns and len(piles[source]) == move.count
        return source, _NOTHING if is_whole else _FILL, to, move.count

    return tuple(Tap(move, move.source, move.destination) for move in sorted(moves, key=worth))
