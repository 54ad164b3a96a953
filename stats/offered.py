"""Which boards are on offer: the games say so at start-up, since this app knows none of them."""

from datetime import datetime

from stats.boards import Board, parse_board

_LEVELS: set[tuple[str, str]] = set()
_DAILIES: set[str] = set()


class BoardNotFound(LookupError):
    """No board of this name, or not yet."""

    code = "not_found"


def offer_level(variant: str, level: str) -> None:
    """Have boards of the bests of a level."""
    _LEVELS.add((variant, level))


def offer_daily(variant: str) -> None:
    """Have a board of every daily of a variant."""
    _DAILIES.add(variant)


def dailies_offered() -> set[str]:
    """The variants that have a daily."""
    return set(_DAILIES)


def find_board(key: str, now: datetime) -> Board:
    """The board of a key, once its time has begun; else `BoardNotFound`.

    A board of the time before the service began is an empty one: that nobody is on it is true, and
    which day was the first depends on a database that may have been moved or restored.
    """
    board = parse_board(key)
    if board is None or not board.has_opened(now):
        raise BoardNotFound(key)
    if board.level is None:
        is_offered = board.variant in _DAILIES
    else:
        is_offered = (board.variant, board.level) in _LEVELS
    if not is_offered:
        raise BoardNotFound(key)
    return board
