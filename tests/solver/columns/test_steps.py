"""The steps of the kernel are the moves of the rules, but for those left out on purpose."""

from collections import Counter

import pytest

from games.rules import Building, Card, Move, Position, microsoft_deck
from solver_worker.solver import Limits, Verdict
from solver_worker.solver.columns.encode import codes_of
from solver_worker.solver.columns.kernels import pool as pools
from solver_worker.solver.columns.kernels.board import AS_LAID, AT_BASE, HOME, ON_CLUBS
from solver_worker.solver.columns.passes import ANY_LOWER, best_first
from solver_worker.solver.columns.searches import Search, find_line
from tests.solver.columns.games import KINDS, KNOWN, Kind, dealt, is_home, played, rules_of

Codes = tuple[int, ...]


def codes(position: Position) -> Codes:
    """What each of 52 cards lies on; cards that the deck does not have count as not moved."""
    rules = position.rules
    assert isinstance(rules, Building)
    found = dict.fromkeys(range(52), AS_LAID)
    for at, pile in enumerate(position.piles):
        for height, card in enumerate(pile):
            if at >= rules.columns:
                found[card] = HOME
            elif height == 0:
                found[card] = AT_BASE
            elif pile[height - 1] >> 2 == (card >> 2) + 1:
                found[card] = ON_CLUBS + (pile[height - 1] & 3)
    return tuple(found.values())


def is_safe(position: Position, card: Card) -> bool:
    """Whether all cards two ranks lower are home, and no other card might want this one's place."""
    rules = position.rules
    assert isinstance(rules, Building)
    rank = card >> 2
    heights = [len(pile) for pile in position.piles]
    takers = rules.homes[card]
    return min(heights[rules.columns :]) >= rank - 1 and all(heights[at] >= rank for at in takers)


def closed(position: Position) -> Position:
    """The position after all safe moves home."""
    for move in position.legal_moves:
        if is_home(move) and is_safe(position, position.pile(move.source)[-1]):
            return closed(position.play(move))
    return position


def is_left_out(position: Position, move: Move) -> bool:
    """Whether the search does without a move of the rules; why it may is told in `steps`."""
    rules = position.rules
    assert isinstance(rules, Building)
    if is_home(move):
        return False
    source, target = position.pile(move.source), position.pile(move.destination)
    count = rules.cards_moved(position, move)
    if count == len(source):
        return not target or rules.empty_columns == "none"
    beneath, first = source[-count - 1], source[-count]
    is_hop = bool(target) and beneath >> 2 == (first >> 2) + 1
    after = position.play(move)
    uncovered_goes_home = any(
        is_home(each) and each.source == move.source for each in after.legal_moves
    )
    return rules.runs == "always" and is_hop and not uncovered_goes_home


def steps(position: Position) -> set[Codes] | None:
    """What the kernel finds one step away from a position; None if it is dead or won."""
    search = Search(position, Limits(megabytes=1))
    search.go([best_first(ANY_LOWER, 1, 1)])
    stored = int(search.pool.progress[pools.STORED])
    if stored == 1:
        return None
    return {tuple(row) for row in codes_of(search.pool.nodes["key"][1:stored]).tolist()}


def check_steps(position: Position, seen: Counter[str]) -> None:
    start = closed(position)
    found = steps(start)
    if found is None:
        seen["dead"] += not start.is_won
        return
    expected = set()
    for move in start.legal_moves:
        if is_left_out(start, move):
            seen["left out"] += 1
        else:
            expected.add(codes(closed(start.play(move))))
            seen["run"] += start.rules.cards_moved(start, move) > 1
            seen["home"] += is_home(move)
    assert found == expected - {codes(start)}, f"\n{start}"


@pytest.mark.parametrize("rules", KNOWN, ids=lambda rules: rules.id)
def test_full_decks(rules: Building) -> None:
    seen = Counter[str]()
    for number in range(1, 6):
        position = rules.lay_out(microsoft_deck(number))
        for at, move in enumerate(find_line(position).line):
            if at % 3 == 0:
                check_steps(position, seen)
            position = position.play(move)
        check_steps(played(rules, number, 5 * number), seen)
    assert seen["home"] > 10
    assert seen["left out"] > 5
    assert (seen["run"] > 0) == (rules.runs == "always")


@pytest.mark.parametrize("kind", KINDS, ids="-".join)
def test_tiny_decks(kind: Kind) -> None:
    seen = Counter[str]()
    for seed in range(60):
        rules = rules_of(kind, 2 + seed % 4, 3 + seed % 5, 2 + 2 * (seed % 2), seed % 3 % 2)
        check_steps(played(rules, seed, seed % 20), seen)
    assert seen["home"] > 5


@pytest.mark.parametrize("rules", KNOWN, ids=lambda rules: rules.id)
def test_the_order_of_columns_does_not_matter(rules: Building) -> None:
    for seed in range(5):
        position = played(rules, seed, 20 + 10 * seed)
        columns = position.piles[: rules.columns]
        turned = Position(rules, (*columns[::-1], *position.piles[rules.columns :]))
        first, second = find_line(position), find_line(turned)
        assert first.verdict is second.verdict is not Verdict.UNKNOWN


def test_dead_ends_are_told_without_a_search() -> None:
    found = Counter[Verdict]()
    for seed in range(300):
        solution = find_line(dealt(rules_of(("none", "never", "suit"), 3, 6, 3), seed))
        if solution.positions == 1:
            found[solution.verdict] += 1
    assert found[Verdict.UNWINNABLE] > 50
