"""A progress bar in one line of a terminal, with rate and estimate."""

from time import monotonic
from typing import Protocol

_WIDTH = 24
_SECONDS_BETWEEN = 0.1


class Stream(Protocol):
    """Where the bar is drawn."""

    def write(self, text: str, /) -> object:
        """Write a text."""

    def flush(self) -> object:
        """Show what was written."""


class Progress:
    """How far a run is; `done` counts what an earlier run did, too, but not for the rate."""

    def __init__(self, stream: Stream | None, total: int, done: int) -> None:
        self.stream, self.total, self.done = stream, total, done
        self._before = done
        self._started = self._drawn = monotonic()
        self._length = 0

    def add(self, count: int) -> None:
        """Count more deals, and draw unless that was just done."""
        self.done += count
        now = monotonic()
        if now - self._drawn >= _SECONDS_BETWEEN:
            self._drawn = now
            self._draw(self._text(now - self._started))

    def end(self) -> None:
        """Draw the last state and leave its line."""
        self._draw(self._text(monotonic() - self._started), "\n")

    def _draw(self, text: str, end: str = "") -> None:
        if not self.stream:
            return
        try:
            self.stream.write("\r" + text.ljust(self._length) + end)
            self.stream.flush()
        except OSError:
            # Nobody can look at it; the run goes on.
            self.stream = None
        self._length = len(text)

    def _text(self, seconds: float) -> str:
        share = self.done / self.total
        bar = "#" * int(share * _WIDTH)
        rate = (self.done - self._before) / seconds if seconds else 0.0
        left = clock((self.total - self.done) / rate) if rate else "-"
        return (
            f"[{bar:<{_WIDTH}}] {share:4.0%} {self.done:,} of {self.total:,}"
            f"  {rate:,.0f} a second  {left} left"
        )


def clock(seconds: float) -> str:
    """A time as `1:02:03`, without hours where there are none."""
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"
