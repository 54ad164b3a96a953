"""Whether positions can be won, by looking at every position that the rules lead to.

Only `games.rules` is asked. Positions that differ in the order of columns or of cells alone are
looked at once: every legal move of one is, with other names, a legal move of the other.
"""

from collections import deque
from itertools import permutations

from games.rules import Building, Position, ordered_deck

Columns = tuple[tuple[int, ...], ...]


def without_names(position: Position) -> Position:
    """The position with its columns in one order, and its cells."""
    rules, piles = position.rules, position.piles
    assert isinstance(rules, Building)
    first_foundation = rules.columns + rules.cells
    columns, cells = piles[: rules.columns], piles[rules.columns : first_foundation]
    return Position(rules, (*sorted(columns), *sorted(cells), *piles[first_foundation:]))


def reachable(start: Position) -> set[Position]:
    """Every position that legal moves lead to, the start among them."""
    start = without_names(start)
    seen = {start}
    waiting = deque([start])
    while waiting:
        position = waiting.popleft()
        for move in position.legal_moves:
            after = without_names(position.play(move))
            if after not in seen:
                seen.add(after)
                waiting.append(after)
    return seen


class Naive:
    """Breadth-first searches that remember what was found for the positions they passed."""

    def __init__(self) -> None:
        self.known: dict[Position, bool] = {}

    def can_be_won(self, start: Position) -> bool:
        """Whether legal moves lead to a win."""
        start = without_names(start)
        found_from: dict[Position, Position | None] = {start: None}
        waiting = deque([start])
        while waiting:
            position = waiting.popleft()
            if position.is_won or self.known.get(position):
                step: Position | None = position
                while step:
                    self.known[step] = True
                    step = found_from[step]
                return True
            if position in self.known:
                continue
            for move in position.legal_moves:
                after = without_names(position.play(move))
                if after not in found_from:
                    found_from[after] = position
                    waiting.append(after)
        self.known |= dict.fromkeys(found_from, False)
        return False


def different_deals(ranks: int, columns: int) -> set[Columns]:
    """All deals of two suits, one of those that differ only in names.

    Exchanging the suits or two columns changes no rule, so it changes no verdict.
    """
    deals = set()
    for deck in permutations(ordered_deck(ranks, 2)):
        dealt = [deck[at::columns] for at in range(columns)]
        exchanged = [tuple(card ^ 1 for card in column) for column in dealt]
        deals.add(min(tuple(sorted(dealt)), tuple(sorted(exchanged))))
    return deals


def winnable_deals(ranks: int, columns: int, cells: int) -> dict[Columns, bool]:
    """Every different deal of two suits, and whether it can be won.

    A deal that is won with fewer cells is won by the same line with more.
    """
    deals = dict.fromkeys(different_deals(ranks, columns), False)
    for fewer in range(cells + 1):
        naive, rules = Naive(), tiny_rules(ranks, columns, fewer)
        for dealt, is_won in deals.items():
            deals[dealt] = is_won or naive.can_be_won(laid_out(rules, dealt))
    return deals


def tiny_rules(ranks: int, columns: int, cells: int, suits: int = 2) -> Building:
    """Rules for a deck of a few cards."""
    name = f"tiny-{ranks}-ranks-{suits}-suits-{columns}-columns-{cells}-cells"
    return Building(name, columns=columns, cells=cells, ranks=ranks, suits=suits)


def laid_out(rules: Building, dealt: Columns) -> Position:
    """The position with these columns and nothing else."""
    return Position(rules, dealt + ((),) * (rules.cells + rules.suits))
