"""What helps a player who asks nothing: the best destination first, and dead ends told."""

from games.rules.position import Move, Position

DEAD_END_POSITIONS = 64
DEAD_END_MOVES = 8


def best_first(position: Position) -> tuple[Move, ...]:
    """The legal moves, each once, in the order in which taps on the piles would find them."""
    return tuple(dict.fromkeys(tap.move for tap in position.rules.taps(position)))


def is_dead(position: Position) -> bool:
    """Whether moves are left but lead nowhere, seen without effort.

    True only when all positions that can be reached are known, at most 64, and none is won.
    It is looked for only where at most 8 moves are legal, so that asking costs little; False
    says nothing. A move that would show a hidden card leads to positions that are not known, so
    what is said is true for every order of the hidden cards; of a single one there is no other.
    """
    if position.is_won or position.is_stuck or len(position.legal_moves) > DEAD_END_MOVES:
        return False
    seen = {position.in_play}
    waiting = [position]
    while waiting:
        current = waiting.pop()
        if current.is_won:
            return False
        for after in map(current.play, current.legal_moves):
            if current.unseen > 1 and after.unseen != current.unseen:
                return False
            if after.in_play not in seen:
                seen.add(after.in_play)
                waiting.append(after)
                if len(seen) > DEAD_END_POSITIONS:
                    return False
    return True
