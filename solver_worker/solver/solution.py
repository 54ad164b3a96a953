"""What the solver is asked and what it answers."""

from dataclasses import dataclass
from enum import StrEnum

from games.rules import Move


class Verdict(StrEnum):
    """Whether a position can be won; `UNKNOWN` says only that a limit was met."""

    WINNABLE = "winnable"
    UNWINNABLE = "unwinnable"
    UNKNOWN = "unknown"


class Reason(StrEnum):
    """Why an answer is `UNKNOWN`."""

    POSITION_LIMIT = "position_limit"
    MEMORY_LIMIT = "memory_limit"
    NO_LINE = "no_line"


class Effort(StrEnum):
    """How short a line should be: good enough for a hint, or nearly the shortest for par."""

    HINT = "hint"
    PAR = "par"


@dataclass(frozen=True)
class Limits:
    """How much a search may take: positions expanded, and megabytes of its own arrays."""

    positions: int = 20_000_000
    megabytes: int = 200


@dataclass(frozen=True)
class Solution:
    """An answer with its proof and its price.

    `line` wins the position move by move where the search was asked for one; it is empty
    otherwise. `reason` is set exactly when the verdict is `UNKNOWN`. `positions` counts those that
    were expanded, `depth` the moves or steps of the line that was found, `seconds` real time.
    """

    verdict: Verdict
    reason: Reason | None = None
    line: tuple[Move, ...] = ()
    positions: int = 0
    depth: int = 0
    seconds: float = 0.0


class UnsupportedRules(ValueError):
    """The search does not know these rules; the argument is their id."""
