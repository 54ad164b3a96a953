"""What each move is worth while the stock is hidden: the share of orders that can still be won.

The exact solver says of each order of the unseen cards whether it can be won after each move. A
player who knew the order would reach these shares; who does not know it wins less often. But a
move with a larger share leaves more ways to a win, and one with none leaves none.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import count, islice, permutations
from math import factorial, sqrt
from time import perf_counter

from games.rules import Card, Move, Position, shuffled
from solver_worker.solver.pairing import refilling
from solver_worker.solver.pairing.encode import board_of, cards_of, rules_of
from solver_worker.solver.pairing.kernels.board import Records
from solver_worker.solver.pairing.searching import Search
from solver_worker.solver.solution import MoveOdds, Odds, Verdict

Order = tuple[Card, ...]

LEAST_ORDERS = 30
MOST_ORDERS = 300
# Not more orders than this are all looked at, and none twice.
_COMPLETE = 120
# What a search costs beside the positions that it expands, in positions.
_OVERHEAD = 120
# What it costs to play a refilling game out in Python, in positions.
_REFILLING = 1_500
# Every search gets so many positions before a hard one gets more.
_ROUNDS = (300, 3_000, 30_000, 300_000)
_MEGABYTES = 20


def unseen(position: Position) -> Order:
    """The cards of the stock in an order that says nothing."""
    return tuple(sorted(position.piles[rules_of(position).stock]))


def with_stock(position: Position, order: Order) -> Position:
    """The position with its stock in another order."""
    stock = rules_of(position).stock
    return Position(position.rules, (*position.piles[:stock], order, *position.piles[stock + 1 :]))


def orders_of(position: Position, seed: bytes) -> Iterator[Order]:
    """Orders of the unseen cards: all of them where they are few, else one draw after the other.

    A draw is what a shuffled deck leaves of them.
    """
    cards = unseen(position)
    if factorial(len(cards)) <= _COMPLETE:
        yield from permutations(cards)
        return
    rules, hidden = position.rules, frozenset(cards)
    for number in count():
        deck = shuffled(seed + number.to_bytes(8, "big"), rules.ranks, rules.suits)
        yield tuple(card for card in deck if card in hidden)


@dataclass
class _Judged:
    """A move of a position, its stock in the order of `unseen`, and the verdicts so far."""

    start: Position
    move: Move
    verdicts: list[Verdict] = field(default_factory=list)

    @cached_property
    def _board(self) -> tuple[Records, list[tuple[int, int]]]:
        """The board after the move, and where each card of an order is on it."""
        after = self.start.play(self.move)
        places = {card: at for at, card in enumerate(unseen(self.start))}
        numbers = [(at, places[card]) for at, card in enumerate(cards_of(after)) if card in places]
        return board_of(after), numbers

    def search(self, order: Order) -> Search:
        """The search after the move for one order of the unseen cards."""
        template, numbers = self._board
        boards = template.copy()
        for number, at in numbers:
            boards[0]["deck"][number] = order[at]
        return Search(boards, _MEGABYTES)

    def odds(self, is_complete: bool) -> MoveOdds:
        """The verdicts, counted."""
        won, lost = map(self.verdicts.count, (Verdict.WINNABLE, Verdict.UNWINNABLE))
        orders = len(self.verdicts)
        likely = (won + (orders - won - lost) / 2 + 1) / (orders + 2)
        error = 0.0 if is_complete else sqrt(likely * (1 - likely) / (orders + 2))
        return MoveOdds(self.move, won, lost, orders - won - lost, error)


@dataclass
class _Purse:
    """Positions that may still be expanded, and those that have been."""

    left: float
    positions: int = 0

    def run(self, search: Search, positions: int) -> Verdict:
        """Search on to this many positions in all, fewer where the purse is short."""
        before = search.positions
        found, _ = search.run(int(min(positions, before + max(self.left, 0))))
        self.left -= search.positions - before
        self.positions += search.positions - before
        return found


def odds(position: Position, seed: bytes, budget: int) -> Odds:
    """Say how often each legal move leaves a win, over orders of the cards that are not seen.

    At least `LEAST_ORDERS`, or all where there are at most 120, are looked at for every move; the
    budget goes first to the searches that end soon, and what is left of it to more orders, up to
    `MOST_ORDERS`. `budget` is in positions. Raises `UnsupportedRules` for other games.
    """
    started = perf_counter()
    purse = _Purse(budget)
    cards = unseen(position)
    start = with_stock(position, cards)
    judged = [_Judged(start, move) for move in start.legal_moves]
    is_complete = factorial(len(cards)) <= _COMPLETE
    orders = orders_of(position, seed)
    if judged:
        judge = _judge_refilling if rules_of(position).refills else _judge_orders
        first = list(orders if is_complete else islice(orders, LEAST_ORDERS))
        judge(judged, first, purse)
        cost = (budget - purse.left) / len(first)
        for order in islice(orders, MOST_ORDERS - len(first)):
            if purse.left < 2 * cost:
                break
            judge(judged, [order], purse)
    return Odds(
        tuple(each.odds(is_complete) for each in judged),
        is_complete,
        purse.positions,
        perf_counter() - started,
    )


def _judge_refilling(judged: list[_Judged], orders: Sequence[Order], purse: _Purse) -> None:
    """Judge orders where no choice matters, so that one verdict does for every move."""
    for order in orders:
        line, end = refilling.play_out(with_stock(judged[0].start, order))
        purse.left -= _REFILLING
        purse.positions += len(line)
        for each in judged:
            each.verdicts.append(Verdict.WINNABLE if end.is_won else Verdict.UNWINNABLE)


def _judge_orders(judged: list[_Judged], orders: Sequence[Order], purse: _Purse) -> None:
    """Judge orders for every move: all of them get few positions before any gets many."""
    searches = [(each, each.search(order)) for order in orders for each in judged]
    purse.left -= _OVERHEAD * len(searches)
    found = [purse.run(search, _ROUNDS[0]) for _, search in searches]
    for positions in _ROUNDS[1:]:
        for at, (_, search) in enumerate(searches):
            if found[at] is Verdict.UNKNOWN:
                found[at] = purse.run(search, positions)
    for (each, _), verdict in zip(searches, found, strict=True):
        each.verdicts.append(verdict)
