"""What helps a player who asks nothing: best destinations, the finish, dead ends."""

from itertools import groupby

from hypothesis import assume, given
from hypothesis import strategies as st

from games.rules import Move, Position, best_first, is_dead
from tests.rules.boards import FOUR_CELLS, after, board, small
from tests.rules.pairing_games import TINY_PAIRINGS
from tests.rules.strategies import BUILDINGS, PAIRINGS, TINY, examples, positions

TWO_WAYS_HOME = [rules for rules in TINY if rules.foundations != "suit" and rules.suits == 4]


@examples(150)
@given(positions(BUILDINGS))
def test_best_first_is_home_build_empty_column_cell_and_last_what_changes_nothing(
    position: Position,
) -> None:
    advised = best_first(position)
    assert sorted(advised, key=str) == sorted(position.legal_moves, key=str)
    kinds = {pile.id: pile.kind for pile in position.rules.piles}

    def class_of(move: Move) -> int:
        if move.destination.startswith("h"):
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


@examples(200)
@given(positions(PAIRINGS))
def test_taps_are_king_pair_on_the_tallest_pile_space_and_last_what_uncovers_nothing(
    position: Position,
) -> None:
    rules = position.rules
    taps = rules.taps(position)
    assert {tap.move for tap in taps} == {*position.legal_moves}
    places = [pile.id for pile in rules.piles]
    keys = []
    for tap in taps:
        source, to = tap.source, tap.destination
        if tap.move.source == "n":
            assert (source, to) == ("stock", None)
            keys.append((places.index("stock"), 0, 0, 0))
            continue
        assert source in (tap.move.source, tap.move.destination)
        height = len(position.pile(source))
        if to == "discard":
            assert str(tap.move) == source
            worth = (0, 0, 0)
        elif ">" in tap.move.destination:
            assert f"{source}>{to}" == str(tap.move)
            worth = (2 + (height == 1), 0, places.index(to))
        else:
            assert {source, to} == {*str(tap.move)}
            beneath = height - 1 if source == to else len(position.pile(to))
            worth = (1, -beneath, places.index(to))
        keys.append((places.index(source), *worth))
    assert keys == sorted(set(keys))


@examples(100)
@given(positions(PAIRINGS))
def test_a_pair_can_be_taken_from_either_of_its_piles(position: Position) -> None:
    taps = [(tap.source, str(tap.move)) for tap in position.rules.taps(position)]
    for move in map(str, position.legal_moves):
        ends = {"stock"} if move == "n" else {*move.partition(">")[0]}
        assert sorted(source for source, each in taps if each == move) == sorted(ends)


def lifts(position: Position) -> list[Move]:
    return [move for move in position.legal_moves if move.destination.startswith("h")]


def can_be_lifted_home(start: Position) -> bool:
    """Whether moves home alone, in any order and to any foundations, win."""
    seen, waiting = {start}, [start]
    while waiting:
        current = waiting.pop()
        if current.is_won:
            return True
        new = {current.play(move) for move in lifts(current)} - seen
        seen |= new
        waiting += new
    return False


@examples(300)
@given(st.one_of(positions(BUILDINGS), positions(st.sampled_from(TWO_WAYS_HOME))))
def test_finish_is_there_when_moves_home_alone_win(position: Position) -> None:
    finish = position.rules.finish(position)
    assert bool(finish) == (can_be_lifted_home(position) and not position.is_won)
    for move in finish:
        assert move in lifts(position)
        position = position.play(move)
    assert position.is_won or not finish


def reachable(start: Position, most: int) -> list[Position] | None:
    """Every position that moves lead to, or None when it is not known or there are more.

    The order of a discard makes no difference. Which card comes from a stock is not known, unless
    it is the last one.
    """
    seen, waiting = {start.piles[: start.rules.index.get("discard")]: start}, [start]
    while waiting and len(seen) <= most:
        current = waiting.pop()
        for move in current.legal_moves:
            after = current.play(move)
            key = after.piles[: start.rules.index.get("discard")]
            if current.unseen > 1 and after.unseen != current.unseen:
                return None
            if key not in seen:
                seen[key] = after
                waiting.append(after)
    return [*seen.values()] if len(seen) <= most else None


@examples(150)
@given(positions())
def test_dead_positions_cannot_be_won(position: Position) -> None:
    if is_dead(position):
        known = reachable(position, 64)
        assert known is not None
        assert not any(each.is_won for each in known)
        assert position.legal_moves


@examples(150)
@given(positions(st.sampled_from(TINY) | st.sampled_from(TINY_PAIRINGS)))
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
