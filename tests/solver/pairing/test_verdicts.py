"""Verdicts of full decks: recorded ones, rates, positions of games, and limits."""

import tracemalloc
from collections import Counter
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.rules import RULES, Building, Pairing, Position, microsoft_deck, shuffled
from solver_worker.solver import Limits, Reason, Solution, UnsupportedRules, Verdict, find_line
from solver_worker.solver.pairing.verdicts import verdict
from tests.rules.strategies import examples
from tests.solver.boards import wandered
from tests.solver.pairing.games import BARONESSES, FAMILY, dealt, replayed

FOLDER = Path(__file__).parents[2] / "data" / "verdicts"
# Winnable of the first 300 deals: what is published, in per cent, and of how many deals.
PUBLISHED = {
    "baroness-5-piles-1": (17.93, 10_000),
    "baroness-5-piles-forced-1": (8.39, 10_000),
    "baroness-6-piles-forced-1": (48.49, 10_000),
    "baroness-7-piles-forced-1": (71.03, 10_000),
    "baroness-5-piles-first-piles-1": (13.4, 3_000),
    "baroness-5-piles-kings-first-1": (21.5, 3_000),
    "baroness-5-piles-beneath-1": (65.0, 3_000),
    "baroness-5-piles-spaces-forced-1": (56.4, 2_000),
    "thirteens-1": (62.71, 100_000),
}
# Its search goes on for millions of positions.
LONG = ("baroness-5-piles-spaces-1", 37)
EASY = RULES["baroness-5-piles-1"]


def deal(number: int, rules_id: str = "baroness-5-piles-1") -> Position:
    return RULES[rules_id].lay_out(microsoft_deck(number))


@pytest.mark.parametrize("discards", ["optional", "forced"])
@pytest.mark.parametrize("piles", [5, 6, 7])
def test_recorded_verdicts(piles: int, discards: str) -> None:
    rules_id = f"baroness-{piles}-piles" + "-forced" * (discards == "forced") + "-1"
    file = FOLDER / f"baroness_{piles}_piles_{discards}_discards_ms_1_2000.tsv"
    rows = [row.split("\t") for row in file.read_text().splitlines() if row[0] != "#"]
    assert len(rows) == 2000
    letters = {Verdict.WINNABLE: "S", Verdict.UNWINNABLE: "U"}
    wrong = [
        int(number)
        for number, recorded in rows
        if recorded not in (letters[verdict(deal(int(number), rules_id)).verdict], "?")
    ]
    assert not wrong


@pytest.mark.parametrize("rules_id", PUBLISHED)
def test_as_many_deals_are_winnable_as_published(rules_id: str) -> None:
    percent, deals = PUBLISHED[rules_id]
    share = percent / 100
    found = Counter(
        verdict(RULES[rules_id].lay_out(shuffled(b"rate %d" % at))).verdict for at in range(300)
    )
    assert found[Verdict.UNKNOWN] == 0
    error = (share * (1 - share) * (1 / 300 + 1 / deals)) ** 0.5
    assert abs(found[Verdict.WINNABLE] / 300 - share) < 4 * error


@pytest.mark.parametrize("rules", BARONESSES, ids=lambda rules: rules.id)
def test_a_stricter_rule_wins_nothing_that_a_looser_one_loses(rules: Pairing) -> None:
    """Forced discards against free ones, and each switch that only adds moves."""
    looser = {
        rules.id.replace(strict, loose)
        for strict, loose in (("-forced", ""), ("-piles-", "-piles-spaces-"))
    }
    for number in range(1, 16):
        if verdict(deal(number, rules.id), Limits(positions=20_000)).verdict is Verdict.WINNABLE:
            for each in looser & RULES.keys():
                found = verdict(deal(number, each), Limits(positions=200_000)).verdict
                assert found is not Verdict.UNWINNABLE, (each, number)


@given(st.sampled_from(FAMILY), st.integers(0, 1 << 32), st.integers(0, 45))
@examples(60)
def test_a_position_is_winnable_exactly_if_a_move_leads_to_one(
    rules: Pairing, seed: int, moves: int
) -> None:
    choose = Random(seed)
    position = wandered(dealt(rules, choose), moves, choose)
    limits = Limits(positions=30_000)
    found = verdict(position, limits).verdict
    ways = {verdict(position.play(move), limits).verdict for move in position.legal_moves}
    if position.is_won or Verdict.WINNABLE in ways:
        assert found in (Verdict.WINNABLE, Verdict.UNKNOWN)
    elif Verdict.UNKNOWN not in ways:
        assert found is not Verdict.WINNABLE


