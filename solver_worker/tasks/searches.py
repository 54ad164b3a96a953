"""Asking the solver in the worker's tasks, within limits, and adding up what it cost."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from games.rules import Position
from solver_worker.models import Solve
from solver_worker.solver import Effort, Limits, Solution, UnsupportedRules, Verdict, identity

# Nearly all searches take milliseconds; none may take more than some seconds.
LIMITS = Limits(positions=1_000_000)
NO_SEARCH = "unsupported_rules"

Search = Callable[..., Solution]


@dataclass
class Searches:
    """The searches for one question, whose row keeps the sums."""

    question: Solve

    def ask(self, search: Search, position: Position, *more: Any) -> Solution:
        """Search; of rules that no search knows all is unknown."""
        try:
            found = search(position, LIMITS, *more)
        except UnsupportedRules:
            return Solution(Verdict.UNKNOWN)
        self.question.positions += found.positions
        self.question.seconds += found.seconds
        return found


def solver_of_questions(effort: Effort) -> dict[str, Any]:
    """Which solver answers questions, and with which options."""
    return identity(effort, LIMITS)


def reason_of(found: Solution) -> str | None:
    """Why an answer is `unknown`; None when it is not."""
    if found.verdict is not Verdict.UNKNOWN:
        return None
    return found.reason.value if found.reason else NO_SEARCH
