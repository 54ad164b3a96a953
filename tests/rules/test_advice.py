"""What helps a player who asks nothing: best destinations, the finish, dead ends."""

from itertools import groupby

from hypothesis import assume, given
from hypothesis import strategies as st

from games.rules import Move, Position, best_first, is_dead
from tests.rules.boards import FOUR_CELLS, after, board, small
from tests.rules.strategies import TINY, examples, positions


@examples(150)
@given(positions())
def test_best_first_is_home_build_empty_column_cell_and_last_what_changes_nothing(
    position: Position,
) -> None:
    advised = best_first(position)
    assert sorted(advised, key=str) == sorted(position.legal_moves, key=str)
    kinds = {pile.id: pile.kind for pile in position.rules.piles}

    def class_of(move: Move) -> int:
        if move.destination == "h":
            return 0
        if kinds[move.destination] == "cell":
            return 3
        if position.pile(move.destination):
            return 1
        is_column = kinds[move.source] == "column"
        return 4 if is_column and len(position.pile(move.source)) == move.count else 2

    sources = [source for source, _ in groupby(advised, key=lambda move: move.source)]
    assert sources == list(dict.fromkeys(move.source for move in position.legal_moves))
    for source in sources:
        classes = [class_of(move) for move in advised if move.source == source]
        assert classes == sorted(classes)


@examples(150)
@given(positions())
def test_finish_is_there_when_moves_home_alone_win(position: Position) -> None:
    after = position
    while home := [move for move in after.legal_moves if move.destination == "h"]:
        after = after.play(home[-1])
    finish = position.rules.finish(position)
    assert bool(finish) == (after.is_won and not position.is_won)
    for move in finish:
        assert move.destination == "h"
        position = position.play(position.parse_move(str(move)))
    assert position.is_won == after.is_won


def reachable(start: Position, most: int) -> set[Position] | None:
    """Every position that moves lead to, or None when there are more than `most`."""
    seen, waiting = {start}, [start]
    while waiting and len(seen) <= most:
        current = waiting.pop()
        new = {current.play(move) for move in current.legal_moves} - seen
        seen |= new
        waiting += new
    return seen if len(seen) <= most else None


@examples(150)
@given(positions())
def test_dead_positions_cannot_be_won(position: Position) -> None:
    if is_dead(position):
        known = reachable(position, 64)
        assert known is not None
        assert not any(each.is_won for each in known)
        assert position.legal_moves


@examples(150)
@given(positions(st.sampled_from(TINY)))
def test_dead_is_said_of_every_small_closed_set(position: Position) -> None:
    known = reachable(position, 64)
    assume(known is not None and not position.is_stuck)
    assert known is not None
    assume(all(len(each.legal_moves) <= 8 for each in known))
    assert is_dead(position) == (not any(each.is_won for each in known))


def test_a_tap_goes_home_then_to_its_suit_then_to_an_empty_column_then_to_a_cell() -> None:
    text = "Foundations: C-A D-0\nFreecells: - -\n: AD 2C\n: 3D 2D\n: 3C\n:\n"
    position = small(text, cells=2, ranks=3, suits=2)
    taps = [str(move) for move in best_first(position) if move.source == "1"]
    assert taps == ["1h", "13", "14", "1a", "1b"]
    assert [str(move) for move in best_first(position) if move.source == "2"] == [
        *("24", "2a", "2b", "242")
    ]


def test_blocked_says_how_many_cards_could_go() -> None:
    blocked = [
        (each.source, each.destination, each.n, each.max_run, each.reason)
        for each in FOUR_CELLS.blocked(board("p1"))
    ]
    assert blocked == [("1", "2", 5, 4, "run_too_long")]
    blocked = [
        (each.source, each.destination, each.n, each.max_run)
        for each in FOUR_CELLS.blocked(board("p2"))
    ]
    assert blocked == [("1", "8", 5, 4)]
    assert FOUR_CELLS.blocked(board("p0")) == ()


def test_dead_when_moves_lead_nowhere() -> None:
    text = "Foundations: C-0 D-0\n: AC 3D 2C\n: AD 2D 3C\n"
    position = small(text, cells=0, ranks=3, suits=2)
    assert is_dead(position)
    assert not position.is_stuck
    position = after(position, "12")
    assert position.is_stuck
    assert not is_dead(position)
    assert not is_dead(small(text, cells=1, ranks=3, suits=2))
