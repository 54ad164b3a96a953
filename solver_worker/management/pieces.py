"""Pieces of a long run: solved one after the other, or by several processes at once."""

import multiprocessing
import os
import signal
import threading
from collections import Counter, deque
from collections.abc import Generator, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import islice

from games.rules import RULES, Building, down_in_suit
from solver_worker.management.rows import Form, Row, row_of
from solver_worker.solver import Effort, Limits, solve, verdict
from solver_worker.solver.bakers_game.verdicts import BATCH, OUTCOMES, ms_verdicts

INTERRUPTS = {signal.SIGINT, signal.SIGTERM}
# How many pieces may be on their way for each process, so that a hard one holds nobody up.
_AHEAD = 8


@dataclass(frozen=True)
class Question:
    """What is asked of every deal of a run."""

    rules_id: str
    scheme: str
    limits: Limits
    form: Form


@dataclass(frozen=True)
class Answer:
    """The rows of a piece, written, and how often there is which verdict and why unknown."""

    text: str
    verdicts: Counter[str]
    reasons: Counter[str]
    positions: int


def piece_size(question: Question) -> int:
    """How many deals make a piece: a fraction of a second's work."""
    return BATCH if _is_bulk(question) else 10


def rows(question: Question, numbers: range) -> Iterator[Row]:
    """Solve deals, with lines or for their verdicts alone.

    In bulk a deal takes less time than looking at the clock would be worth: `seconds` is then
    the mean of its batch.
    """
    if _is_bulk(question):
        return _bulk_rows(question, numbers)
    return _single_rows(question, numbers)


def _is_bulk(question: Question) -> bool:
    rules = RULES[question.rules_id]
    return (
        isinstance(rules, Building)
        and rules.fits is down_in_suit
        and (rules.columns, rules.empty_columns) == (8, "any")
        and question.scheme == "ms"
        and not question.form.has_lines
    )


def _bulk_rows(question: Question, numbers: range) -> Iterator[Row]:
    cells = sum(pile.kind == "cell" for pile in RULES[question.rules_id].piles)
    for batch in ms_verdicts(cells, numbers[0], numbers[-1], question.limits):
        seconds = batch.seconds / len(batch.outcomes)
        found = zip(batch.outcomes.tolist(), batch.positions.tolist(), strict=True)
        for number, (outcome, positions) in enumerate(found, batch.first):
            found_verdict, reason = OUTCOMES[outcome]
            yield Row(number, found_verdict.value, None, positions, seconds, reason=reason)


def _single_rows(question: Question, numbers: range) -> Iterator[Row]:
    rules = RULES[question.rules_id]
    for number in numbers:
        laid_out_by, deck = rules.numbered(question.scheme, number)
        position = laid_out_by.lay_out(deck)
        if question.form.has_lines:
            yield row_of(number, solve(position, question.limits, Effort.PAR))
        else:
            found = verdict(position, question.limits)
            values = (found.verdict.value, None, found.positions, found.seconds)
            yield Row(number, *values, reason=found.reason)


def answer(question: Question, numbers: range) -> Answer:
    """Solve a piece and write its rows."""
    found = list(rows(question, numbers))
    return Answer(
        "".join(map(question.form.write, found)),
        Counter(row.verdict for row in found),
        Counter(row.reason for row in found if row.reason),
        sum(row.positions for row in found),
    )


def answers(
    question: Question, pieces: Iterable[range], jobs: int
) -> Generator[Answer, None, None]:
    """Solve all pieces in `jobs` processes; the answers come in the pieces' order."""
    if jobs == 1:
        for piece in pieces:
            yield answer(question, piece)
        return
    # Not forked: the parent has threads, and the compiled code loads quickly.
    context = multiprocessing.get_context("spawn")
    pool = ProcessPoolExecutor(jobs, mp_context=context, initializer=serve_parent)
    waiting = iter(pieces)
    coming: deque[Future[Answer]] = deque()
    try:
        while True:
            with uninterrupted():
                for piece in islice(waiting, jobs * _AHEAD - len(coming)):
                    coming.append(pool.submit(answer, question, piece))
            if not coming:
                return
            yield coming.popleft().result()
    finally:
        pool.shutdown(wait=False, cancel_futures=True)
        if coming:
            for process in multiprocessing.active_children():
                process.terminate()


@contextmanager
def uninterrupted() -> Iterator[None]:
    """Let Ctrl-C and SIGTERM wait until the end of the block."""
    before = signal.pthread_sigmask(signal.SIG_BLOCK, INTERRUPTS)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def serve_parent() -> None:
    """Make a process leave Ctrl-C, which reaches all of them, to the parent, and end with it.

    It was started with the signals blocked, so none has come through before.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, INTERRUPTS)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    if parent := multiprocessing.parent_process():
        parent.join()
        os._exit(1)
