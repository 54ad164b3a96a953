"""What can be wrong with a deck, a board, a move or a batch of ops.

Every exception carries a stable `code`, and data for whoever explains it to the player:
`members` are facts, `reason` says which rule refused, `pointer` which part of the request.
"""

from collections.abc import Sequence


class RulesViolation(ValueError):
    """Something the rules refuse."""

    code = "validation_failed"

    def __init__(self, reason: str = "", /, **members: object) -> None:
        super().__init__(reason, members)
        self.reason = reason
        self.members = members
        self.pointer = ""

    def __str__(self) -> str:
        facts = ", ".join(f"{key}={value!r}" for key, value in self.members.items())
        return f"{self.reason or self.code} ({facts})" if facts else self.reason or self.code


class InvalidDeck(RulesViolation):
    """Not the cards of one deck, or no such deal."""

    code = "board_invalid"


class InvalidBoard(RulesViolation):
    """A board text that is no position; `line` and `column` in `members` count from 1."""

    code = "board_invalid"


class InvalidMove(RulesViolation):
    """Not a well-formed move or op."""

    code = "notation_invalid"


class IllegalMove(RulesViolation):
    """A well-formed move that the position does not allow."""

    code = "illegal_move"


class NothingToUndo(RulesViolation):
    """An undo at the deal."""

    code = "nothing_to_undo"


class GamePaused(RulesViolation):
    """An op that has to wait until the clock runs again."""

    code = "game_paused"


class GameFinished(RulesViolation):
    """An op after the end."""

    code = "game_finished"


class LogFull(RulesViolation):
    """More ops than a game may have."""

    code = "log_full"


class VersionConflict(RulesViolation):
    """The sent ops continue another log than the stored one."""

    code = "version_conflict"

    def __init__(self, *, current_version: int, common_version: int, ops: Sequence[str]) -> None:
        super().__init__(
            current_version=current_version,
            common_version=common_version,
            server_ops=list(ops),
        )
