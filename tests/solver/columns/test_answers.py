"""Verdicts that are on record, what follows from one game for another, limits and refusals."""

import tracemalloc
from pathlib import Path

import pytest

from games.rules import RULES, Building, Card, Move, Position, down_any_suit, microsoft_deck
from solver_worker.solver import Effort, Limits, Reason, UnsupportedRules, Verdict
from solver_worker.solver.columns import find_line, find_line_soon, verdict
from tests.solver.columns.games import KNOWN, is_home, played, require_win

VERDICTS = Path(__file__).parents[2] / "data" / "verdicts"
EASY = "bakers-dozen-any-fill-1"
GROUPS = "bakers-dozen-group-moves-1"
BOTH = "bakers-dozen-any-fill-group-moves-1"
SPANISH = "spanish-patience-1"
CLASSIC = "bakers-dozen-1"


def deal(rules: str, number: int) -> Position:
    return RULES[rules].lay_out(microsoft_deck(number))


def recorded(file: str) -> dict[int, str]:
    rows = [row.split("\t") for row in (VERDICTS / file).read_text().splitlines()]
    return {int(row[0]): row[1] for row in rows if not row[0].startswith("#")}


def letter(position: Position, limits: Limits | None = None) -> str:
    found = verdict(position, limits).verdict
    return {Verdict.WINNABLE: "S", Verdict.UNWINNABLE: "U", Verdict.UNKNOWN: "?"}[found]


# --- What is on record


@pytest.mark.parametrize(
    ("rules", "file"),
    [
        (EASY, "bakers_dozen_easy_any_fill_ms_1_1000.tsv"),
        (GROUPS, "bakers_dozen_group_moves_ms_1_1000.tsv"),
    ],
)
def test_a_thousand_deals_are_decided_as_recorded(rules: str, file: str) -> None:
    known = recorded(file)
    assert len(known) == 1000
    for number, expected in known.items():
        assert letter(deal(rules, number)) == expected, number


def test_good_measure_deals_are_decided_as_recorded_where_they_are_decided() -> None:
    known = recorded("good_measure_ms_1_500.tsv")
    decided = 0
    for number, expected in known.items():
        if expected != "?" and number <= 150:
            found = letter(deal("good-measure-1", number), Limits(positions=20_000))
            assert found in (expected, "?"), number
            decided += found != "?"
    assert decided > 120


@pytest.mark.parametrize(
    ("rules", "number"),
    [(EASY, 3849), (GROUPS, 1172), (GROUPS, 2510), (SPANISH, 104), (SPANISH, 4580), (CLASSIC, 104)],
)
def test_unwinnable_deals_are_proved_to_be(rules: str, number: int) -> None:
    solution = find_line(deal(rules, number))
    assert (solution.verdict, solution.line) == (Verdict.UNWINNABLE, ())


def test_every_one_of_200_spanish_deals_is_decided() -> None:
    found = [letter(deal(SPANISH, number)) for number in range(1, 201)]
    assert (found.count("S"), found.count("U")) == (199, 1)


# --- What follows from one game for another


def test_a_line_of_the_strict_game_wins_the_loose_ones_too() -> None:
    for number in range(1, 13):
        line = find_line_soon(deal(CLASSIC, number)).line
        assert line
        for rules in (EASY, GROUPS, BOTH):
            require_win(deal(rules, number), line)


@pytest.mark.parametrize(("strict", "loose"), [(EASY, BOTH), (GROUPS, BOTH), (CLASSIC, GROUPS)])
def test_what_can_be_won_strictly_can_be_won_loosely(strict: str, loose: str) -> None:
    """From random positions, where many are lost."""
    found = set()
    for seed in range(150):
        position = played(RULES[strict], seed, 30 + seed % 30)
        before = letter(position, Limits(positions=20_000))
        after = letter(Position(RULES[loose], position.piles), Limits(positions=20_000))
        assert (before, after) != ("S", "U"), f"\n{position}"
        found.add((before, after))
    assert {("S", "S"), ("U", "U")} <= found


