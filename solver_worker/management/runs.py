"""A run over many deals: solved in pieces, written in order, summed up at the end."""

import signal
from collections.abc import Callable
from concurrent.futures.process import BrokenProcessPool
from contextlib import closing
from dataclasses import dataclass, field
from time import monotonic
from types import FrameType

from solver_worker.management.numbers import in_pieces, without_first
from solver_worker.management.pieces import (
    INTERRUPTS,
    Question,
    answers,
    piece_size,
    uninterrupted,
)
from solver_worker.management.progress import Progress, clock
from solver_worker.management.resume import Earlier
from solver_worker.management.streams import PIPE_CLOSED
from solver_worker.solver import Reason, Verdict

DONE, INTERRUPTED, PROCESS_DIED = 0, 130, 1


class _Stop:
    """What Ctrl-C and SIGTERM call: it interrupts, and remembers that it was asked to.

    Python drops an exception that is raised while an object is being finalised or in a weak
    reference's callback. `heed` then interrupts at the next piece instead.
    """

    def __init__(self) -> None:
        self.is_asked = False

    def __call__(self, number: int, frame: FrameType | None) -> None:
        self.is_asked = True
        raise KeyboardInterrupt

    def heed(self) -> None:
        """Interrupt if that was asked for before."""
        if self.is_asked:
            raise KeyboardInterrupt


@dataclass
class Run:
    """What is to be done, what was done before, and `found` with both together."""

    question: Question
    ranges: list[range]
    found: Earlier = field(default_factory=Earlier)

    def __post_init__(self) -> None:
        self.before = self.found.count
        self.started = monotonic()

    @property
    def total(self) -> int:
        """How many deals there are, done or not."""
        return sum(map(len, self.ranges))

    def go(
        self, write: Callable[[str], None], jobs: int, progress: Progress, header: str = ""
    ) -> int:
        """Solve and write what is missing; the exit status says what ended it.

        Ctrl-C and SIGTERM end it between two writes, so what is written are whole rows.
        """
        left = without_first(self.ranges, self.before)
        pieces = in_pieces(left, piece_size(self.question))
        stop = _Stop()
        before = {each: signal.signal(each, stop) for each in INTERRUPTS}
        try:
            write(header)
            with closing(answers(self.question, pieces, jobs)) as found:
                for each in found:
                    stop.heed()
                    with uninterrupted():
                        write(each.text)
                        self.found.add(each.verdicts, each.reasons, each.positions)
                        progress.add(each.verdicts.total())
        except KeyboardInterrupt:
            return INTERRUPTED
        except BrokenPipeError:
            return PIPE_CLOSED
        except BrokenProcessPool:
            return PROCESS_DIED
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)
        return DONE

    def summary(self) -> str:
        """What was found, and how fast."""
        seconds = monotonic() - self.started
        new = self.found.count - self.before
        counts = ", ".join(f"{self.found.verdicts[each]:,} {each}" for each in Verdict)
        text = f"{self.found.count:,} deal{'s' * (self.found.count != 1)}: {counts}"
        if reasons := self._reasons():
            text += f" ({reasons})"
        if self.found.count:
            text += f"; {self.found.positions / self.found.count:,.0f} positions a deal"
        text += f"; {new:,} solved in {clock(seconds)}"
        if new:
            text += f", {new / seconds:,.0f} a second"
        return f"{text}; {self.before:,} from before" if self.before else text

    def _reasons(self) -> str:
        """Why deals are unknown; the rows of an earlier run do not say."""
        reasons = self.found.reasons
        told = [f"{reasons[each]:,} {each}" for each in Reason if reasons[each]]
        if before := self.found.verdicts[Verdict.UNKNOWN] - reasons.total():
            told.append(f"{before:,} from before")
        return ", ".join(told)
