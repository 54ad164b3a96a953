"""The plain search: right on all tiny games, on recorded verdicts, and move by move."""

import random
import tracemalloc
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from games.rules import RULES, Building, Position, microsoft_deck, ordered_deck
from solver_worker.solver.bakers_game import plain
from solver_worker.solver.bakers_game.kernels import plain_moves
from solver_worker.solver.bakers_game.plain import plain_solve, plain_verdict
from solver_worker.solver.solution import Limits, Reason, UnsupportedRules, Verdict
from tests.solver.boards import replayed, thrown, wandered
from tests.solver.naive import Naive, laid_out, reachable, tiny_rules, winnable_deals

VERDICTS = Path(__file__).parents[1] / "data" / "verdicts"
SMALL = Limits(megabytes=2)  # quicker to get
ROOMY = Limits(megabytes=50)
FULL_RULES = sorted(each for each in RULES if each.startswith("bakers-game"))[::6]


def is_winnable(position: Position, limits: Limits = SMALL) -> bool:
    solution = plain_verdict(position, limits)
    assert solution.verdict != Verdict.UNKNOWN
    return solution.verdict == Verdict.WINNABLE


# --- Verdicts


@pytest.mark.parametrize("cells", [0, 1, 2])
@pytest.mark.parametrize("columns", [2, 3, 4])
@pytest.mark.parametrize("ranks", [3, 4])
def test_every_tiny_deal(ranks: int, columns: int, cells: int) -> None:
    rules = tiny_rules(ranks, columns, cells)
    deals = winnable_deals(ranks, columns, cells)
    wrong = [dealt for dealt, won in deals.items() if is_winnable(laid_out(rules, dealt)) != won]
    assert not wrong


@pytest.mark.parametrize("empty_columns", ["any", "kings"])
@pytest.mark.parametrize(("columns", "cells"), [(2, 0), (2, 2), (3, 1), (4, 1)])
def test_thrown_boards(columns: int, cells: int, empty_columns: str) -> None:
    rules = Building("thrown", columns, cells, empty_columns=empty_columns, ranks=5, suits=3)
    naive, found = Naive(), Counter()
    for seed in range(150):
        position = thrown(rules, left=7 + seed % 3, seed=seed)
        won = naive.can_be_won(position)
        assert is_winnable(position) == won, f"\n{position}"
        found[won] += 1
    assert len(found) == 2 or (columns, cells) == (4, 1)


@pytest.mark.parametrize("cells", [3, 4])
def test_microsoft_deals(cells: int) -> None:
    rules = RULES[f"bakers-game-{cells}-cells-1"]
    rows = (VERDICTS / f"bakers_game_{cells}_cells_unwinnable_ms_1_20000.txt").read_text()
    unwinnable = {int(row) for row in rows.splitlines() if not row.startswith("#")}
    for number in range(1, 201):
        position = rules.lay_out(microsoft_deck(number))
        assert is_winnable(position, ROOMY) == (number not in unwinnable)


def recorded_kings_only() -> Iterator[tuple[int, str]]:
    file = VERDICTS / "bakers_game_4_cells_kings_only_ms_1_1000.tsv"
    for row in file.read_text().splitlines():
        if not row.startswith("#"):
            number, verdict, *_ = row.split("\t")
            yield int(number), verdict


def test_kings_only() -> None:
    rules = RULES["bakers-game-4-cells-kings-1"]
    recorded = dict(recorded_kings_only())
    assert len(recorded) == 1000
    for number, verdict in recorded.items():
        solution = plain_verdict(rules.lay_out(microsoft_deck(number)))
        found = {Verdict.WINNABLE: "S", Verdict.UNWINNABLE: "U"}[solution.verdict]
        assert verdict in (found, "?"), number


# --- Lines


@pytest.mark.parametrize("rules_id", FULL_RULES)
def test_lines_win(rules_id: str) -> None:
    rules = RULES[rules_id]
    for number in (1, 2, 3):
        position = wandered(
            rules.lay_out(microsoft_deck(number)), 10 * number, random.Random(number)
        )
        solution = plain_solve(position, ROOMY)
        assert (solution.reason is None) == (solution.verdict != Verdict.UNKNOWN)
        if solution.verdict == Verdict.WINNABLE:
            assert replayed(position, solution.line).is_won
            assert solution.depth == len(solution.line)
        else:
            assert solution.line == ()


def test_a_won_position_needs_no_line() -> None:
    rules = tiny_rules(3, 2, 1)
    won = Position(rules, ((), (), (), (0, 4, 8), (1, 5, 9)))
    assert plain_solve(won).verdict == Verdict.WINNABLE
    assert plain_solve(won).line == ()


