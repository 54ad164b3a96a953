"""A slice of the worker's time ends when it is used up or a player waits, and stays over."""

from collections.abc import Callable
from typing import Any

import pytest

from solver_worker.tasks import slices, stock
from solver_worker.tasks.slices import Slice

Clock = Callable[[float], None]


@pytest.fixture
def waiting(monkeypatch: pytest.MonkeyPatch) -> list[bool]:
    """Whether a player waits: the last of the list says so."""
    told = [False]
    monkeypatch.setattr(slices, "are_players_waiting", lambda: told[-1])
    return told


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    """Lets some seconds pass."""
    now = [1000.0]
    monkeypatch.setattr(slices.time, "monotonic", lambda: now[0])

    def tick(seconds: float) -> None:
        now[0] += seconds

    return tick


def test_it_ends_when_it_is_used_up(waiting: list[bool], clock: Clock) -> None:
    left = Slice(3)
    for _ in range(29):
        clock(0.1)
        assert not left.is_over()
    clock(0.3)
    assert [left.is_over() for _ in range(3)] == [True] * 3


def test_it_ends_when_a_player_waits_and_stays_so(waiting: list[bool], clock: Clock) -> None:
    left = Slice(3)
    waiting.append(True)
    assert not left.is_over()  # It looks now and then only, for that takes a statement.
    clock(0.25)
    assert left.is_over()
    waiting.append(False)
    clock(0.01)
    assert left.is_over()


@pytest.mark.django_db
@pytest.mark.parametrize("proof_seconds", [0.004, 0.06, 12])
def test_the_stock_is_left_alone_while_a_player_waits(
    waiting: list[bool], clock: Clock, monkeypatch: pytest.MonkeyPatch, proof_seconds: float
) -> None:
    proofs: list[Any] = []

    def prove_one(*level: str) -> int:
        proofs.append(level)
        clock(proof_seconds)
        return 0

    monkeypatch.setattr("solver_worker.tasks.proving.prove_one", prove_one)
    waiting.append(True)
    stock.fill_stock.run()
    assert len(proofs) <= 0.25 / proof_seconds + 1
