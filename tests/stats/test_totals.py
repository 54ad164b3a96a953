"""Counting results, as values: streaks, bests, percentages."""

from dataclasses import dataclass

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stats.totals import Tally, fold


@dataclass(frozen=True)
class Result:
    won: bool = True
    assisted: bool = False
    score: int | None = 100
    time_ms: int = 60_000
    moves: int = 90
    is_on_boards: bool = False
    is_annulled: bool = False
    is_held: bool = False


def won(score=100, time_ms=60_000, moves=90):
    return Result(score=score, time_ms=time_ms, moves=moves)


def assisted(score=100, time_ms=60_000, moves=90):
    return Result(assisted=True, score=score, time_ms=time_ms, moves=moves)


def lost(assisted=False):
    return Result(won=False, assisted=assisted, score=None, time_ms=1, moves=0)


def test_nothing_is_known_before_the_first_result():
    tally = fold([])
    assert tally == Tally()
    assert (tally.played, tally.win_pct) == (0, None)
    assert (tally.avg_time_ms_of_wins, tally.avg_moves_of_wins) == (None, None)


def test_first_win_of_a_new_streak_counts():
    tally = fold([won(), lost(), won(), won()])
    assert (tally.played, tally.won, tally.lost) == (4, 3, 1)
    assert (tally.current_streak, tally.best_streak) == (2, 2)


def test_loss_ends_the_streak_and_the_best_stays():
    tally = fold([won(), won(), won(), lost(), won()])
    assert (tally.current_streak, tally.best_streak) == (1, 3)


def test_the_streak_of_the_boards_passes_over_wins_that_they_do_not_take():
    on_boards = Result(is_on_boards=True)
    assert fold([on_boards, on_boards]).ranked_streak == 2
    assert fold([on_boards, won(), assisted(), on_boards]).ranked_streak == 2
    assert fold([on_boards, on_boards, lost(), on_boards]).ranked_streak == 1
    assert fold([won(), won()]).ranked_streak == 0


def test_what_waits_for_a_review_is_counted_beside_the_streak_of_the_boards():
    stands, waits = Result(is_on_boards=True), Result(is_on_boards=True, is_held=True)
    rejected = Result(is_held=False)
    for results, expected in (
        ([waits], (0, 1)),
        ([stands, waits, stands], (2, 1)),
        ([waits, lost(), stands], (1, 0)),
        ([stands, waits, rejected, assisted(), waits], (1, 2)),
    ):
        tally = fold(results)
        assert (tally.ranked_streak, tally.pending_streak) == expected


def test_assisted_win_counts_and_leaves_the_streak_unchanged():
    tally = fold([won(), won(), assisted(), won()])
    assert (tally.won, tally.assisted_won, tally.win_pct) == (4, 1, 100.0)
    assert (tally.current_streak, tally.best_streak) == (3, 3)


def test_assisted_win_sets_no_best_and_has_bests_of_its_own():
    tally = fold([assisted(score=900, time_ms=10, moves=52), assisted(800, 5, 60)])
    assert (tally.best_score, tally.best_time_ms, tally.best_moves) == (None, None, None)
    assert (tally.best_streak, tally.current_streak) == (0, 0)
    assert (tally.assisted_best_score, tally.assisted_best_time_ms) == (900, 5)
    assert tally.assisted_best_moves == 52


def test_assisted_loss_is_a_loss():
    tally = fold([won(), lost(assisted=True)])
    assert (tally.lost, tally.current_streak, tally.assisted_won) == (1, 0, 0)


def test_each_best_is_the_best_of_all_wins():
    tally = fold([won(100, 9_000, 80), won(300, 9_500, 95), won(200, 8_000, 99), lost()])
    assert (tally.best_score, tally.best_time_ms, tally.best_moves) == (300, 8_000, 80)


def test_a_score_of_zero_is_a_best_score():
    assert fold([won(score=0)]).best_score == 0


@pytest.mark.parametrize(
    ("wins", "losses", "win_pct"),
    [
        (0, 1, 0.0),
        (1, 0, 100.0),
        (1, 2, 33.3),
        (2, 1, 66.7),
        (11, 30, 26.8),
        (1, 15, 6.3),  # 6.25: half goes up
        (3, 13, 18.8),  # 18.75
        (1, 1999, 0.1),  # 0.05
        (1, 2000, 0.0),
        (1999, 1, 100.0),  # 99.95
    ],
)
def test_win_pct_has_one_decimal_half_up(wins, losses, win_pct):
    assert Tally(won=wins, lost=losses).win_pct == win_pct


def test_averages_are_over_all_wins_and_no_losses():
    tally = fold([won(time_ms=100, moves=80), assisted(time_ms=101, moves=81), lost()])
    assert tally.avg_time_ms_of_wins == 101  # 100.5: half goes up
    assert tally.avg_moves_of_wins == 80.5


results = st.builds(
    Result,
    assisted=st.booleans(),
    score=st.integers(0, 600_520),
    time_ms=st.integers(0, 10**10),
    moves=st.integers(0, 5_000),
) | st.builds(lost, assisted=st.booleans())


def longest_run(history):
    """Said in another way than `add` does it: the longest stretch of wins between losses."""
    marks = "".join("L" if not r.won else "W" for r in history if not (r.won and r.assisted))
    return max(len(run) for run in marks.split("L")), len(marks.rpartition("L")[2])


@given(st.lists(results))
def test_fold_says_what_the_history_says(history):
    tally = fold(history)
    wins = [r for r in history if r.won]
    own = [r for r in wins if not r.assisted]
    helped = [r for r in wins if r.assisted]
    assert (tally.won, tally.assisted_won) == (len(wins), len(helped))
    assert tally.lost == len(history) - len(wins)
    assert (tally.best_streak, tally.current_streak) == longest_run(history)
    assert tally.best_score == max((r.score for r in own), default=None)
    assert tally.best_time_ms == min((r.time_ms for r in own), default=None)
    assert tally.best_moves == min((r.moves for r in own), default=None)
    assert tally.assisted_best_score == max((r.score for r in helped), default=None)
    assert tally.assisted_best_time_ms == min((r.time_ms for r in helped), default=None)
    assert tally.assisted_best_moves == min((r.moves for r in helped), default=None)
    assert tally.time_ms_of_wins == sum(r.time_ms for r in wins)
    assert tally.moves_of_wins == sum(r.moves for r in wins)
