"""Lines of full decks and small ones: they win by the rules, and no move of theirs is needless."""

from random import Random

import pytest

from games.rules import RULES, Move, Pairing, Position, microsoft_deck
from solver_worker.solver import Effort, Limits, Reason, Verdict, find_line, solve
from tests.solver.boards import wandered
from tests.solver.pairing.games import (
    BARONESSES,
    FAMILY,
    SWITCHES,
    assert_wins,
    dealt,
    fewest_moves,
    replayed,
    tiny,
)

WITH_SPACES = [rules for rules in BARONESSES if rules.spaces]
LIMITS = Limits(positions=20_000)


def to_spaces(line: tuple[Move, ...]) -> int:
    return sum(move.destination.startswith(">") for move in line)


def without_spaces(rules: Pairing) -> Pairing:
    found = RULES[rules.id.replace("-spaces", "")]
    assert isinstance(found, Pairing)
    return found


@pytest.mark.parametrize("effort", Effort)
@pytest.mark.parametrize("rules", FAMILY, ids=lambda rules: rules.id)
def test_lines_win(rules: Pairing, effort: Effort) -> None:
    won = 0
    # Of the hardest rules one deal in twenty can be won.
    for number in range(1, 400):
        position = rules.lay_out(microsoft_deck(number))
        found = find_line(position, LIMITS, effort)
        assert (found.reason is None) == (found.verdict is not Verdict.UNKNOWN)
        assert found.depth == len(found.line)
        if found.verdict is Verdict.WINNABLE:
            won += 1
            assert_wins(position, found.line)
        else:
            assert found.line == ()
        if won == 5:
            break
    assert won == 5


@pytest.mark.parametrize("rules", FAMILY, ids=lambda rules: rules.id)
def test_lines_win_from_the_middle_of_a_game(rules: Pairing) -> None:
    choose = Random(rules.id)
    for moves in (3, 10, 20, 30):
        position = wandered(dealt(rules, choose), moves, choose)
        solution = solve(position, LIMITS)
        if solution.verdict is Verdict.WINNABLE:
            assert_wins(position, solution.line)


@pytest.mark.parametrize("rules", WITH_SPACES, ids=lambda rules: rules.id)
def test_par_moves_nothing_to_a_space_where_it_can_do_without(rules: Pairing) -> None:
    for number in range(1, 13):
        deck = microsoft_deck(number)
        strict = find_line(without_spaces(rules).lay_out(deck), LIMITS)
        if strict.verdict is Verdict.WINNABLE:
            found = find_line(rules.lay_out(deck), LIMITS, Effort.PAR)
            assert to_spaces(found.line) == 0
            assert len(found.line) == len(strict.line)


@pytest.mark.parametrize("effort", Effort)
@pytest.mark.parametrize("rules", WITH_SPACES, ids=lambda rules: rules.id)
def test_no_move_to_a_space_can_be_left_out(rules: Pairing, effort: Effort) -> None:
    """Left out, a later move is not legal any more, or it takes another card."""
    for number in range(1, 13):
        position = rules.lay_out(microsoft_deck(number))
        line = find_line(position, LIMITS, effort).line
        cards = [cards_of(before, move) for before, move in taken(position, line)]
        for at, move in enumerate(line):
            if move.destination.startswith(">"):
                shorter = cards[:at] + cards[at + 1 :]
                assert not plays(position, shorter), f"{move} of {line}\n{position}"


def taken(position: Position, line: tuple[Move, ...]) -> list[tuple[Position, Move]]:
    return list(zip([position, *replayed(position, line)], line, strict=False))


def cards_of(position: Position, move: Move) -> tuple[object, ...]:
    """What a move does, told by cards instead of piles, but for the space it goes to."""
    if str(move) == "n":
        return ("n",)
    top = position.pile(move.source)[-1]
    if move.destination.startswith(">"):
        return (top, move.destination)
    if not move.destination:
        return (top,)
    if move.source == move.destination:
        return tuple(position.pile(move.source)[-2:])
    return (top, position.pile(move.destination)[-1])


def plays(position: Position, told: list[tuple[object, ...]]) -> bool:
    """Whether what was told by cards is legal, one after the other."""
    for each in told:
        for move in position.legal_moves:
            if sorted(map(str, cards_of(position, move))) == sorted(map(str, each)):
                position = position.play(move)
                break
        else:
            return False
    return True


@pytest.mark.parametrize("switches", SWITCHES)
def test_lines_of_small_games_are_near_the_shortest(switches: tuple[object, ...]) -> None:
    """Shortest where nothing moves to spaces; else at most some moves to spaces more."""
    choose = Random(str(switches))
    for _ in range(25):
        rules = tiny(switches, choose.choice([2, 3]), ranks=5, suits=2)
        position = dealt(rules, choose)
        shortest = fewest_moves(position)
        found = find_line(position, effort=Effort.PAR)
        assert (shortest is None) == (found.verdict is Verdict.UNWINNABLE)
        if shortest is not None:
            extra = len(found.line) - shortest
            assert 0 <= extra <= to_spaces(found.line) <= 3 + extra


def test_no_line_moves_a_single_card_once_the_stock_is_empty() -> None:
    """It had more beneath it in the plan, before a move that was needless was left out."""
    switches = (True, True, True, False, "first_piles")
    position = tiny(switches, 4, ranks=13, suits=3).parse_position(
        ": AC JH 8D 7H TH\n: 6H 5D 7D\n:\n:\n"
        "Stock: 6D TC JC 8H 3D AD 4C 7C QD 9D 9H 5C AH 2H "
        "3H TD 8C JD QC QH 4D 2C 9C 2D 5H 6C 3C 4H\n"
        "Discard: KC KD KH\n"
    )
    for effort in Effort:
        assert_wins(position, find_line(position, effort=effort).line)


def test_a_won_position_needs_no_line() -> None:
    position = RULES["baroness-7-piles-1"].lay_out(microsoft_deck(2))
    *_, won = replayed(position, find_line(position).line)
    assert find_line(won).verdict is Verdict.WINNABLE
    assert find_line(won).line == ()


def test_limits_are_kept() -> None:
    rules = RULES["baroness-5-piles-spaces-1"]
    position = rules.lay_out(microsoft_deck(37))
    for effort in Effort:
        found = find_line(position, Limits(positions=2_000), effort)
        assert (found.verdict, found.reason) == (Verdict.UNKNOWN, Reason.POSITION_LIMIT)
        assert found.positions == 2_000


def test_the_same_question_has_the_same_line() -> None:
    position = RULES["baroness-7-piles-spaces-1"].lay_out(microsoft_deck(3))
    for effort in Effort:
        assert find_line(position, effort=effort).line == find_line(position, effort=effort).line
