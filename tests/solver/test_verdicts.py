"""Verdicts of numbered deals equal what independent searches found; limits are kept."""

import re
import shutil
import subprocess
from pathlib import Path
from random import Random

import numpy as np
import pytest

from games.rules import MICROSOFT_LAST, RULES, microsoft_deck
from solver_worker.solver.bakers_game.verdicts import OUTCOMES, Batch, ms_verdicts, verdict
from solver_worker.solver.solution import Limits, Reason, Solution, Verdict

FOLDER = Path(__file__).parents[1] / "data" / "verdicts"
RANGE_SOLVER = "freecell-solver-range-parallel-solve"
HARDEST = 4326475  # of the first ten million with three cells


def rows(name: str) -> list[list[int]]:
    lines = (FOLDER / name).read_text().splitlines()
    return [[int(word) for word in line.split()] for line in lines if not line.startswith("#")]


def answer(cells: int, number: int, limits: Limits | None = None) -> Solution:
    position = RULES[f"bakers-game-{cells}-cells-1"].lay_out(microsoft_deck(number))
    return verdict(position, limits or Limits())


def outcomes(batches: list[Batch]) -> list[Verdict]:
    return [OUTCOMES[code][0] for batch in batches for code in batch.outcomes.tolist()]


@pytest.mark.parametrize("cells", [4, 3])
def test_every_deal_from_1_to_20000_is_decided_right(cells: int) -> None:
    unwinnable = {
        number for [number] in rows(f"bakers_game_{cells}_cells_unwinnable_ms_1_20000.txt")
    }
    found = outcomes(list(ms_verdicts(cells, 1, 20000)))
    assert set(found) == {Verdict.WINNABLE, Verdict.UNWINNABLE}
    assert {at for at, each in enumerate(found, 1) if each is Verdict.UNWINNABLE} == unwinnable


@pytest.mark.parametrize("cells", [4, 3])
def test_as_many_of_the_first_100000_deals_are_winnable_as_published(cells: int) -> None:
    counts = {
        last: count for _, last, count in rows(f"bakers_game_{cells}_cells_winnable_counts.tsv")
    }
    found = np.concatenate([batch.outcomes for batch in ms_verdicts(cells, 1, 100_000)])
    winnable = np.cumsum(found == 1)
    for last in (1000, 20_000, 100_000):
        assert winnable[last - 1] == counts[last]


@pytest.mark.parametrize("first", [1, 11982, 2**31 - 3, 2**32 - 3, MICROSOFT_LAST - 5])
@pytest.mark.parametrize("cells", [3, 4])
def test_the_kernel_deals_and_decides_as_the_rules_and_a_single_verdict_do(
    cells: int, first: int
) -> None:
    [batch] = ms_verdicts(cells, first, first + 5)
    assert batch.first == first
    for at, number in enumerate(range(first, first + 6)):
        alone = answer(cells, number)
        assert (alone.verdict, alone.reason) == OUTCOMES[int(batch.outcomes[at])]
        assert alone.positions == batch.positions[at]
        assert alone.depth == batch.steps[at]


@pytest.mark.parametrize(("cells", "winnable"), [(1, 47), (2, 917), (5, 19_600), (6, 19_996)])
def test_as_many_deals_are_winnable_as_the_plain_search_found(cells: int, winnable: int) -> None:
    assert outcomes(list(ms_verdicts(cells, 1, 20_000))).count(Verdict.WINNABLE) == winnable


@pytest.mark.parametrize("cells", range(2, 11))
def test_one_cell_more_never_loses_a_deal(cells: int) -> None:
    fewer = outcomes(list(ms_verdicts(cells - 1, 1, 2000)))
    more = outcomes(list(ms_verdicts(cells, 1, 2000)))
    lost = [
        number
        for number, (before, after) in enumerate(zip(fewer, more, strict=True), 1)
        if (before, after) == (Verdict.WINNABLE, Verdict.UNWINNABLE)
    ]
    assert not lost


def test_a_won_position_is_winnable_without_a_step() -> None:
    rules = RULES["bakers-game-4-cells-1"]
    won = rules.parse_position("Foundations: C-K D-K H-K S-K\n" + ":\n" * 8)
    solution = verdict(won)
    assert (solution.verdict, solution.positions, solution.depth) == (Verdict.WINNABLE, 0, 0)


def test_an_answer_tells_its_price() -> None:
    won, lost = answer(4, 1), answer(4, 10)
    assert (won.verdict, lost.verdict) == (Verdict.WINNABLE, Verdict.UNWINNABLE)
    assert won.reason is lost.reason is None
    assert won.line == ()
    assert won.positions >= won.depth > 0
    assert lost.positions > 0
    assert lost.depth == 0
    assert min(won.seconds, lost.seconds) > 0


def test_the_position_limit_is_kept() -> None:
    needed = answer(3, HARDEST).positions
    assert answer(3, HARDEST, Limits(positions=needed)).verdict is Verdict.UNWINNABLE
    short = answer(3, HARDEST, Limits(positions=needed - 1))
    assert (short.verdict, short.reason) == (Verdict.UNKNOWN, Reason.POSITION_LIMIT)
    assert short.positions == needed - 1
    nothing = answer(4, 1, Limits(positions=0))
    assert (nothing.reason, nothing.positions) == (Reason.POSITION_LIMIT, 0)


def test_the_memory_limit_is_kept() -> None:
    short = answer(3, HARDEST, Limits(megabytes=1))
    assert (short.verdict, short.reason) == (Verdict.UNKNOWN, Reason.MEMORY_LIMIT)
    assert short.positions > 1000
    assert answer(3, HARDEST, Limits(megabytes=2)).verdict is Verdict.UNWINNABLE


def test_limits_hold_for_each_deal_of_a_bulk_run() -> None:
    [batch] = ms_verdicts(3, HARDEST - 2, HARDEST + 2, Limits(megabytes=1))
    reasons = [OUTCOMES[code][1] for code in batch.outcomes.tolist()]
    assert reasons == [None, None, Reason.MEMORY_LIMIT, None, None]


@pytest.mark.parametrize(("first", "last"), [(0, 1), (5, 4), (1, MICROSOFT_LAST + 1)])
def test_numbers_that_no_deal_has_are_refused(first: int, last: int) -> None:
    with pytest.raises(ValueError, match="numbered"):
        next(ms_verdicts(4, first, last))


@pytest.mark.skipif(not shutil.which(RANGE_SOLVER), reason="freecell-solver-bin is not installed")
@pytest.mark.parametrize(("cells", "seed"), [(4, 1), (4, 2), (3, 3), (3, 4)])
def test_freecell_solver_with_all_its_moves_agrees_on_2000_random_deals(
    cells: int, seed: int
) -> None:
    first = Random(seed).randrange(1, 2**31 - 500)
    command = [RANGE_SOLVER, str(first), str(first + 499), "500", "-g", "bakers_game"]
    command += [
        "--freecells-num",
        str(cells),
        *["-sp", "r:tf", "-ni", "-to", "01ABCDE", "-sp", "r:tf"],
    ]
    run = subprocess.run(command, capture_output=True, text=True, check=True)
    unsolved = {int(number) for number in re.findall(r"Unsolved Board No\. (\d+)", run.stdout)}
    found = outcomes(list(ms_verdicts(cells, first, first + 499)))
    assert 0 < len(unsolved) < 500
    assert {at for at, each in enumerate(found, first) if each is Verdict.UNWINNABLE} == unsolved
