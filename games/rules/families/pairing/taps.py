"""What a tap on a pile does first: the best of the moves that can be taken from there."""

from collections.abc import Sequence

from games.rules.families.pairing.parameters import Parameters
from games.rules.position import DISCARD, LAY, SPACE, STOCK, Move, Piles, Tap

_KING, _PAIR, _SPACE, _NOTHING = range(4)


def taps(rules: Parameters, piles: Piles, moves: Sequence[Move]) -> tuple[Tap, ...]:
    """The moves pile by pile, best first; a pair can be taken from either of its piles.

    A king goes at once, as nothing else can be done with it. Of several partners that on the
    tallest pile is best, since most cards wait beneath it; then a space. Last comes what only
    gives the one card of a pile another place. Laying is taken from the stock, and goes to no one
    pile.
    """

    def worth(tap: Tap) -> tuple[int, int, int, int]:
        source, to = rules.index[tap.source], rules.index.get(tap.destination or "", 0)
        if tap.destination == DISCARD:
            return source, _KING, 0, 0
        if tap.move.destination.startswith(SPACE):
            return source, _NOTHING if len(piles[source]) == 1 else _SPACE, 0, to
        # Within one pile the partner lies one lower.
        height = len(piles[to]) - (to == source)
        return source, _PAIR, -height, to

    found = [tap for move in moves for tap in _ways(move)]
    return tuple(sorted(found, key=worth))


def _ways(move: Move) -> tuple[Tap, ...]:
    """The piles from which a move can be taken."""
    if move.source == LAY:
        return (Tap(move, STOCK, None),)
    if not move.destination:
        return (Tap(move, move.source, DISCARD),)
    if move.destination.startswith(SPACE):
        return (Tap(move, move.source, move.destination.removeprefix(SPACE)),)
    one, other = move.source, move.destination
    if one == other:
        return (Tap(move, one, one),)
    return Tap(move, one, other), Tap(move, other, one)
