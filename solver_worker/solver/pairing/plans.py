"""A line as a plan that names cards, not piles, and the piles that it is played on."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from games.rules import Card, Move, Pairing, Position
from solver_worker.solver.pairing.encode import cards_of, rules_of
from solver_worker.solver.pairing.kernels.steps import KING, LAY, MOVE

_LAY = Move("n")


class Step(NamedTuple):
    """What a kernel's step says; cards are numbers of its board.

    A king is `card`, a pair `card` and `other`. `MOVE` takes `card` to the playing pile `other`;
    as the kernel writes it, to any space. `TELL` says that `other` - 1 is beneath slot `card`, or
    nothing if it is 0.
    """

    kind: int
    card: int = 0
    other: int = 0


def step_from(number: int) -> Step:
    """Read a kernel's step."""
    return Step(number & 7, number >> 3 & 63, number >> 9)


@dataclass
class Table:
    """The piles of a position, played on in place; what is asked of it must be possible."""

    rules: Pairing
    cards: tuple[Card, ...]
    piles: list[list[int]]
    laid: int

    @classmethod
    def of(cls, position: Position) -> "Table":
        """The piles of a position, its cards numbered as on the kernel's board."""
        rules = rules_of(position)
        piles: list[list[int]] = []
        laid = 0
        for pile in position.piles[: rules.stock]:
            piles.append(list(range(laid, laid + len(pile))))
            laid += len(pile)
        return cls(rules, cards_of(position), piles, laid)

    def places_of_row(self) -> list[int]:
        """The piles that the next row is laid on; none when the stock is empty."""
        count = min(len(self.cards) - self.laid, self.rules.pile_count)
        is_short = count < self.rules.pile_count
        first = self.rules.pile_count if is_short and self.rules.grace_count else 0
        return list(range(first, first + count))

    def lay(self) -> None:
        """Lay the next row."""
        for pile in self.places_of_row():
            self.piles[pile].append(self.laid)
            self.laid += 1

    def holding(self, card: int) -> int:
        """The pile in which a card is."""
        return next(at for at, pile in enumerate(self.piles) if card in pile)

    def is_alone(self, card: int) -> bool:
        """Whether nothing else is in a card's pile."""
        return len(self.piles[self.holding(card)]) == 1

    def discard(self, card: int) -> None:
        """Take a card away from wherever it is."""
        self.piles[self.holding(card)].remove(card)

    def move(self, card: int, to: int) -> None:
        """Take a card to another pile."""
        self.discard(card)
        self.piles[to].append(card)

    def is_pair(self, card: int, other: int) -> bool:
        """Whether two cards go together."""
        return self.rules.is_pair(self.cards[card], self.cards[other])

    def has_discards(self) -> bool:
        """Whether any discard is possible."""
        tops = [pile[-1] for pile in self.piles if pile]
        pairs = [(card, other) for card in tops for other in tops]
        if self.rules.pair_beneath:
            pairs += [(pile[-1], pile[-2]) for pile in self.piles if len(pile) > 1]
        return any(self.rules.is_king(self.cards[card]) for card in tops) or any(
            self.is_pair(card, other) for card, other in pairs
        )

    def play(self, step: Step) -> Move | None:
        """Make a step and write it as a move; None when it is not legal, and nothing is done."""
        if step.kind == LAY:
            if not self.places_of_row() or (self.rules.forced_discards and self.has_discards()):
                return None
            self.lay()
            return _LAY
        at = self.holding(step.card)
        depth = len(self.piles[at]) - self.piles[at].index(step.card)
        if step.kind == MOVE:
            # Once nothing is to be laid any more, a single card gains nothing and may not move.
            is_idle = len(self.piles[at]) == 1 and not self.places_of_row()
            if depth > 1 or is_idle or self.piles[step.other]:
                return None
            self.move(step.card, step.other)
            return Move(self._id(at), ">" + self._id(step.other))
        if step.kind == KING:
            if depth > 1:
                return None
            self.discard(step.card)
            return Move(self._id(at))
        return self._discard_pair(step, at, depth)

    def _discard_pair(self, step: Step, at: int, depth: int) -> Move | None:
        to = self.holding(step.other)
        other_depth = len(self.piles[to]) - self.piles[to].index(step.other)
        if at == to:
            if not self.rules.pair_beneath or depth + other_depth != 3:
                return None
        elif depth > 1 or other_depth > 1:
            return None
        self.discard(step.card)
        self.discard(step.other)
        return Move(self._id(min(at, to)), self._id(max(at, to)))

    def _id(self, pile: int) -> str:
        return self.rules.piles[pile].id


def moves_of(position: Position, plan: Sequence[Step]) -> tuple[Move, ...] | None:
    """The moves of a plan, or None where one is not legal; it then wins if nothing is left out."""
    table = Table.of(position)
    moves = []
    for step in plan:
        move = table.play(step)
        if move is None:
            return None
        moves.append(move)
    return tuple(moves)


def without_needless(position: Position, plan: list[Step]) -> list[Step]:
    """The plan without moves to spaces that it can do without, tried one after the other."""
    at = 0
    while at < len(plan):
        shorter = plan[:at] + plan[at + 1 :]
        if plan[at].kind == MOVE and moves_of(position, shorter) is not None:
            plan, at = shorter, 0
        else:
            at += 1
    return plan
