"""What errors say, without what nobody shall read in a log or in the admin."""

import re

HIDDEN = "(hidden)"
# Cards in a row, or their numbers, are a deck or a position that an error was raised over. After
# these words PostgreSQL repeats a row or a key: a deck with its salt, a session with its token.
_CARDS = re.compile(r"(?:[2-9TJQKA][CDHS][ ,]*){4,}|(?:\b\d{1,2}, ?){6,}\d*")
_ROWS = re.compile(r"(?m)^(\s*(?:DETAIL|CONTEXT):).*$")
# A mail server names the addresses that it refuses; in an address of a server it is the password
# that stands before the @.
_ADDRESSES = re.compile(r"[^\s@:/'\"<>()\[\]{},;=]+@[\w.-]+")
# Gunicorn repeats what it could not read, which may be a token, and a query with its cursor.
_UNREAD = re.compile(r"^(Invalid request from ip=\S+: [^:'\"]*:?).*$", re.DOTALL)
_FAILED = re.compile(r"^(Error handling request [^?]*\?).*", re.MULTILINE)


def without_secrets(text: str) -> str:
    """The same text with its cards, rows of the database, addresses and broken requests hidden."""
    for whole in (_ROWS, _UNREAD, _FAILED):
        text = whole.sub(rf"\1 {HIDDEN}", text)
    return _CARDS.sub(HIDDEN, _ADDRESSES.sub(HIDDEN, text))


def told(problem: BaseException) -> str:
    """An error in a few words, for the staff."""
    return without_secrets(f"{type(problem).__name__}: {problem}")[:1000]
