"""What helps a player who asks nothing: the best destination first, and dead ends told."""

from collections.abc import Iterator

from games.rules.position import Move, Position

DEAD_END_POSITIONS = 64
DEAD_END_MOVES = 8

_HOME, _BUILD, _FILL, _CELL, _NOTHING = range(5)


def best_first(position: Position) -> tuple[Move, ...]:
    """The legal moves source by source, best destination first: what a tap would do.

    Home is best, then a card to build on, then an empty column, then a cell; into an empty
    column the fewest cards first. Last comes what only gives an emptied column another number.
    """
    rules = position.rules

    def worth(move: Move) -> tuple[int, int, int, int]:
        source = rules.index.get(move.source, len(rules.piles))
        to = rules.index.get(move.destination)
        if to is None:
            return source, _HOME, 0, 0
        if rules.piles[to].kind == "cell":
            return source, _CELL, to, 0
        if position.piles[to]:
            return source, _BUILD, to, 0
        is_column = rules.piles[source].kind == "column"
        is_whole = is_column and len(position.piles[source]) == move.count
        return source, _NOTHING if is_whole else _FILL, to, move.count

    return tuple(sorted(position.legal_moves, key=worth))


def _next_positions(position: Position) -> Iterator[Position]:
    return map(position.play, position.legal_moves)


def is_dead(position: Position) -> bool:
    """Whether moves are left but lead nowhere, seen without effort.

    True only when all positions that can be reached are known, at most 64, and none is won.
    It is looked for only where at most 8 moves are legal, so that asking costs little; False
    says nothing. Rules with hidden cards are never judged by what is hidden.
    """
    if position.is_won or position.is_stuck or position.rules.hidden:
        return False
    seen = {position}
    waiting = [position]
    while waiting:
        current = waiting.pop()
        if current.is_won or len(current.legal_moves) > DEAD_END_MOVES:
            return False
        new = {each for each in _next_positions(current) if each not in seen}
        seen |= new
        waiting += new
        if len(seen) > DEAD_END_POSITIONS:
            return False
    return True