@pytest.mark.parametrize("rules", FAMILY, ids=lambda rules: rules.id)
def test_every_position_on_a_winning_line_is_winnable(rules: Pairing) -> None:
    for seed in range(40):
        position = rules.lay_out(shuffled(b"line %d" % seed))
        found = find_line(position, Limits(positions=20_000))
        if found.verdict is Verdict.WINNABLE:
            break
    for after in replayed(position, found.line):
        assert verdict(after).verdict is Verdict.WINNABLE, f"\n{after}"


def test_a_won_position_is_winnable_without_a_search() -> None:
    won = EASY.parse_position(":\n" * 5 + f"Discard: {' '.join(map(str, names()))}\n")
    solution = verdict(won, Limits(positions=0))
    assert (solution.verdict, solution.positions, solution.line) == (Verdict.WINNABLE, 0, ())


def names() -> list[str]:
    return [rank + suit for rank in "A23456789TJQK" for suit in "CDHS"]


def test_suits_do_not_matter() -> None:
    for number in range(1, 40):
        found = set()
        for turn in range(4):
            deck = tuple((card & ~3) | ((card + turn) & 3) for card in microsoft_deck(number))
            found.add(verdict(EASY.lay_out(deck)).verdict)
        assert len(found) == 1


# --- Limits


def test_the_position_limit_is_kept() -> None:
    for position in map(deal, range(1, 50)):
        needed = verdict(position)
        if needed.verdict is Verdict.UNWINNABLE and needed.positions > 1000:
            break
    enough = verdict(position, Limits(positions=needed.positions))
    assert enough.verdict is Verdict.UNWINNABLE
    short = verdict(position, Limits(positions=needed.positions - 1))
    assert (short.verdict, short.reason) == (Verdict.UNKNOWN, Reason.POSITION_LIMIT)
    assert short.positions == needed.positions - 1


def test_a_limit_beyond_one_turn_of_the_kernel_is_kept() -> None:
    rules_id, number = LONG
    short = verdict(deal(number, rules_id), Limits(positions=450_001))
    assert (short.reason, short.positions) == (Reason.POSITION_LIMIT, 450_001)


@pytest.mark.parametrize("megabytes", [0, 1, 3, 20])
def test_the_memory_limit_is_kept(megabytes: int) -> None:
    rules_id, number = LONG
    position = deal(number, rules_id)
    verdict(position, Limits(positions=10))
    tracemalloc.start()
    solution = verdict(position, Limits(megabytes=megabytes))
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert (solution.verdict, solution.reason) == (Verdict.UNKNOWN, Reason.MEMORY_LIMIT)
    # Beside the table there is the stack of waiting states, of which little is used.
    assert most <= megabytes * 1_000_000 + 2_000_000
    assert solution.positions > 1000


def test_the_same_question_has_the_same_answer() -> None:
    for number in (5, 6, 7):
        answers = [verdict(deal(number)) for _ in range(2)]
        timeless = {(each.verdict, each.positions, each.depth) for each in answers}
        assert len(timeless) == 1


def test_an_answer_tells_its_price() -> None:
    def first(wanted: Verdict) -> Solution:
        answers = (verdict(deal(number)) for number in range(1, 100))
        return next(each for each in answers if each.verdict is wanted and each.positions)

    won, lost = first(Verdict.WINNABLE), first(Verdict.UNWINNABLE)
    assert won.depth == 24 + 4 + 10
    assert lost.depth == 0
    assert won.line == lost.line == ()
    assert won.reason is lost.reason is None
    assert min(won.seconds, lost.seconds) > 0


@pytest.mark.parametrize(
    "rules",
    [
        Building("other"),
        Pairing("rank goes with itself", ranks=12),
        Pairing("too many piles", pile_count=8),
    ],
    ids=lambda rules: rules.id,
)
def test_other_games_are_refused(rules: Building | Pairing) -> None:
    position = Position(rules, ((),) * len(rules.piles))
    with pytest.raises(UnsupportedRules, match=rules.id):
        verdict(position)
    with pytest.raises(UnsupportedRules, match=rules.id):
        find_line(position) if isinstance(rules, Pairing) else verdict(position)