def test_a_position_that_plays_itself_home() -> None:
    rules = tiny_rules(3, 2, 0)
    position = laid_out(rules, ((9, 5, 1), (8, 4, 0)))
    solution = plain_solve(position)
    assert replayed(position, solution.line).is_won
    assert (len(solution.line), solution.positions) == (6, 0)


# --- The kernel's moves are the rules' moves


def closed(position: Position) -> tuple[int, int]:
    return plain.encode(plain.with_moves_home(position)[0])


def kernel_successors(board: plain_moves.Board, words: tuple[int, int]) -> set[tuple[int, int]]:
    found = np.empty((plain_moves.MOST_SUCCESSORS, 2), np.int64)
    count = plain_moves.successors(board, *words, found)
    return {(int(low), int(high)) for low, high in found[:count]} - {words}


def check_single_moves(start: Position) -> None:
    """Single-card moves of the rules, with everything home after them, are the kernel's."""
    position = plain.with_moves_home(start)[0]
    words = plain.encode(position)
    expected = {
        closed(position.play(move))
        for move in position.legal_moves
        if position.rules.cards_moved(position, move) == 1
    }
    assert kernel_successors(plain.board_of(start), words) == expected - {words}, f"\n{start}"


@pytest.mark.parametrize("rules_id", FULL_RULES)
def test_successors_are_legal_moves(rules_id: str) -> None:
    rules = RULES[rules_id]
    deck = list(ordered_deck())
    for seed in range(12):
        random.Random(seed).shuffle(deck)
        check_single_moves(wandered(rules.lay_out(tuple(deck)), 5 * seed, random.Random(seed)))
        check_single_moves(thrown(rules, 4 * seed, seed))


@pytest.mark.parametrize("empty_columns", ["any", "kings"])
@pytest.mark.parametrize(("columns", "cells"), [(2, 1), (3, 0), (3, 2), (4, 1)])
def test_all_moves_and_successors_reach_the_same(
    columns: int, cells: int, empty_columns: str
) -> None:
    """Moves of runs too: whatever the rules reach, once all is home that can be, is reached."""
    rules = Building("reached", columns, cells, empty_columns=empty_columns)
    for seed in range(25):
        start = thrown(rules, left=6 + seed % 2, seed=seed)
        board = plain.board_of(start)
        seen = {closed(start)}
        waiting = list(seen)
        while waiting:
            new = kernel_successors(board, waiting.pop()) - seen
            seen |= new
            waiting += new
        assert seen == {closed(position) for position in reachable(start)}, f"\n{start}"


# --- Limits


RULES_OF_LIMITS = RULES["bakers-game-4-cells-1"]
HARD = RULES_OF_LIMITS.lay_out(microsoft_deck(10))
LARGE = RULES_OF_LIMITS.lay_out(microsoft_deck(223))


def test_the_position_limit_is_kept() -> None:
    solution = plain_verdict(HARD, Limits(positions=1000))
    assert solution.verdict == Verdict.UNKNOWN
    assert (solution.reason, solution.positions) == (Reason.POSITION_LIMIT, 1000)


def test_the_memory_limit_is_kept() -> None:
    assert plain_verdict(LARGE).verdict == Verdict.UNWINNABLE
    for megabytes in (0, 1):
        tracemalloc.start()
        solution = plain_verdict(LARGE, Limits(megabytes=megabytes))
        _, most = tracemalloc.get_traced_memory()
        tracemalloc.stop()
        assert (solution.verdict, solution.reason) == (Verdict.UNKNOWN, Reason.MEMORY_LIMIT)
        assert most <= megabytes * 1_000_000 + 100_000


def test_just_enough_positions_are_enough() -> None:
    needed = plain_verdict(HARD).positions
    assert plain_verdict(HARD, Limits(positions=needed)).verdict == Verdict.UNWINNABLE
    assert plain_verdict(HARD, Limits(positions=needed - 1)).verdict == Verdict.UNKNOWN


def test_other_games_are_refused() -> None:
    rules = Building("other", fits=lambda card, onto: onto > card)
    with pytest.raises(UnsupportedRules):
        plain_verdict(rules.lay_out(microsoft_deck(1)))


@pytest.mark.parametrize("more", [{"columns": 11}, {"cells": 11}])
def test_more_columns_or_cells_than_the_kernel_has_room_for_are_refused(
    more: dict[str, int],
) -> None:
    position = Building("wide", **more).lay_out(microsoft_deck(1))
    with pytest.raises(UnsupportedRules):
        plain_verdict(position)
