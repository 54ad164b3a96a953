"""Short lines: they win by the rules, from everywhere, and they are short."""

import tracemalloc
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from random import Random
from statistics import mean

import pytest

from games.rules import RULES, Building, Card, Move, Position, microsoft_deck
from solver_worker.solver import Effort, Limits, Reason, Solution, UnsupportedRules, Verdict
from solver_worker.solver.bakers_game.lines import find_line
from tests.solver.boards import played, replayed, thrown, wandered
from tests.solver.naive import Naive, laid_out, tiny_rules, winnable_deals

VERDICTS = Path(__file__).parents[1] / "data" / "verdicts"
EASY = "bakers-game-4-cells-1"


def deal(number: int, rules: str = EASY) -> Position:
    return RULES[rules].lay_out(microsoft_deck(number))


def numbers(file: str) -> set[int]:
    lines = (VERDICTS / file).read_text().splitlines()
    return {int(line.split()[0]) for line in lines if line[0].isdigit()}


def winnable(cells: int, count: int) -> list[Position]:
    lost = numbers(f"bakers_game_{cells}_cells_unwinnable_ms_1_20000.txt")
    won = [number for number in range(1, 1000) if number not in lost][:count]
    assert len(won) == count
    return [deal(number, f"bakers-game-{cells}-cells-1") for number in won]


def assert_wins(position: Position, solution: Solution) -> None:
    assert (solution.verdict, solution.reason) == (Verdict.WINNABLE, None)
    assert solution.depth == len(solution.line)
    assert replayed(position, solution.line).is_won, f"\n{position}"


# --- Deals


@pytest.mark.parametrize(
    ("cells", "effort", "most"),
    [(4, Effort.HINT, 82.5), (4, Effort.PAR, 81), (3, Effort.HINT, 82.5), (3, Effort.PAR, 81.5)],
)
def test_the_first_100_winnable_deals_have_short_lines(
    cells: int, effort: Effort, most: float
) -> None:
    lengths = []
    for position in winnable(cells, 100):
        solution = find_line(position, effort=effort)
        assert_wins(position, solution)
        lengths.append(len(solution.line))
    assert mean(lengths) <= most


def test_a_line_for_par_is_not_longer_on_the_whole_and_costs_more() -> None:
    hint, par = ([find_line(each, None, effort) for each in winnable(4, 60)] for effort in Effort)
    assert mean(each.depth for each in par) < mean(each.depth for each in hint) - 0.5
    assert mean(each.positions for each in par) > mean(each.positions for each in hint)


@pytest.mark.parametrize("cells", [4, 3])
def test_deals_known_to_be_unwinnable_are_proved_to_be(cells: int) -> None:
    lost = sorted(numbers(f"bakers_game_{cells}_cells_unwinnable_ms_1_20000.txt"))[:25]
    rules = f"bakers-game-{cells}-cells-1"
    assert {find_line(deal(each, rules)).verdict for each in lost} == {Verdict.UNWINNABLE}


def test_kings_only_deals_are_decided_as_recorded() -> None:
    file = VERDICTS / "bakers_game_4_cells_kings_only_ms_1_1000.tsv"
    rows = [line.split() for line in file.read_text().splitlines() if line[0] != "#"]
    found = Counter[str]()
    for number, letter in [row[:2] for row in rows[:120]]:
        position = deal(int(number), "bakers-game-4-cells-kings-1")
        solution = find_line(position)
        if solution.verdict is Verdict.WINNABLE:
            assert_wins(position, solution)
        if letter != "?":
            assert solution.verdict == {"S": "winnable", "U": "unwinnable"}[letter]
        found[solution.verdict] += 1
    assert min(found["winnable"], found["unwinnable"]) > 20


@pytest.mark.parametrize("rules", sorted(each for each in RULES if "bakers-game" in each)[::4])
def test_every_kind_of_rules_has_lines(rules: str) -> None:
    """Nearly won, so that even one cell and kings-only columns leave boards that can be won."""
    wins = 0
    for seed in range(12):
        position = thrown(RULES[rules], left=14 + seed, seed=seed)
        solution = find_line(position)
        assert solution.verdict is not Verdict.UNKNOWN
        if solution.verdict is Verdict.WINNABLE:
            wins += 1
            assert_wins(position, solution)
    assert wins


# --- Other positions


@pytest.mark.parametrize("seed", range(10))
def test_positions_that_players_leave_have_lines(seed: int) -> None:
    random = Random(seed)
    for moves in (5, 15, 30, 45, 60, 80):
        position = played(random, random.choice([3, 4, 4, 5, 7]), moves, care=1)
        solution = find_line(position)
        if solution.verdict is Verdict.WINNABLE:
            assert_wins(position, solution)
        else:
            # Careful players spoil nothing; so the deal was lost before the first move.
            assert solution.verdict is Verdict.UNWINNABLE


def test_wandered_positions_reach_full_cells_and_emptied_columns() -> None:
    seen = Counter[str]()
    for seed, start in enumerate(winnable(4, 40)):
        line = find_line(start).line
        position = start
        for move in line[: 10 + seed]:
            position = position.play(move)
        position = wandered(position, 4, Random(seed))
        seen["full"] += all(position.piles[8:12])
        seen["emptied"] += not all(position.piles[:8])
        seen["home"] += position.rules.cards_home(position) > 10
        solution = find_line(position)
        seen[solution.verdict] += 1
        if solution.verdict is Verdict.WINNABLE:
            assert_wins(position, solution)
    assert min(seen[each] for each in ("full", "emptied", "home", Verdict.WINNABLE)) > 2


