"""What is counted of the solver's work for Prometheus."""

from typing import Any

from prometheus_client import Counter, Histogram

# From a millisecond to what a task may take.
_BUCKETS = (0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1, 3, 10, 30, 100)

SECONDS = Histogram(
    "patience_solve_seconds",
    "What the searches took for a question, or for one deal drawn for the stock.",
    ["kind"],
    buckets=_BUCKETS,
)
SOLVES = Counter(
    "patience_solves",
    "Questions and drawn deals by verdict; of an analysis the deal's; `failed` after five tries.",
    ["kind", "verdict"],
)

FINDINGS = Counter(
    "patience_verification_findings",
    "Stored games that a replay of their log disagreed with; each is a fault.",
)


def verdict_of(answer: dict[str, Any]) -> str:
    """The verdict of an answer, of an analysis that of the deal."""
    return str(answer["verdicts"][0] if "verdicts" in answer else answer["verdict"])


def count_solve(kind: str, verdict: str, seconds: float) -> None:
    """Count one piece of work that is done."""
    SECONDS.labels(kind).observe(seconds)
    SOLVES.labels(kind, verdict).inc()


def count_failure(kind: str) -> None:
    """Count a question that was given up."""
    SOLVES.labels(kind, "failed").inc()
