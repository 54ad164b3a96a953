"""Whether a position can be won, by looking at every position that the rules lead to.

Only `games.rules` is asked. Positions that differ in the order of columns or of cells alone are
looked at once: every legal move of one is, with other names, a legal move of the other.
"""

from collections import deque
from itertools import permutations

from games.rules import Building, Deck, Position, ordered_deck


def without_names(position: Position) -> Position:
    """The position with its columns in one order, and its cells."""
    rules = position.rules
    assert isinstance(rules, Building)
    columns, cells = position.piles[: rules.columns], position.piles[rules.columns :][: rules.cells]
    home = position.piles[rules.columns + rules.cells :]
    return Position(rules, (*sorted(columns), *sorted(cells), *home))


def reachable(start: Position) -> dict[Position, bool]:
    """Every position that legal moves lead to, and whether it is won."""
    start = without_names(start)
    seen = {start: start.is_won}
    waiting = deque([start])
    while waiting:
        position = waiting.popleft()
        for move in position.legal_moves:
            after = without_names(position.play(move))
            if after not in seen:
                seen[after] = after.is_won
                waiting.append(after)
    return seen


def can_be_won(start: Position) -> bool:
    """Whether legal moves lead to a win, breadth first; it stops at the first one."""
    start = without_names(start)
    seen = {start}
    waiting = deque([start])
    while waiting:
        position = waiting.popleft()
        if position.is_won:
            return True
        for move in position.legal_moves:
            after = without_names(position.play(move))
            if after not in seen:
                seen.add(after)
                waiting.append(after)
    return False