def test_a_won_position_has_an_empty_line() -> None:
    suits = tuple(tuple(Card(4 * rank + suit) for rank in range(13)) for suit in range(4))
    solution = find_line(Position(RULES[EASY], ((),) * 12 + suits), Limits(positions=0))
    assert (solution.verdict, solution.line, solution.depth) == (Verdict.WINNABLE, (), 0)


@pytest.mark.parametrize("pile", [0, 7, 8, 11])
def test_one_move_from_a_win(pile: int) -> None:
    suits = [tuple(Card(4 * rank + suit) for rank in range(13)) for suit in range(4)]
    suits[2], king = suits[2][:-1], suits[2][-1:]
    piles = [()] * 12 + suits
    piles[pile] = king
    position = Position(RULES[EASY], tuple(piles))
    assert find_line(position).line == (Move(position.rules.piles[pile].id, "h"),)


@pytest.mark.parametrize(("first", "moves"), [(":AC TC", 14), (":TC", 13)])
def test_a_run_moves_as_one(first: str, moves: int) -> None:
    """Nine cards go onto the jack at once, as the rules allow with all cells and a column free."""
    columns = [f"{first} 9C 8C 7C 6C 5C 4C 3C 2C", ":KC QC JC", *[":"] * 6]
    if moves == 13:
        columns[2] = ":AC"
    text = "\n".join(["Foundations: C-0 D-K H-K S-K", *columns, ""])
    solution = find_line(RULES[EASY].parse_position(text))
    assert len(solution.line) == moves
    assert (Move("1", "2") in solution.line) is (moves == 14)


# --- Exhaustion proves


@pytest.mark.parametrize("cells", [0, 1, 2])
@pytest.mark.parametrize("columns", [2, 3, 4])
@pytest.mark.parametrize("ranks", [3, 4])
def test_every_tiny_deal(ranks: int, columns: int, cells: int) -> None:
    rules = tiny_rules(ranks, columns, cells)
    for dealt, won in winnable_deals(ranks, columns, cells).items():
        position = laid_out(rules, dealt)
        solution = find_line(position)
        assert solution.verdict == (Verdict.WINNABLE if won else Verdict.UNWINNABLE), str(position)
        if won:
            assert_wins(position, solution)


@pytest.mark.parametrize("empty_columns", ["any", "kings"])
@pytest.mark.parametrize(("columns", "cells"), [(2, 0), (2, 2), (3, 1), (4, 1)])
def test_thrown_boards(columns: int, cells: int, empty_columns: str) -> None:
    rules = Building("thrown", columns, cells, empty_columns=empty_columns, ranks=5, suits=3)
    naive, found = Naive(), Counter[bool]()
    for seed in range(200):
        position = thrown(rules, left=7 + seed % 3, seed=seed)
        won = naive.can_be_won(position)
        solution = find_line(position)
        assert solution.verdict == (Verdict.WINNABLE if won else Verdict.UNWINNABLE), str(position)
        if won:
            assert_wins(position, solution)
        found[won] += 1
    assert len(found) == 2 or (columns, cells) == (4, 1)


# --- Limits, sameness, refusals


def test_the_position_limit_is_kept() -> None:
    position = deal(1)
    enough = find_line(position).positions
    short = find_line(position, Limits(positions=enough - 1))
    assert (short.verdict, short.reason) == (Verdict.UNKNOWN, Reason.POSITION_LIMIT)
    assert (short.line, short.positions) == ((), enough - 1)
    assert find_line(position, Limits(positions=enough)).verdict is Verdict.WINNABLE


def test_the_memory_limit_is_kept() -> None:
    hard = deal(8)
    assert find_line(hard).verdict is Verdict.WINNABLE
    tracemalloc.start()
    short = find_line(hard, Limits(megabytes=1))
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert (short.verdict, short.reason) == (Verdict.UNKNOWN, Reason.MEMORY_LIMIT)
    assert most < 1_300_000


def test_the_same_question_has_the_same_answer() -> None:
    position = deal(617)
    first = find_line(position)
    # Another search in between leaves its traces in the arrays.
    find_line(deal(169), effort=Effort.PAR)
    assert find_line(position).line == first.line
    assert find_line(position, Limits(megabytes=20)).positions == first.positions


def test_other_games_are_refused() -> None:
    rules = Building("any-suit", fits=lambda card, onto: onto >> 2 == (card >> 2) + 1)
    with pytest.raises(UnsupportedRules):
        find_line(rules.lay_out(microsoft_deck(1)))


def test_an_answer_does_not_depend_on_what_the_thread_solved_before() -> None:
    """Arrays are kept between searches, but only where this search could have grown them."""
    tight = Limits(megabytes=5)
    with ThreadPoolExecutor(1) as fresh:
        first = fresh.submit(find_line, deal(8), tight, Effort.PAR).result()
        for number in range(1, 120):
            fresh.submit(find_line, deal(number), Limits(), Effort.PAR).result()
        again = fresh.submit(find_line, deal(8), tight, Effort.PAR).result()
    assert first.reason is Reason.MEMORY_LIMIT
    assert (again.verdict, again.line, again.positions) == (
        first.verdict,
        first.line,
        first.positions,
    )
