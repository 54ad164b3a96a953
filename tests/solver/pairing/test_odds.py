"""Odds while the stock is hidden: exact where they can be, fair where they are drawn, and blind."""

from collections import Counter
from dataclasses import replace
from itertools import islice, permutations
from math import factorial, sqrt
from random import Random

import pytest

from games.rules import (
    RULES,
    Building,
    Card,
    Move,
    Pairing,
    Position,
    microsoft_deck,
)
from solver_worker.solver import Limits, MoveOdds, Odds, UnsupportedRules, Verdict, odds, verdict
from solver_worker.solver.pairing.odds import LEAST_ORDERS, orders_of, unseen, with_stock
from tests.solver.boards import wandered
from tests.solver.pairing.games import FAMILY, SWITCHES, Naive, dealt, tiny

SEED = b"odds"


def timeless(found: Odds) -> Odds:
    return replace(found, seconds=0)


def exact_shares(position: Position) -> dict[Move, float]:
    """The share of all orders of the stock that can be won after each move, by plain searches."""
    orders = list(permutations(unseen(position)))
    shares = {}
    for move in position.legal_moves:
        after = (with_stock(position, order).play(move) for order in orders)
        shares[move] = sum(Naive().can_be_won(each) for each in after) / len(orders)
    return shares


def with_stock_of(rules: Pairing, cards: int, choose: Random) -> Position:
    """A position with moves and so many cards unseen, or fewer where rows end so."""
    position = dealt(rules, choose)
    lay = Move("n")
    while len(unseen(position)) > cards:
        moves = position.legal_moves
        if not moves:
            return with_stock_of(rules, cards, choose)
        position = position.play(lay if lay in moves else choose.choice(moves))
    return position if position.legal_moves else with_stock_of(rules, cards, choose)


@pytest.mark.parametrize("switches", SWITCHES)
def test_where_few_cards_are_unseen_all_orders_are_looked_at(switches: tuple[object, ...]) -> None:
    choose = Random(f"{switches}")
    for piles in (2, 3):
        position = with_stock_of(tiny(switches, piles, ranks=5, suits=2), 4, choose)
        found = odds(position, SEED)
        assert found.is_complete
        assert {each.move: each.share for each in found.moves} == exact_shares(position)
        for each in found.moves:
            assert each.orders == factorial(len(unseen(position)))
            assert (each.error, each.unknown) == (0, 0)


@pytest.mark.parametrize("switches", SWITCHES[::3])
def test_where_more_are_unseen_the_estimate_is_near(switches: tuple[object, ...]) -> None:
    choose = Random(f"near {switches}")
    position = with_stock_of(tiny(switches, 3, ranks=5, suits=2), 6, choose)
    if len(unseen(position)) < 6:
        return
    found = odds(position, SEED)
    assert not found.is_complete
    shares = exact_shares(position)
    for each in found.moves:
        assert each.error > 0
        assert abs(each.share - shares[each.move]) < 4 * each.error


@pytest.mark.parametrize("rules", FAMILY, ids=lambda rules: rules.id)
def test_the_order_of_the_stock_says_nothing(rules: Pairing) -> None:
    choose = Random(rules.id)
    position = wandered(dealt(rules, choose), choose.choice([0, 3, 6]), choose)
    cards = list(position.piles[rules.stock])
    found = set()
    for _ in range(2):
        choose.shuffle(cards)
        found.add(timeless(odds(with_stock(position, tuple(cards)), SEED, budget=20_000)))
    assert len(found) == 1
    assert [each.move for each in found.pop().moves] == list(position.legal_moves)