@pytest.mark.parametrize("rules", [EASY, GROUPS, SPANISH])
def test_every_position_of_a_line_can_be_won(rules: str) -> None:
    position = deal(rules, 7)
    for move in find_line(position).line:
        assert verdict(position).verdict is Verdict.WINNABLE
        position = position.play(move)


# --- Limits, sameness, refusals


def test_the_position_limit_is_kept() -> None:
    position = deal(CLASSIC, 152)
    short = find_line(position, Limits(positions=20_000))
    assert (short.verdict, short.reason) == (Verdict.UNKNOWN, Reason.POSITION_LIMIT)
    assert (short.line, short.positions) == ((), 20_000)


def test_just_enough_positions_are_enough() -> None:
    position = deal(EASY, 1)
    enough = find_line(position).positions
    assert find_line(position, Limits(positions=enough)).verdict is Verdict.WINNABLE
    assert find_line(position, Limits(positions=enough - 1)).reason is Reason.POSITION_LIMIT


@pytest.mark.parametrize("megabytes", [0, 1])
def test_the_memory_limit_is_kept(megabytes: int) -> None:
    position = deal(CLASSIC, 152)
    verdict(deal(SPANISH, 1))
    tracemalloc.start()
    short = verdict(position, Limits(megabytes=megabytes))
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert (short.verdict, short.reason) == (Verdict.UNKNOWN, Reason.MEMORY_LIMIT)
    assert most < megabytes * 1_000_000 + 200_000


@pytest.mark.parametrize("effort", Effort)
def test_the_same_question_has_the_same_answer(effort: Effort) -> None:
    first = find_line(deal(CLASSIC, 5), effort=effort)
    find_line(deal(SPANISH, 6))
    second = find_line(deal(CLASSIC, 5), Limits(megabytes=100), effort)
    assert (first.line, first.positions) == (second.line, second.positions)


def test_a_won_position_has_an_empty_line() -> None:
    suits = tuple(tuple(Card(4 * rank + suit) for rank in range(13)) for suit in range(4))
    solution = find_line(Position(RULES[EASY], ((),) * 13 + suits), Limits(positions=0))
    assert (solution.verdict, solution.line, solution.depth) == (Verdict.WINNABLE, (), 0)


@pytest.mark.parametrize("rules", KNOWN, ids=lambda rules: rules.id)
def test_a_position_that_only_needs_to_go_home_needs_hardly_anything_else(rules: Building) -> None:
    position, found = rules.lay_out(microsoft_deck(2)), 0
    for move in find_line_soon(position).line:
        position = position.play(move)
        if finish := rules.finish(position):
            line = find_line(position).line
            assert sum(map(is_home, line)) == len(finish)
            # In alternating colour the order matters, and one move may do instead of the right one.
            assert len(line) - len(finish) <= (rules.foundations != "suit")
            found += 1
    assert found > 5


@pytest.mark.parametrize(
    "rules",
    [
        Building("cells", columns=8, cells=1, fits=down_any_suit, runs="never"),
        Building("free places", columns=8, cells=0, fits=down_any_suit),
        RULES["bakers-game-4-cells-1"],
        RULES["freecell-1"],
    ],
    ids=lambda rules: rules.id,
)
def test_other_games_are_refused(rules: Building) -> None:
    for ask in (verdict, find_line, find_line_soon):
        with pytest.raises(UnsupportedRules):
            ask(rules.lay_out(microsoft_deck(1)))


def test_moves_home_name_the_foundation_where_there_is_a_choice() -> None:
    position = deal(SPANISH, 1)
    for move in find_line(position).line:
        card = position.pile(move.source)[-1]
        assert not is_home(move) or (move.destination == "h") == (card < 4)
        position = position.play(move)


def test_a_run_moves_as_one() -> None:
    rules = RULES[BOTH]
    start = rules.parse_position(
        "Foundations: C-9 D-9 H-9 S-9\n"
        + "\n".join([": KC KD TC QH JH TD", ": KH QC JC JD", ": KS TH", ": QD QS JS TS"])
        + "\n:" * 9
    )
    line = find_line(start).line
    require_win(start, line)
    assert any(rules.cards_moved(start, move) > 1 for move in start.legal_moves)
    assert isinstance(line[0], Move)
