"""Plans without the steps that they can do without, and as moves of the rules.

A plan names cards and not columns, so it can be played again with a step left out or moved to an
earlier place. Whether it still wins is seen by playing it.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import pairwise

from games.rules import Move, Position
from solver_worker.solver.bakers_dozen.arrangement import Step


@dataclass
class Board:
    """What decides which steps can be made.

    `below` is what each card lies on, `covered` has the cards that something lies on and those
    that are home, `home` how many are home of each suit, and `left` how many are not.
    """

    below: dict[int, int | None]
    covered: set[int | None]
    home: list[int]
    left: int

    def wins(self, steps: Iterable[Step]) -> bool:
        """Whether all of the steps can be made here and win; this board stays as it is."""
        after = Board(self.below.copy(), self.covered.copy(), self.home.copy(), self.left)
        return all(map(after.play, steps)) and after.left == 0

    def play(self, step: Step) -> bool:
        """Make a step if it can be made, and say whether it could."""
        card, onto = step
        if card in self.covered or onto in self.covered:
            return False
        if onto is None:
            if self.home[card & 3] != card >> 2:
                return False
            self.home[card & 3] += 1
            self.left -= 1
            self.covered.add(card)
        else:
            self.covered.add(onto)
        self.covered.discard(self.below[card])
        self.below[card] = onto
        return True


def shortened(position: Position, plan: list[Step]) -> list[Step]:
    """The plan with as few hops as leaving some out, one after the other, comes to."""
    before = None
    while before != len(plan):
        before = len(plan)
        board, done = _board_of(position), 0
        while done < len(plan):
            for rest in _shorter(plan[done:]):
                if board.wins(rest):
                    plan = plan[:done] + rest
                    break
            else:
                board.play(plan[done])
                done += 1
    return plan


def moves_of(position: Position, plan: list[Step]) -> tuple[Move, ...]:
    """The moves that make these steps from a position."""
    columns: dict[int, str] = {}
    for pile, cards in zip(position.rules.piles, position.piles, strict=True):
        columns |= dict.fromkeys(cards, pile.id)
    moves = []
    for card, onto in plan:
        destination = "h" if onto is None else columns[onto]
        moves.append(Move(columns[card], destination))
        columns[card] = destination
    return tuple(moves)


def _shorter(plan: list[Step]) -> Iterator[list[Step]]:
    """The plan without its first step, a hop, and with its card's next step in its place."""
    card, onto = plan[0]
    if onto is not None:
        yield plan[1:]
        again = next(at for at, step in enumerate(plan[1:], 1) if step.card == card)
        if plan[again].onto is not None:
            yield [plan[again], *plan[1:again], *plan[again + 1 :]]


def _board_of(position: Position) -> Board:
    board = Board({}, set(), [0] * position.rules.suits, 0)
    for pile, cards in zip(position.rules.piles, position.piles, strict=True):
        if pile.kind == "foundation":
            board.home[position.rules.index[pile.id] - len(position.rules.piles)] = len(cards)
            board.covered |= set(cards)
        elif cards:
            board.below |= {cards[0]: None}
            board.below |= {card: below for below, card in pairwise(cards)}
            board.covered |= set(cards[:-1])
            board.left += len(cards)
    return board
