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


@dataclass(frozen=True)
class MoveOdds:
    """How many orders of the cards that are not seen can be won, and cannot, after a move.

    `unknown` are those whose search met the limit. `error` is the standard error of `share`: 0
    when every order was looked at, and else never 0, as if one more order had been won and one
    more lost.
    """

    move: Move
    winnable: int
    unwinnable: int
    unknown: int
    error: float

    @property
    def orders(self) -> int:
        """How many orders were looked at."""
        return self.winnable + self.unwinnable + self.unknown

    @property
    def share(self) -> float:
        """The share that can be won, half of the unknown orders among them."""
        return (self.winnable + self.unknown / 2) / self.orders

    @property
    def bounds(self) -> tuple[float, float]:
        """The share if none of the unknown orders can be won, and if all can."""
        return self.winnable / self.orders, 1 - self.unwinnable / self.orders


@dataclass(frozen=True)
class Odds:
    """What the legal moves are worth to a player who does not see the stock, in their order.

    All moves were judged by the same orders; `is_complete` says that these are all there are.
    `positions` counts those that were expanded, `seconds` is real time.
    """

    moves: tuple[MoveOdds, ...]
    is_complete: bool
    positions: int
    seconds: float


class UnsupportedRules(ValueError):
    """The search does not know these rules; the argument is their id."""
