"""A share of the worker's time, which ends early when a player waits for something quicker."""

import time

from solver_worker.selectors import are_players_waiting

_LOOK_SECONDS = 0.2


class Slice:
    """So many seconds from now, or less."""

    def __init__(self, seconds: float) -> None:
        now = time.monotonic()
        self._end = now + seconds
        self._next_look = now + _LOOK_SECONDS
        self._is_over = False

    def is_over(self) -> bool:
        """Whether it is used up, or wanted by somebody who waits; once over, it stays so."""
        now = time.monotonic()
        if not self._is_over and now >= self._next_look:
            self._next_look = now + _LOOK_SECONDS
            self._is_over = now > self._end or are_players_waiting()
        return self._is_over
