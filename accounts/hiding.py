"""What errors say, without what nobody shall read in a log or in the admin."""

import re

HIDDEN = "(hidden)"
# Cards in a row, or their numbers, are a deck or a position that an error was raised over. After
# these words PostgreSQL repeats a row or a key: a deck with its salt, a session with its token.
_CARDS = re.compile(r"(?:[2-9TJQKA][CDHS][ ,]*){4,}|(?:\b\d{1,2}, ?){6,}\d*")
_ROWS = re.compile(r"(?m)^(\s*(?:DETAIL|CONTEXT):).*$")


def without_secrets(text: str) -> str:
    """The same text with its cards and its rows of the database hidden."""
    return _CARDS.sub(HIDDEN, _ROWS.sub(rf"\1 {HIDDEN}", text))


def told(problem: BaseException) -> str:
    """An error in a few words, for the staff."""
    return without_secrets(f"{type(problem).__name__}: {problem}")[:1000]
