"""The pace that nobody plays at, and the line that is left when undo is taken out."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.rules import Op, moves_in_effect
from games.services.plausibility import (
    DELIVERY_MS,
    FASTEST_MOVE_MS,
    SILENCE_MS,
    SLACK_MS,
    is_pace_impossible,
)


def log(*batches: tuple[int, str]) -> tuple[Op, ...]:
    """Ops with the times of their receipts, in milliseconds."""
    return tuple(Op(text, at_ms) for at_ms, texts in batches for text in texts.split())


def moves(count: int) -> str:
    return " ".join(["1a"] * count)


@pytest.mark.parametrize(
    ("batches", "impossible"),
    [
        ([], False),
        ([(0, moves(10))], False),
        ([(0, moves(11))], True),
        ([(16_000, moves(90))], False),
        ([(15_000, moves(90))], True),
        # Long thought first excuses no burst; a slow network excuses what it has held up.
        ([(600_000, "1a"), (615_000, moves(90))], True),
        ([(600_000, "1a"), (603_000, moves(25))], False),
        ([(600_000, moves(90))], False),
        # What a link held up may come in several batches, and play goes on.
        ([(60_000, moves(10)), (60_100, moves(30)), (66_000, moves(5))], False),
        ([(90_000, "1a"), *((90_000 + at * 90, moves(2)) for at in range(1, 50))], False),
        ([(10_000, moves(9)), (14_500, "1a"), (14_600, moves(14)), (15_100, "1a")], False),
        # No link is held up for ever, nor does it hold up more than was made meanwhile.
        ([(600_000 + at * 100, "1a") for at in range(100)], True),
        ([(60_000, moves(10)), (62_000, moves(10)), (62_100, moves(20))], True),
        # Restarting and clocks are no moves.
        ([(60_000, moves(80)), (60_001, " ".join(["z"] * 80))], False),
        ([(60_000, moves(80)), (60_001, "p r p r x")], False),
        # One fast pair or two are nothing.
        ([(at * 400, "1a 2b") for at in range(1, 50)], False),
        ([(at * 100, "1a") for at in range(1, 30)], True),
        ([(at * 100, "1a") for at in range(1, 20)], False),
    ],
)
def test_pace(batches: list[tuple[int, str]], impossible: bool) -> None:
    assert is_pace_impossible(log(*batches)) is impossible


@given(st.lists(st.tuples(st.integers(0, 2_000), st.integers(1, 15)), max_size=12))
def test_pace_is_that_of_the_worst_stretch(steps: list[tuple[int, int]]) -> None:
    now, began, made = 0, 0, 0
    ends = [(0, 0)]  # After each delivery: its last receipt and the moves so far.
    reached = [(0, 0, 1)]  # Every receipt, with the number of deliveries before its own.
    batches = []
    for passed, count in steps:
        before, now = now, now + 1 + passed
        if now - before > SILENCE_MS or now - began > DELIVERY_MS:
            began = now
            ends.append((before, made))
        made += count
        reached.append((now, made, len(ends)))
        batches.append((now, moves(count)))
    worst = max((n - m) * FASTEST_MOVE_MS - (t - s) for t, n, at in reached for s, m in ends[:at])
    assert is_pace_impossible(log(*batches)) == (worst > SLACK_MS)


def test_the_line_is_what_was_not_undone() -> None:
    played = log((1, "1a 2b z z 3c p r 4d z 5e x"))
    assert moves_in_effect(played) == ("3c", "5e")
