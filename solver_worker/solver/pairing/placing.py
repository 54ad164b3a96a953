"""Which card stands where: a plan for real piles from steps that leave it open.

The search leaves the order of floating cards open, and what a pool has beneath which card (see
`kernels.places`). A win has told it of every pool in the end. So each row that was laid on
floating cards has an order in which they must lie then. They are brought into it the last time
before that row when there is a space; what follows is at most a move to the only space left,
which is kept where that card must lie.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field

from games.rules import Position
from solver_worker.solver.pairing.kernels.steps import LAY, MOVE, TELL
from solver_worker.solver.pairing.plans import Step, Table

# The card that must lie in a slot, or None where nothing must.
Order = dict[int, int | None]


@dataclass
class _Open:
    """The table as the search sees it: what is left open is not in its piles."""

    table: Table
    floating: set[int] = field(default_factory=set)
    pools: dict[int, int] = field(default_factory=dict)
    left: dict[int, set[int]] = field(default_factory=dict)
    orders: dict[int, Order] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self._let_float()

    def spaces(self) -> list[int]:
        """The playing piles that are empty."""
        slots = range(self.table.rules.pile_count)
        return [slot for slot in slots if slot not in self.pools and not self.table.piles[slot]]

    def play(self, at: int, step: Step) -> None:
        """Make the step with this number in its line."""
        if step.kind == TELL:
            self._tell(step.card, step.other - 1 if step.other else None)
        elif step.kind == LAY:
            self._cover(at)
            self.table.lay()
        elif step.kind == MOVE:
            self.table.move(step.card, self.spaces()[0])
        else:
            self.table.discard(step.card)
            if step.other != step.card:
                self.table.discard(step.other)
        self._close()
        self._let_float()

    def _tell(self, slot: int, card: int | None) -> None:
        pool = self.pools.pop(slot)
        self.orders[pool][slot] = card
        if card is not None:
            self.left[pool].remove(card)
            self.table.piles[slot].insert(0, card)

    def _cover(self, at: int) -> None:
        if not self.floating or self.table.places_of_row()[0] >= self.table.rules.pile_count:
            return
        self.left[at], self.orders[at] = set(), {}
        for slot in self.floating:
            self.left[at].update(self.table.piles[slot])
            self.table.piles[slot] = []
            self.pools[slot] = at
        self.floating = set()

    def _close(self) -> None:
        for pool, cards in self.left.items():
            slots = [slot for slot, each in self.pools.items() if each == pool]
            if len(slots) == 1 or not cards:
                for slot in slots:
                    self._tell(slot, min(cards, default=None))

    def _let_float(self) -> None:
        slots = set(range(self.table.rules.pile_count)) - set(self.pools)
        singles = {slot for slot in slots if len(self.table.piles[slot]) < 2}
        has_rows = bool(self.table.places_of_row())
        self.floating = singles if self.spaces() or not has_rows else self.floating & singles


@dataclass(frozen=True)
class _Moment:
    """The table before a step: the slots whose cards float, and whether there is a space."""

    floating: frozenset[int]
    has_space: bool


def planned(position: Position, steps: Sequence[Step]) -> list[Step]:
    """The plan of a search's steps, which lead from the position to a win.

    `MOVE` names the real pile that a card goes to, and nothing has still to be told. A card that
    was moved off a space, as was told later, stays where it is: it floats in either place.
    """
    open_table = _Open(Table.of(position))
    moments = []
    for at, step in enumerate(steps):
        spaces = open_table.spaces()
        moments.append(_Moment(frozenset(open_table.floating), bool(spaces)))
        open_table.play(at, step)
    table, plan = Table.of(position), []
    for at, step in enumerate(steps):
        row = next((later for later in range(at, len(steps)) if steps[later].kind == LAY), at)
        order = open_table.orders.get(row, {})
        if order and _is_last_chance(moments[at : row + 1]):
            plan += _arrange(table, order, step.card if step.kind == MOVE else None)
        if step.kind == MOVE:
            if table.is_alone(step.card):
                continue
            step = step._replace(other=_space_for(table, moments[at], order, step.card))
        if step.kind != TELL:
            table.play(step)
            plan.append(step)
    return plan


def _is_last_chance(moments: Sequence[_Moment]) -> bool:
    """Whether there is a space at the first of some moments and at no later one."""
    return moments[0].has_space and not any(moment.has_space for moment in moments[1:])


def _space_for(table: Table, moment: _Moment, order: Order, card: int) -> int:
    """The space where a card must lie in the end, if it is free, or any."""
    spaces = [slot for slot in sorted(moment.floating) if not table.piles[slot]]
    return next((slot for slot in spaces if order.get(slot) == card), spaces[0])


def _arrange(table: Table, order: Order, coming: int | None) -> list[Step]:
    """Bring the floating cards into their order, the place of one that is to come left empty."""
    wanted = {slot: card for slot, card in order.items() if card not in (None, coming)}
    plan = []
    while wrong := [slot for slot, card in wanted.items() if table.piles[slot] != [card]]:
        space = next((slot for slot in wrong if not table.piles[slot]), None)
        if space is not None:
            step = Step(MOVE, wanted[space], space)
        else:
            # Every wrong card is in the place of another one: the first makes room.
            space = next(slot for slot in order if not table.piles[slot])
            step = Step(MOVE, table.piles[wrong[0]][0], space)
        table.play(step)
        plan.append(step)
    return plan