@pytest.mark.parametrize("rules", FAMILY, ids=lambda rules: rules.id)
def test_every_move_is_judged_by_the_same_orders(rules: Pairing) -> None:
    """And each order by the exact verdict: the counts are those of the orders that are drawn."""
    choose = Random(rules.id)
    position = with_stock_of(rules, 14, choose)
    found = odds(position, SEED, budget=30_000)
    for each in found.moves:
        after = (
            with_stock(position, order).play(each.move)
            for order in islice(orders_of(position, SEED), each.orders)
        )
        counts = Counter(verdict(end, Limits(positions=5_000)).verdict for end in after)
        # Only what neither finds within its limits may be counted otherwise.
        unknown = counts[Verdict.UNKNOWN] + each.unknown
        assert abs(counts[Verdict.WINNABLE] - each.winnable) <= unknown
        assert abs(counts[Verdict.UNWINNABLE] - each.unwinnable) <= unknown
        assert unknown < each.orders / 2 or rules.spaces or rules.pair_beneath
    assert len({each.orders for each in found.moves}) == 1


def test_the_same_seed_has_the_same_answer_and_another_one_another() -> None:
    position = RULES["baroness-5-piles-1"].lay_out(microsoft_deck(10))
    first, again, other = (timeless(odds(position, seed)) for seed in (b"a", b"a", b"b"))
    assert first == again
    assert first.moves != other.moves


@pytest.mark.parametrize("piles", [5, 6, 7])
def test_thirty_orders_at_least_are_looked_at(piles: int) -> None:
    position = RULES[f"baroness-{piles}-piles-1"].lay_out(microsoft_deck(2))
    found = odds(position, SEED)
    assert all(each.orders >= LEAST_ORDERS for each in found.moves)
    assert all(each.unknown <= 0.05 * each.orders for each in found.moves)
    assert found.positions > 0


def test_what_is_beyond_the_budget_is_unknown() -> None:
    position = RULES["baroness-5-piles-1"].lay_out(microsoft_deck(10))
    found = odds(position, SEED, budget=8_000)
    assert all(each.orders == LEAST_ORDERS for each in found.moves)
    assert any(each.unknown for each in found.moves)
    assert found.positions <= 8_000
    everything = {each.move: each for each in odds(position, SEED, budget=10_000_000).moves}
    for each in found.moves:
        low, high = each.bounds
        assert low <= each.share <= high
        whole = everything[each.move]
        assert whole.unknown == 0
        assert each.winnable <= whole.winnable


def test_counts_make_a_share_its_bounds_and_its_error() -> None:
    counted = MoveOdds(Move("n"), winnable=12, unwinnable=16, unknown=2, error=0.1)
    assert counted.orders == 30
    assert counted.share == pytest.approx(13 / 30)
    assert counted.bounds == pytest.approx((12 / 30, 14 / 30))


def test_the_standard_error_is_that_of_a_share() -> None:
    position = RULES["baroness-5-piles-forced-1"].lay_out(microsoft_deck(7))
    for each in odds(position, SEED).moves:
        likely = (each.winnable + each.unknown / 2 + 1) / (each.orders + 2)
        assert each.error == pytest.approx(sqrt(likely * (1 - likely) / (each.orders + 2)))


def test_every_order_is_equally_likely() -> None:
    """Of six cards, each is at each place about equally often."""
    rules = Pairing("six", pile_count=4, ranks=5, suits=2)
    position = rules.lay_out(tuple(Card(rank * 4 + suit) for rank in range(5) for suit in range(2)))
    assert len(unseen(position)) == 6
    found = Counter[tuple[int, Card]]()
    draws = 3000
    for order in islice(orders_of(position, SEED), draws):
        assert sorted(order) == list(unseen(position))
        found.update(enumerate(order))
    assert len(found) == 36
    assert all(abs(count - draws / 6) < 5 * sqrt(draws * 5 / 36) for count in found.values())


def test_a_game_without_moves_has_no_odds() -> None:
    rules = RULES["baroness-5-piles-forced-1"]
    assert isinstance(rules, Pairing)
    choose = Random(5)
    position = wandered(dealt(rules, choose), 100, choose)
    assert not position.legal_moves
    assert odds(position, SEED).moves == ()


def test_games_without_hidden_cards_are_refused() -> None:
    rules = Building("other")
    with pytest.raises(UnsupportedRules, match="other"):
        odds(Position(rules, ((),) * len(rules.piles)), SEED)
