"""The entries of a game's log, the text they are stored as, and how sent ops join it."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

from games.rules.errors import VersionConflict
from games.rules.position import Move

UNDO, PAUSE, RESUME, AUTO_FINISH = "z", "p", "r", "x"
COMMANDS = frozenset({UNDO, PAUSE, RESUME, AUTO_FINISH})

LOG_LIMIT = 5_000
BATCH_LIMIT = 200


@dataclass(frozen=True, slots=True)
class Op:
    """A move or one of `COMMANDS`, with the milliseconds since the deal was shown."""

    text: str
    at_ms: int


Log = tuple[Op, ...]


@cache
def require_well_formed(text: str) -> None:
    """Raise `InvalidMove` unless this is an op; only well-formed texts stay in the cache."""
    if text not in COMMANDS:
        Move.parse(text)


def log_text(log: Sequence[Op]) -> str:
    """Write ops as they are stored: `26:48210 z:50030`."""
    return " ".join(f"{op.text}:{op.at_ms}" for op in log)


def parse_log(text: str) -> Log:
    """Read what `log_text` wrote."""
    pairs = (entry.rpartition(":") for entry in text.split())
    return tuple(Op(op, int(at_ms)) for op, _, at_ms in pairs)


def moves_in_effect(log: Sequence[Op]) -> tuple[str, ...]:
    """The line as moves: what was played and not undone, auto-finish left out."""
    played: list[str] = []
    for op in log:
        if op.text == UNDO:
            played.pop()
        elif op.text not in COMMANDS:
            played.append(op.text)
    return tuple(played)


def missing_tail(log: Sequence[Op], base_version: int, sent: Sequence[str]) -> Sequence[str]:
    """The sent ops that the log does not have yet, compared by text alone.

    Ops that are all there already leave nothing to append, so a batch may be sent again
    whenever its answer was lost. `VersionConflict` when the log goes on differently: it tells up
    to which version both agree, and what the log has from there.
    """
    stored = [op.text for op in log[base_version:]]
    common = 0
    for ours, theirs in zip(stored, sent, strict=False):
        if ours != theirs:
            break
        common += 1
    if base_version > len(log) or common < min(len(stored), len(sent)):
        raise VersionConflict(
            current_version=len(log),
            common_version=min(base_version + common, len(log)),
            ops=stored[common:],
        )
    return sent[common:]
